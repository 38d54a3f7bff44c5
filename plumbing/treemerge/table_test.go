package treemerge

import (
	"testing"
)

// outcomes are what three trees merge to. A conflict is "!path:class:reason" and
// for base, left and right "-" if the side has nothing, "." if it has the file at
// that path, and else ",path".
var outcomes = []struct{ name, base, left, right, want string }{
	{"edit/same", "a=123", "a=12x", "a=123", "a=12x"},
	{"same/edit", "a=123", "a=123", "a=12x", "a=12x"},
	{"edit/equal edit", "a=123", "a=12x", "a=12x", "a=12x"},
	{"edit/edit apart", "a=123456789", "a=x23456789", "a=12345678y", "a=x2345678y"},
	{"edit/edit at one place", "a=123", "a=1x3", "a=1y3", "a=1<x=y>3 !a:text..."},
	{"edit/delete", "a=123 b=1", "a=12x b=1", "b=1", "a=12x b=1 !a:structure:modify/delete..-"},
	{"delete/edit", "a=123 b=1", "b=1", "a=12x b=1", "a=12x b=1 !a:structure:delete/modify.-."},
	{"delete/same", "a=123 b=1", "b=1", "a=123 b=1", "b=1"},
	{"same/delete", "a=123 b=1", "a=123 b=1", "b=1", "b=1"},
	{"delete/delete", "a=123 b=1", "b=1", "b=1", "b=1"},
	{"rename/same", "a=123", "b=123", "a=123", "b=123"},
	{"same/rename", "a=123", "a=123", "b=123", "b=123"},
	{"rename/edit", "a=123", "b=123", "a=12x", "b=12x"},
	{"edit/rename", "a=123", "a=12x", "b=123", "b=12x"},
	{"rename and edit/edit", "a=123456789", "b=x23456789", "a=12345678y", "b=x2345678y"},
	{"edit/rename and edit", "a=123456789", "a=x23456789", "b=12345678y", "b=x2345678y"},
	{"rename and edit/delete", "a=123456789 z=1", "b=x23456789 z=1", "z=1", "b=x23456789 z=1 !b:structure:rename/delete,a.-"},
	{"rename and another content/edit", "a=123456789", "b=abcdefghi", "a=12345678y", "a=12345678y b=abcdefghi !a:structure:delete/modify.-."},
	{"rename/equal rename", "a=123", "b=123", "b=123", "b=123"},
	{"rename/rename apart", "a=123", "b=123", "c=123", "b=123 c=123 !b:structure:rename/rename,a.,c"},
	{"rename/delete", "a=123 x=1", "b=123 x=1", "x=1", "b=123 x=1 !b:structure:rename/delete,a.-"},
	{"delete/rename", "a=123 x=1", "x=1", "b=123 x=1", "b=123 x=1 !b:structure:delete/rename,a-."},
	{"rename/add at the new name", "a=123", "b=123", "a=123 b=789", "b=<123=789> !b:text:add/add-.."},
	{"add/rename to the name", "a=123", "a=123 b=789", "b=123", "b=<789=123> !b:text:add/add-.."},
	{"two files renamed to one name", "a=123 b=456", "c=123 b=456", "a=123 c=456", "c=<123=456> !c:text:add/add-.."},
	{"names swapped/edit", "a=123 b=456", "a=456 b=123", "a=12x b=456", "a=<456=12x> b=123 !a:text..."},
	{"rename/edit and add at the old name", "a=123", "b=123", "a=789", "b=789"},
	{"add/same", "x=1", "a=1 x=1", "x=1", "a=1 x=1"},
	{"same/add", "x=1", "x=1", "a=1 x=1", "a=1 x=1"},
	{"add/equal add", "x=1", "a=1 x=1", "a=1 x=1", "a=1 x=1"},
	{"add/add alike", "x=1", "a=123 x=1", "a=124 x=1", "a=12<3=4> x=1 !a:text:add/add-.."},
	{"add/add otherwise", "x=1", "a=123 x=1", "a=789 x=1", "a=<123=789> x=1 !a:text:add/add-.."},
	{"add/add of a link", "x=1", "a@=b x=1", "a=1 x=1", "a@=b x=1 !a:structure:type-.."},
	{"add/add of another mode", "x=1", "a=1 x=1", "a*=1 x=1", "a=1 x=1 !a:structure:mode-.."},
	{"mode/same", "a=1", "a*=1", "a=1", "a*=1"},
	{"mode/edit", "a=123", "a*=123", "a=12x", "a*=12x"},
	{"edit/mode", "a=123", "a=12x", "a*=123", "a*=12x"},
	{"mode/equal mode", "a=1", "a*=1", "a*=1", "a*=1"},
	{"mode/delete", "a=1 x=1", "a*=1 x=1", "x=1", "a*=1 x=1 !a:structure:modify/delete..-"},
	{"mode/rename", "a=1", "a*=1", "b=1", "b*=1"},
	{"mode and edit/edit at one place", "a=123", "a*=1x3", "a=1y3", "a*=1<x=y>3 !a:text..."},
	{"link/link", "a@=x", "a@=y", "a@=z", "a@=y !a:structure:symlink..."},
	{"link/same", "a@=x", "a@=y", "a@=x", "a@=y"},
	{"link/delete", "a@=x b=1", "a@=y b=1", "b=1", "a@=y b=1 !a:structure:modify/delete..-"},
	{"file becomes link/edit", "a=1", "a@=x", "a=2", "a@=x !a:structure:type..."},
	{"edit/file becomes link", "a=1", "a=2", "a@=x", "a=2 !a:structure:type..."},
	{"file becomes link/equal", "a=1", "a@=x", "a@=x", "a@=x"},
	{"gitlink/gitlink", "a#=1", "a#=2", "a#=3", "a#=2 !a:structure:gitlink..."},
	{"gitlink/same", "a#=1", "a#=1", "a#=3", "a#=3"},
	{"binary/binary", "a!=1", "a!=2", "a!=3", "a!=2 !a:binary..."},
	{"binary/same", "a!=1", "a!=1", "a!=3", "a!=3"},
	{"text/binary", "a=1", "a=2", "a!=3", "a=2 !a:binary..."},
	{"file becomes directory/same", "a=1", "a/b=1", "a=1", "a/b=1"},
	{"file becomes directory/edit", "a=1", "a/b=7", "a=2", "a/b=7 a~right=2 !a~right:structure:file/directory,a-,a"},
	{"edit/file becomes directory", "a=1", "a=2", "a/b=7", "a/b=7 a~left=2 !a~left:structure:file/directory,a,a-"},
	{"add file/add directory", "x=1", "a=1 x=1", "a/b=2 x=1", "a/b=2 a~left=1 x=1 !a~left:structure:file/directory-,a-"},
	{"add directory/add file", "x=1", "a/b=2 x=1", "a=1 x=1", "a/b=2 a~right=1 x=1 !a~right:structure:file/directory--,a"},
	{"directory becomes file/edit in it", "a/b=1 x=1", "a=7 x=1", "a/b=2 x=1", "a/b=2 a~left=7 x=1 !a/b:structure:delete/modify.-. !a~left:structure:file/directory-,a-"},
	{"edit in it/directory becomes file", "a/b=1 x=1", "a/b=2 x=1", "a=7 x=1", "a/b=2 a~right=7 x=1 !a/b:structure:modify/delete..- !a~right:structure:file/directory--,a"},
	{"directory becomes file/same", "a/b=1 x=1", "a=7 x=1", "a/b=1 x=1", "a=7 x=1"},
	{"add file/add directory, and the name is taken", "a~left=9", "a=1 a~left=9", "a/b=2 a~left=9", "a/b=2 a~left=9 a~left_1=1 !a~left_1:structure:file/directory-,a-"},
	{"directory renamed/add in it", "a/b=12 a/c=34", "z/b=12 z/c=34", "a/b=12 a/c=34 a/d=5", "z/b=12 z/c=34 z/d=5"},
	{"add in it/directory renamed", "a/b=12 a/c=34", "a/b=12 a/c=34 a/d=5", "z/b=12 z/c=34", "z/b=12 z/c=34 z/d=5"},
	{"directory renamed/add below it", "a/b=12 a/c=34", "z/b=12 z/c=34", "a/b=12 a/c=34 a/d/e=5", "z/b=12 z/c=34 z/d/e=5"},
	{"directory renamed/edit in it", "a/b=123 a/c=34", "z/b=123 z/c=34", "a/b=12x a/c=34", "z/b=12x z/c=34"},
	{"directory renamed in part/add in it", "a/b=12 a/c=34", "z/b=12 a/c=34", "a/b=12 a/c=34 a/d=5", "a/c=34 a/d=5 z/b=12"},
	{"directory split evenly/add in it", "a/b=12 a/c=34", "y/b=12 z/c=34", "a/b=12 a/c=34 a/d=5", "a/d=5 y/b=12 z/c=34"},
	{"directory renamed/add, and the new name is taken", "a/b=12 a/c=34", "z/b=12 z/c=34 z/d=7", "a/b=12 a/c=34 a/d=5", "a/d=5 z/b=12 z/c=34 z/d=7"},
	{"both renamed the directory/add in it", "a/b=12", "y/b=12", "z/b=12 a/d=5", "y/b=12 y/d=5 z/b=12 !y/b:structure:rename/rename,a/b.,z/b"},
	{"empty directory/add in it", "d/", "d/", "d/a=1", "d/a=1"},
	{"empty directory goes/add in it", "d/ x=1", "x=1", "d/a=1 x=1", "d/a=1 x=1"},
	{"both add in an empty directory", "d/", "d/a=1", "d/b=2", "d/a=1 d/b=2"},
	{"directory is emptied/add in it", "d/a=1 x=1", "d/ x=1", "d/a=1 d/b=2 x=1", "d/b=2 x=1"},
	{"add in it/directory is emptied", "d/a=1 x=1", "d/a=1 d/b=2 x=1", "d/ x=1", "d/b=2 x=1"},
	{"file becomes an empty directory/edit", "a=1", "a/", "a=2", "a/ !a:structure:type..."},
	{"everything goes/everything goes", "a=1 b/c=2", "", "", ""},
	{"nothing before", "", "a=1", "b=2", "a=1 b=2"},
}

func TestOutcomes(t *testing.T) {
	for _, o := range outcomes {
		t.Run(o.name, func(t *testing.T) {
			if got := newShop(t).merge(o.base, o.left, o.right, Options{}); got != o.want {
				t.Errorf("%s, %s, %s\n got %s\nwant %s", o.base, o.left, o.right, got, o.want)
			}
		})
	}
}
