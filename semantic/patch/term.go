package patch

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/genesis-vcs/genesis/semantic/coreform"
)

// FromTerm reads a patch from a term, written by hand or in normal form. The error
// is a *DecodeError.
func FromTerm(t coreform.Term) (*Patch, error) {
	if t.Tag() != coreform.Map {
		return nil, wrong(-1, "", "a patch is a map")
	}
	p := &Patch{}
	seen := 0
	for i := 0; i < len(t.Items()); i += 2 {
		key, v := t.Items()[i], t.Items()[i+1]
		switch {
		case key.IsSymbol(":version"):
			if v.Tag() != coreform.Int || v.Value() != strconv.Itoa(Version) {
				return nil, wrong(-1, "version", "only version 1 is known")
			}
			seen |= 1
		case key.IsSymbol(":intent"):
			if v.Tag() != coreform.Str {
				return nil, wrong(-1, "intent", "is a string")
			}
			p.Intent = v.Value()
			seen |= 2
		case key.IsSymbol(":provenance"):
			if v.Tag() != coreform.Map {
				return nil, wrong(-1, "provenance", "is a map")
			}
			p.Provenance = v
			seen |= 4
		case key.IsSymbol(":ops"):
			if v.Tag() != coreform.Vector {
				return nil, wrong(-1, "ops", "is a vector")
			}
			seen |= 8
			for n, op := range v.Items() {
				o, err := opOf(n, op)
				if err != nil {
					return nil, err
				}
				p.Ops = append(p.Ops, o)
			}
		default:
			return nil, wrong(-1, key.String(), "there is no such key")
		}
	}
	if seen != 15 {
		return nil, wrong(-1, "", "it has :version, :intent, :provenance and :ops, all of them")
	}
	return p, nil
}

func opOf(n int, t coreform.Term) (Op, error) {
	if t.Tag() != coreform.Map {
		return Op{}, wrong(n, "", "an operation is a map")
	}
	name := valueOf(t, "op")
	if name.Tag() != coreform.Symbol && name.Tag() != coreform.Str {
		return Op{}, wrong(n, "op", "is the name of an operation")
	}
	op, ok := operationOf(strings.TrimPrefix(name.Value(), ":"))
	if !ok {
		return Op{}, wrong(n, "op", "there is no operation "+name.Value())
	}
	for i := 0; i < len(t.Items()); i += 2 {
		key := t.Items()[i]
		if _, ok := op.field(strings.TrimPrefix(key.Value(), ":")); !key.IsSymbol(":op") && (!ok || key.Tag() != coreform.Symbol || key.Value()[0] != ':') {
			return Op{}, wrong(n, key.String(), op.name+" has no such key")
		}
	}
	return op.read(n, func(f field) coreform.Term { return valueOf(t, f.key) })
}

// read makes an operation in normal form.
func (op operation) read(n int, value func(f field) coreform.Term) (Op, error) {
	out := Op{Name: op.name}
	name, err := coreform.StrOf(":" + op.name)
	if err != nil {
		return Op{}, err
	}
	items := []any{"op", name}
	for _, f := range op.fields {
		v := value(f)
		switch {
		case v.Tag() == coreform.Nil && f.required && f.sort != sortTerm:
			return Op{}, wrong(n, f.key, "is missing")
		case v.Tag() != coreform.Nil && f.sort == sortContent:
			if v.Tag() != coreform.Str && v.Tag() != coreform.Bytes {
				return Op{}, wrong(n, f.key, "is text or bytes")
			}
			out.Content, out.Carries = []byte(v.Value()), true
			v = coreform.Term{}
		case v.Tag() != coreform.Nil:
			if v, err = f.normal(v); err != nil {
				return Op{}, wrong(n, f.key, err.Error())
			}
		}
		items = append(items, f.key, v)
	}
	if out.Term, err = mapOf(items...); err != nil {
		return Op{}, wrong(n, "", err.Error())
	}
	if out.Name == "write-file" {
		err = out.settle()
	} else {
		err = out.agree()
	}
	if err != nil {
		return Op{}, wrong(n, "", err.Error())
	}
	return out, nil
}

// settle gives a written file the id of the content that it carries.
func (o *Op) settle() error {
	mode, id := o.text("mode"), o.text("new")
	switch {
	case mode == ModeDir && (id != "" || o.Carries):
		return fmt.Errorf("an empty directory has no content")
	case mode == ModeDir:
		return nil
	case mode == ModeGitlink && o.Carries:
		return fmt.Errorf("a gitlink has no content")
	case !o.Carries && id == "":
		return fmt.Errorf("there is neither :new nor :content")
	case !o.Carries:
		return nil
	}
	is := ContentID(o.Content)
	if id != "" && id != is {
		return fmt.Errorf("the content has the id %s, not %s", is, id)
	}
	t, err := coreform.StrOf(is)
	if err != nil {
		return err
	}
	o.Term, err = with(o.Term, "new", t)
	return err
}

// agree refuses keys that exclude each other.
func (o *Op) agree() error {
	has := func(key string) bool { return o.get(key).Tag() != coreform.Nil }
	if o.Name == "replace-node" && (has("path") == has("unit") || has("unit") != has("text") || has("unit") && has("new")) {
		return fmt.Errorf("it has either :path and :new or :unit and :text")
	}
	return nil
}

// with is a map with another value for a key.
func with(m coreform.Term, key string, v coreform.Term) (coreform.Term, error) {
	k, err := coreform.SymbolOf(":" + key)
	if err != nil {
		return coreform.Term{}, err
	}
	return coreform.MapOf(append(slices.Clone(m.Items()), k, v)...)
}

var hexes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{64}$`) })

// normal is a value as the normal form has it.
func (f field) normal(v coreform.Term) (coreform.Term, error) {
	text := v.Tag() == coreform.Str || v.Tag() == coreform.Symbol
	switch f.sort {
	case sortPath:
		return normalPath(v)
	case sortText:
		if text {
			return coreform.StrOf(v.Value())
		}
		return v, fmt.Errorf("is a string")
	case sortHash:
		if text && hexes().MatchString(v.Value()) {
			return coreform.StrOf(v.Value())
		}
		return v, fmt.Errorf("is 64 hex digits")
	case sortIdent:
		if text && (hexes().MatchString(v.Value()) || len(v.Value()) == 40 && hexes().MatchString(v.Value()+strings.Repeat("0", 24))) {
			return coreform.StrOf(v.Value())
		}
		return v, fmt.Errorf("is 64 hex digits, or the 40 of a gitlink")
	case sortMode:
		if text && ValidMode(strings.TrimPrefix(v.Value(), ":")) {
			return coreform.StrOf(strings.TrimPrefix(v.Value(), ":"))
		}
		return v, fmt.Errorf("is file, exec, symlink, dir, gitlink or six octal digits")
	case sortBool:
		if v.Tag() == coreform.Bool {
			return v, nil
		}
		return v, fmt.Errorf("is true or false")
	case sortSteps:
		p, err := coreform.ParsePath(v)
		if err != nil {
			return v, err
		}
		return normalSteps(p)
	case sortSet, sortNames:
		return normalSet(v, f.sort == sortNames)
	case sortModule:
		return normalModule(v)
	case sortMap:
		if v.Tag() == coreform.Map {
			return v, nil
		}
		return v, fmt.Errorf("is a map")
	case sortHunks:
		return normalHunks(v)
	default:
		return v, nil
	}
}

// normalPath is a path in a tree: relative, with no component that leads elsewhere.
func normalPath(v coreform.Term) (coreform.Term, error) {
	if v.Tag() != coreform.Str && v.Tag() != coreform.Symbol && v.Tag() != coreform.Bytes {
		return v, fmt.Errorf("is text or bytes")
	}
	p := v.Value()
	if p == "" || p == "." || path.Clean(p) != p || path.IsAbs(p) || p == ".." || strings.HasPrefix(p, "../") || strings.ContainsRune(p, 0) {
		return v, fmt.Errorf("is not a path within the tree")
	}
	return contentTerm(p)
}

// normalSteps has the steps' names as strings.
func normalSteps(p coreform.Path) (coreform.Term, error) {
	t, err := p.Term()
	if err != nil {
		return t, err
	}
	steps := make([]coreform.Term, len(t.Items()))
	for i, step := range t.Items() {
		items := slices.Clone(step.Items())
		if items[0], err = coreform.StrOf(items[0].Value()); err != nil {
			return t, err
		}
		if steps[i], err = coreform.VectorOf(items...); err != nil {
			return t, err
		}
	}
	return coreform.VectorOf(steps...)
}

func normalSet(v coreform.Term, names bool) (coreform.Term, error) {
	if v.Tag() != coreform.Vector {
		return v, fmt.Errorf("is a vector")
	}
	items := slices.Clone(v.Items())
	for i, item := range items {
		if !names {
			continue
		}
		if item.Tag() != coreform.Str && item.Tag() != coreform.Symbol {
			return v, fmt.Errorf("is a vector of names")
		}
		name, err := coreform.StrOf(item.Value())
		if err != nil {
			return v, err
		}
		items[i] = name
	}
	slices.SortStableFunc(items, coreform.Compare)
	return coreform.VectorOf(slices.CompactFunc(items, coreform.Equal)...)
}

// normalModule is the source of a module: in canonical layout if the patch has its
// forms, as it is if the patch has its text.
func normalModule(v coreform.Term) (coreform.Term, error) {
	switch v.Tag() {
	case coreform.Str:
		_, err := (coreform.Language{}).Load([]byte(v.Value()))
		return v, err
	case coreform.Vector:
		m, err := (&coreform.Module{Forms: v.Items()}).Canonical()
		if err != nil {
			return v, err
		}
		text, err := m.Formatted()
		if err != nil {
			return v, err
		}
		return coreform.StrOf(string(text))
	default:
		return v, fmt.Errorf("is a source or a vector of forms")
	}
}

func normalHunks(v coreform.Term) (coreform.Term, error) {
	if v.Tag() != coreform.Vector {
		return v, fmt.Errorf("is a vector")
	}
	out := make([]coreform.Term, len(v.Items()))
	for i, h := range v.Items() {
		if h.Tag() != coreform.Map {
			return v, fmt.Errorf("a hunk is a map")
		}
		for k := 0; k < len(h.Items()); k += 2 {
			key := h.Items()[k]
			if key.Tag() != coreform.Symbol || !slices.Contains(hunkFields[:], strings.TrimPrefix(key.Value(), ":")) {
				return v, fmt.Errorf("a hunk has no key %s", key)
			}
		}
		var err error
		if out[i], err = normalHunk(h); err != nil {
			return v, err
		}
	}
	return coreform.VectorOf(out...)
}

func normalHunk(h coreform.Term) (coreform.Term, error) {
	var items []any
	for _, key := range hunkFields {
		v := valueOf(h, key)
		if key == "line" {
			if n, err := strconv.Atoi(v.Value()); v.Tag() != coreform.Int || err != nil || n < 1 {
				return v, fmt.Errorf("the :line of a hunk is a number from 1")
			}
		} else {
			if v.Tag() == coreform.Nil {
				v, _ = coreform.StrOf("")
			}
			if v.Tag() != coreform.Str && v.Tag() != coreform.Bytes {
				return v, fmt.Errorf("the lines of a hunk are text or bytes")
			}
			var err error
			if v, err = contentTerm(v.Value()); err != nil {
				return v, err
			}
		}
		items = append(items, key, v)
	}
	return mapOf(items...)
}
