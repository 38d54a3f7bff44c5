package coreform

import (
	"errors"
	"fmt"
	"slices"
)

// The reasons for which a name cannot be changed.
var (
	ErrCaptured = errors.New("the new name is bound around a place that the old one stands at")
	ErrDefined  = errors.New("the new name is defined already")
	errSameKey  = errors.New("two keys of a map would be the same")
)

// specials are the symbols that make a list something else than a call.
var specials = [...]string{"quote", "def", "fn", "if", "begin", "let", "prim", "seal", "unseal"}

// Rename changes the symbol from to to in forms in canonical form, wherever it
// stands for the definition of the module: not where a parameter or a binding of
// that name is meant, and in data and keys of maps only if quoted says so. count
// is how many symbols were changed. Errors: ErrCaptured, ErrDefined, and one for a
// name that is none.
func Rename(forms []Term, from, to string, quoted bool) (out []Term, count int, err error) {
	if err := checkName(to); err != nil {
		return nil, 0, err
	}
	s := &scope{data: quoted, bound: map[string]int{}}
	s.rewrite = func(name Term) (Term, error) {
		switch {
		case name.text != from || s.bound[from] > 0:
			return name, nil
		case s.bound[to] > 0:
			return Term{}, ErrCaptured
		}
		count++
		name.text = to
		return name, nil
	}
	defined := definitions(forms)
	if defined[from] && defined[to] && from != to {
		return nil, 0, ErrDefined
	}
	out, err = mapForms(forms, s.code)
	return out, count, err
}

// checkName refuses what is no symbol, and symbols that have a meaning of their own
// before other terms.
func checkName(name string) error {
	if slices.Contains(specials[:], name) {
		return fmt.Errorf("%s is no name", name)
	}
	_, err := SymbolOf(name)
	return err
}

// definitions are the names that the forms define.
func definitions(forms []Term) map[string]bool {
	out := map[string]bool{}
	for _, form := range forms {
		if name, ok := form.Defines(); ok {
			out[name] = true
		}
	}
	return out
}

func mapForms(forms []Term, visit func(Term) (Term, error)) ([]Term, error) {
	out := make([]Term, len(forms))
	for i, form := range forms {
		became, err := visit(form)
		if err != nil {
			return nil, err
		}
		out[i] = became
	}
	return out, nil
}

// RenameParam changes the first parameter of the methods of a contract from from to
// to: of the functions that are values of maps in the definition of that name, the
// canonical form of which is given. count is how many methods were changed. Errors:
// ErrCaptured, and one for a name that is none.
func RenameParam(forms []Term, contract, from, to string) (out []Term, count int, err error) {
	if err := checkName(to); err != nil {
		return nil, 0, err
	}
	var methods func(t Term) (Term, error)
	s := &scope{}
	methods = func(t Term) (Term, error) {
		if t.tag != Map && (t.tag != Pair || t.head() == "quote") {
			return t, nil
		}
		return s.each(t, func(i int, item Term) (Term, error) {
			if t.tag == Map && i%2 == 1 && item.head() == "fn" && item.items[1].items[0].text == from {
				count++
				return renameParam(item, from, to)
			}
			return methods(item)
		})
	}
	out, err = mapForms(forms, func(form Term) (Term, error) {
		if name, ok := form.Defines(); !ok || name != contract {
			return form, nil
		}
		return methods(form)
	})
	return out, count, err
}

// renameParam changes the parameter of a function. In its body the new name must
// not mean something else.
func renameParam(fn Term, from, to string) (Term, error) {
	body := fn.items[2]
	if from != to {
		if _, n, err := Rename([]Term{body}, to, to, false); err != nil || n > 0 {
			return Term{}, ErrCaptured
		}
	}
	renamed, _, err := Rename([]Term{body}, from, to, false)
	if err != nil {
		return Term{}, err
	}
	params := fn.items[1]
	name := params.items[0]
	name.text = to
	if params, err = params.with([]Term{name}); err != nil {
		return Term{}, err
	}
	return fn.with([]Term{fn.items[0], params, renamed[0]})
}
