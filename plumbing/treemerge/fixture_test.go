package treemerge

import (
	"context"
	"fmt"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// tester is what *testing.T and *rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatalf(format string, args ...any)
}

// shop is a store with a place for new objects.
type shop struct {
	tester
	store *memstore.Store
}

func newShop(t tester) *shop { return &shop{tester: t, store: memstore.New()} }

// publish stores what write puts into a stage.
func (s *shop) publish(write func(stage objects.Stage) (objects.ID, error)) objects.ID {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	if err != nil {
		s.Fatalf("begin: %v", err)
	}
	id, err := write(stage)
	if err != nil {
		s.Fatalf("write: %v", err)
	}
	if _, err := s.store.Publish(s.Context(), stage, objects.Batch{}); err != nil {
		s.Fatalf("publish: %v", err)
	}
	return id
}

// tree stores a tree that is described by words: "a=12" is a file of the lines 1
// and 2, "a*=1" an executable one, "a@=x" a link to x, "a#=1" a gitlink, "a/" an
// empty directory, "a!=1" a file that is not text.
func (s *shop) tree(words string) objects.ID {
	s.Helper()
	return s.publish(func(stage objects.Stage) (objects.ID, error) {
		var edits []snapshot.Edit
		for _, word := range strings.Fields(words) {
			e, path, err := entryOf(s.Context(), stage, word)
			if err != nil {
				return objects.ID{}, err
			}
			edits = append(edits, snapshot.Edit{Path: path, Entry: e})
		}
		return snapshot.Rewrite(s.Context(), s.store, stage, objects.ID{}, edits)
	})
}

func entryOf(ctx context.Context, stage objects.Stage, word string) (*objects.Entry, string, error) {
	path, content, file := strings.Cut(word, "=")
	if !file {
		data, err := objects.Encode(&objects.Tree{})
		if err != nil {
			return nil, "", err
		}
		id, _, err := stage.Put(ctx, objects.KindTree, data)
		return &objects.Entry{Mode: objects.ModeDir, ID: id}, strings.TrimSuffix(path, "/"), err
	}
	mode, sort := objects.ModeFile, path[len(path)-1]
	switch sort {
	case '*':
		mode = objects.ModeExec
	case '@':
		mode = objects.ModeSymlink
	case '#':
		return &objects.Entry{Mode: objects.ModeGitlink, Gitlink: objects.Bytes(strings.Repeat(content[:1], 20))}, path[:len(path)-1], nil
	case '!':
		content = "\x00" + content
	}
	text := content
	if mode != objects.ModeSymlink {
		text = ""
		for _, line := range content {
			text += string(line) + "\n"
		}
	}
	id, _, err := stage.Put(ctx, objects.KindBlob, []byte(text))
	e := &objects.Entry{Mode: mode, ID: id}
	if mode != objects.ModeSymlink {
		e.Size = uint64(len(text))
	}
	return e, strings.TrimRight(path, "*@!"), err
}

// words describes a tree. A marker is one character: "<1=2>" are 1 and 2 between
// markers.
func (s *shop) words(desk *Desk, root objects.ID) string {
	s.Helper()
	var out []string
	err := snapshot.Walk(s.Context(), desk, root, func(path string, e objects.Entry) error {
		switch {
		case e.Mode == objects.ModeGitlink:
			out = append(out, path+"#="+string(e.Gitlink[:1]))
			return nil
		case e.Mode == objects.ModeDir:
			tree, err := snapshot.Tree(s.Context(), desk, e.ID)
			if err == nil && len(tree.Entries) == 0 {
				out = append(out, path+"/")
			}
			return err
		}
		content, err := s.contentOf(desk, e.ID)
		out = append(out, wordOf(path, e.Mode, content))
		return err
	})
	if err != nil {
		s.Fatalf("walk: %v", err)
	}
	return strings.Join(out, " ")
}

func wordOf(path string, mode objects.Mode, content string) string {
	switch {
	case mode == objects.ModeSymlink:
		return path + "@=" + content
	case mode == objects.ModeExec:
		path += "*"
	case strings.HasPrefix(content, "\x00"):
		path, content = path+"!", content[2:]
	}
	text := ""
	for line := range strings.Lines(content) {
		text += line[:1]
	}
	return path + "=" + text
}

// contentOf reads what a merge made, too.
func (s *shop) contentOf(desk *Desk, id objects.ID) (string, error) {
	if o, ok := desk.Stage.(*seenStage).blobs[id]; ok {
		return o, nil
	}
	content, err := desk.Content(s.Context(), id)
	return string(content), err
}

// seenStage remembers the blobs that go through it.
type seenStage struct {
	objects.Stage
	blobs map[objects.ID]string
}

func (s *seenStage) Put(ctx context.Context, kind objects.Kind, data []byte) (objects.ID, bool, error) {
	id, fresh, err := s.Stage.Put(ctx, kind, data)
	if kind == objects.KindBlob {
		s.blobs[id] = string(data)
	}
	return id, fresh, err
}

func (s *shop) desk() *Desk {
	s.Helper()
	stage, err := s.store.Begin(s.Context())
	if err != nil {
		s.Fatalf("begin: %v", err)
	}
	return NewDesk(s.store, &seenStage{stage, make(map[objects.ID]string)})
}

// merge merges three trees and describes the result and the conflicts.
func (s *shop) merge(base, left, right string, options Options) string {
	s.Helper()
	desk := s.desk()
	done, err := Merge(s.Context(), desk, Input{s.tree(base), s.tree(left), s.tree(right), options})
	if err != nil {
		s.Fatalf("merge: %v", err)
	}
	out := s.words(desk, done.Root)
	for _, c := range done.Conflicts() {
		if _, err := objects.Encode(c); err != nil {
			s.Fatalf("conflict: %v", err)
		}
		out += fmt.Sprintf(" !%s:%s", c.Path, c.Class)
		if c.Reason != "" {
			out += ":" + c.Reason
		}
		for _, side := range []*objects.ConflictSide{c.Base, c.Left, c.Right} {
			switch {
			case side == nil:
				out += "-"
			case side.Path != "":
				out += "," + string(side.Path)
			default:
				out += "."
			}
		}
	}
	return out
}
