package patch

import (
	"bytes"
	"errors"
	"slices"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/languages"
)

// module runs an operation on a module.
func (a *applier) module() error {
	switch a.op.Name {
	case "add-module":
		path := a.op.text("module-path")
		if err := a.free(path); err != nil {
			return err
		}
		content := []byte(a.op.text("content"))
		a.note(path, nil, content, 1)
		return a.write(path, content)
	case "move-module":
		return a.moveModule()
	}
	s, err := a.source(a.op.text("module-path"))
	if err != nil {
		return err
	}
	switch a.op.Name {
	case "remove-module":
		if err := a.same("the module", s.hash()); err != nil {
			return err
		}
		a.note(s.path, s.text, nil, 1)
		a.now[s.path] = Entry{}
		return nil
	case "replace-node":
		if a.op.get("unit").Tag() != coreform.Nil {
			return a.replaceUnit(s)
		}
	}
	return a.rewrite(s)
}

// source is a file that an operation works on.
type source struct {
	path string
	text []byte
	lang semantic.Language
}

func (s *source) hash() string { return hashOf(s.path, s.text) }

func hashOf(path string, text []byte) string {
	if text == nil {
		return ""
	}
	doc, _ := languages.Parse(path, text) // what does not parse is text
	return doc.Root.Hash.String()
}

func (a *applier) source(path string) (*source, error) {
	e, err := a.entry(path)
	if err != nil {
		return nil, err
	}
	if e.Mode == "" || e.Mode == ModeDir || e.Mode == ModeGitlink || e.Mode == ModeSymlink {
		return nil, a.differs("the path", "a file", e.Mode)
	}
	text, err := a.content(e)
	if err != nil {
		return nil, err
	}
	return &source{path: path, text: text, lang: languages.For(path, text)}, nil
}

// same compares a hash with the one that the operation names, if it names one.
func (a *applier) same(what, hash string) error {
	if want := a.op.text("old-h"); want != "" && want != hash {
		return a.differs(what, want, hash)
	}
	return nil
}

func (a *applier) note(path string, before, after []byte, count int) {
	a.edits = append(a.edits, Edit{
		Ordinal: a.ordinal, Path: path, Before: hashOf(path, before), After: hashOf(path, after), Count: count,
	})
}

func (a *applier) moveModule() error {
	from, to := a.op.text("from-module-path"), a.op.text("to-module-path")
	s, err := a.source(from)
	if err != nil {
		return err
	}
	if err := a.same("the module", s.hash()); err != nil {
		return err
	}
	e, err := a.entry(from)
	if err != nil {
		return err
	}
	a.now[from] = Entry{}
	if err := a.free(to); err != nil {
		return err
	}
	a.now[to] = e
	a.note(to, s.text, s.text, 1)
	return nil
}

// replaceUnit puts a text in the place of a unit of any language.
func (a *applier) replaceUnit(s *source) error {
	doc, err := s.lang.Parse(s.text)
	if err != nil {
		return a.fail(err.Error())
	}
	found := doc.Find(a.op.text("unit"))
	switch {
	case len(found) == 0:
		return a.differs("the unit "+a.op.text("unit"), "one unit", "none")
	case len(found) > 1:
		return a.fail("several units are called " + a.op.text("unit"))
	}
	u := found[0].Unit
	if err := a.same("the unit", u.Hash.String()); err != nil {
		return err
	}
	text := bytes.TrimRight([]byte(a.op.text("text")), "\r\n")
	out := slices.Concat(s.text[:u.Body.Start], text, s.text[u.Body.End:])
	if _, err := s.lang.Parse(out); err != nil {
		return a.fail("the file would not parse: " + err.Error())
	}
	a.note(s.path, s.text, out, 1)
	return a.write(s.path, out)
}

// rewrite runs an operation on the forms of a module.
func (a *applier) rewrite(s *source) error {
	lang, ok := s.lang.(coreform.Language)
	if !ok || lang.Term {
		return a.fail("the operation works on modules of CoreForm, and this file is " + s.lang.Name())
	}
	m, err := lang.Load(s.text)
	if err != nil {
		return a.fail(err.Error())
	}
	if a.op.Name == "split-module" {
		return a.split(s, m)
	}
	forms, count, err := a.forms(s, m.Forms)
	if err != nil {
		return err
	}
	canonical, err := coreform.Canonicalize(forms)
	if err != nil {
		return a.fail(err.Error())
	}
	out, err := splice(s.text, m, canonical)
	if err != nil {
		return a.fail(err.Error())
	}
	a.note(s.path, s.text, out, count)
	return a.write(s.path, out)
}

// forms gives what the forms become, and how many places changed.
func (a *applier) forms(s *source, forms []coreform.Term) (out []coreform.Term, count int, err error) {
	text := a.op.text
	count = 1
	switch a.op.Name {
	case "replace-node", "replace-node-id":
		out, err = a.replace(s, forms)
	default:
		if err := a.same("the module", s.hash()); err != nil {
			return nil, 0, err
		}
	}
	switch a.op.Name {
	case "rename-symbol":
		out, count, err = coreform.Rename(forms, text("from"), text("to"), text("quoted") == "true")
		if err == nil && count == 0 {
			return nil, 0, a.fail("the symbol " + text("from") + " does not occur")
		}
	case "migrate-contract-signature":
		out, count, err = coreform.RenameParam(forms, text("contract-symbol"), text("from-param"), text("to-param"))
		if err == nil && count == 0 {
			return nil, 0, a.fail("no method of the contract has the parameter " + text("from-param"))
		}
	case "rewrite-imports":
		out, err = coreform.ChangeMeta(forms, ":imports", a.setChange())
	case "rewrite-exports":
		out, err = coreform.ChangeMeta(forms, ":exports", a.setChange())
	}
	if _, ok := errors.AsType[*ApplyError](err); err != nil && !ok {
		err = a.fail(err.Error())
	}
	return out, count, err
}

func (a *applier) setChange() coreform.SetChange {
	c := coreform.SetChange{Remove: a.op.get("remove").Items(), Add: a.op.get("add").Items()}
	if r := a.op.get("replace"); r.Tag() == coreform.Vector {
		c.Replace = append([]coreform.Term{}, r.Items()...)
	}
	return c
}

func (a *applier) replace(s *source, forms []coreform.Term) ([]coreform.Term, error) {
	var path coreform.Path
	if a.op.Name == "replace-node" {
		var err error
		if path, err = coreform.ParsePath(a.op.get("path")); err != nil {
			return nil, err
		}
	} else {
		id := a.op.text("node-id")
		var node *coreform.Node
		coreform.Walk(s.path, forms, func(n *coreform.Node) bool {
			if n.ID.String() == id {
				node = n
			}
			return node == nil
		})
		if node == nil {
			return nil, a.fail("replace-node-id unknown :node-id " + id + " in module " + s.path)
		}
		path = node.Path()
	}
	was, err := coreform.Get(forms, path)
	if err != nil {
		return nil, err
	}
	hash, err := was.Hash()
	if err != nil {
		return nil, err
	}
	if err := a.same("the term", hash.String()); err != nil {
		return nil, err
	}
	return coreform.Replace(forms, path, a.op.get("new"))
}

// split moves definitions to a module of their own.
func (a *applier) split(s *source, m *coreform.Module) error {
	if err := a.same("the module", s.hash()); err != nil {
		return err
	}
	to := a.op.text("to-module-path")
	if err := a.free(to); err != nil {
		return err
	}
	var names []string
	for _, t := range a.op.get("symbols").Items() {
		names = append(names, t.Value())
	}
	if _, _, err := coreform.Split(m.Forms, names); err != nil {
		return a.fail(err.Error())
	}
	doc, err := s.lang.Parse(s.text)
	if err != nil {
		return a.fail(err.Error())
	}
	var kept, moved []byte
	done, count := 0, 0
	for i, form := range m.Forms {
		if name, ok := form.Defines(); ok && slices.Contains(names, name) {
			u := doc.Units()[i].Span // with the comments that belong to it
			kept, moved = append(kept, s.text[done:u.Start]...), append(append(moved, u.In(s.text)...), '\n')
			done = u.End
			count++
		}
	}
	kept = append(kept, s.text[done:]...)
	target, err := formatted(moved)
	if err != nil {
		return a.fail(err.Error())
	}
	a.note(s.path, s.text, kept, count)
	a.note(to, nil, target, count)
	if err := a.write(s.path, kept); err != nil {
		return err
	}
	return a.write(to, target)
}

// formatted is the source of a module in canonical form and layout.
func formatted(source []byte) ([]byte, error) {
	m, err := (coreform.Language{}).Load(source)
	if err != nil {
		return nil, err
	}
	return m.Formatted()
}

// splice writes the forms of a module that changed into its text. Others keep their
// layout. A form more is one at the beginning.
func splice(text []byte, m *coreform.Module, forms []coreform.Term) ([]byte, error) {
	var out []byte
	done := 0
	spans := m.Spans()
	if extra := len(forms) - len(m.Forms); extra > 0 {
		head, err := (&coreform.Module{Forms: forms[:extra]}).Formatted()
		if err != nil {
			return nil, err
		}
		out = append(out, head...)
		if len(text) > 0 {
			out = append(out, '\n')
		}
		forms = forms[extra:]
	}
	for i, form := range forms {
		if coreform.Equal(form, m.Forms[i]) {
			continue
		}
		printed, err := (&coreform.Module{Forms: []coreform.Term{form}}).Formatted()
		if err != nil {
			return nil, err
		}
		for range form.Comments() { // which stand before the form already
			_, printed, _ = bytes.Cut(printed, []byte("\n"))
		}
		out = append(append(out, text[done:spans[i].Start]...), bytes.TrimRight(printed, "\n")...)
		done = spans[i].End
	}
	return append(out, text[done:]...), nil
}
