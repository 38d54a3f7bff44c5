package golang_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/golang"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func parse(t *testing.T, content string) *semantic.Document {
	t.Helper()
	doc, err := golang.Language{}.Parse([]byte(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	return doc
}

func TestOutline(t *testing.T) {
	for _, test := range []struct{ name, content, want string }{
		{"clause", "package p", "package p 1-1\n"},
		{"license", `// Copyright.

//go:build linux

// Package p is p.
package p

import "fmt"
import str "strings"
import yaml "go.yaml.in/yaml" // the same
import _ "embed"
`, `package p 4-6
import fmt 7-8
import str strings 9-9
import go.yaml.in/yaml 10-10
import _ embed 11-11
`},
		{"imports", `package p

import (
	"fmt" // why

	// about os
	"os"
	// the last
)

/*
#include <a.h>
*/
import "C"
`, `package p 1-1
imports set 2-9
  import fmt 4-4
  import os 5-7
import C 10-14
`},
		{"funcs", `package p

// F does.
func F() {
	// in
} // after
// G does too.

func G() {}
func (s *Stack[T]) Push(x T) {}
func (Stack[_]) Pop() {}
func init() {}
func init() {}
func _() {}

// the end
`, `package p 1-1
func F 2-6
func G 7-9
method Stack.Push 10-10
method Stack.Pop 11-11
func init 12-12
func init 13-13
func 14-14
`},
		{"types", `package p

type T struct {
	a, b int
	// Name is.
	Name string ` + "`json:\"name\"`" + `
	*other.Embedded
	_ struct{}
	inner []struct {
		x int
	}
}

type I interface {
	// Read reads.
	Read()
	io.Writer
	~int | string
}

type short struct{ a int }
type half struct { a int
	b int
}
type (
	A int
	B = A
)
`, `package p 1-1
type T 2-12
  field a, b 4-4
  field Name 5-6
  field Embedded 7-7
  field 8-8
  field inner 9-11
    field x 10-10
type I set 13-19
  method Read 15-16
  embedded Writer 17-17
  embedded 18-18
type short 20-21
type half 22-24
types set 25-28
  type A 26-26
  type B 27-27
`},
		{"values", `package p

const (
	A = iota
	B
)

const (
	C, D = 1, 2
	E = "e"
)

var (
	x int
	_ I = (*T)(nil)
)

var m = map[string]*T{
	"a": {
		Name: "x",
	},
	other.Key: nil,
	f(): nil,
}
var l = []int{1, 2,
	3}
`, `package p 1-1
consts 2-6
  const A 4-4
  const B 5-5
consts set 7-11
  const C, D 9-9
  const E 10-10
vars 12-16
  var x 14-14
  var 15-15
var m set 17-24
  entry "a" 19-21
    entry Name 20-20
  entry other.Key 22-22
  entry 23-23
var l 25-26
`},
		{"one line", "package p; import \"fmt\"; func F() {} // x\nvar a, b = 1, 2; var c int /* over\nlines */ func G() {}\n",
			"package p; fmt; F 1-1\nvar a, b; c; G 2-3\n"},
		{"line ends", "\ufeff// License\r\n\r\npackage p\r\n\r\nvar x int\r\n", "package p 2-3\nvar x 4-5\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.content)); got != test.want {
				t.Errorf("got:\n%swant:\n%s", got, test.want)
			}
		})
	}
}

func TestParseError(t *testing.T) {
	for _, test := range []struct {
		content      string
		line, column int
	}{
		{"", 1, 1},
		{"package p\n\nfunc f() {\n\tx := := 1\n}\n", 4, 7},
		{"package p\n//line other.go:100\nvar = 1\n", 3, 5},
		{"package p\n<<<<<<< ours\nvar a int\n=======\nvar b int\n>>>>>>> theirs\n", 2, 1},
		{"package p\nvar x = " + strings.Repeat("(", 200_000), 2, 100_009},
	} {
		_, err := golang.Language{}.Parse([]byte(test.content))
		var at *semantic.ParseError
		if !errors.As(err, &at) {
			t.Fatalf("%.40q: %v", test.content, err)
		}
		if at.Language != "go" || at.Line != test.line || at.Column != test.column {
			t.Errorf("%.40q: %v", test.content, err)
		}
	}
}
