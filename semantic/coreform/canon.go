package coreform

import "slices"

// badForm is why a part of a form has no canonical form.
type badForm struct {
	at  int
	msg string
}

func (e *badForm) Error() string { return e.msg }

func bad(t Term, msg string) error { return &badForm{t.Offset(), msg} }

// code is the canonical form of a term that is evaluated. What is data stays as it
// is: what is quoted, vectors, keys of maps.
func code(t Term) (Term, error) {
	switch t.tag {
	case Pair:
		return codeList(t)
	case Map:
		items := slices.Clone(t.items)
		for i := 1; i < len(items); i += 2 {
			value, err := code(items[i])
			if err != nil {
				return Term{}, err
			}
			items[i] = value
		}
		return t.with(items)
	default:
		return t, nil
	}
}

// codeList picks the rule of a list by the name of its first symbol.
func codeList(t Term) (Term, error) {
	switch t.head() {
	case "quote":
		if len(t.items) != 2 {
			return Term{}, bad(t, "(quote ...) expects exactly 1 argument")
		}
		return t, nil
	case "def":
		return codeDef(t)
	case "fn":
		return codeFn(t)
	case "if":
		if len(t.items) != 4 {
			return Term{}, bad(t, "(if cond then else) expects exactly 3 arguments: "+t.excerpt())
		}
		return codeFrom(t, 1)
	case "begin":
		if len(t.items) == 1 {
			return Term{}, bad(t, "(begin ...) expects at least 1 argument")
		}
		return codeFrom(t, 1)
	case "let":
		return codeLet(t)
	case "prim":
		return codePrim(t)
	case "seal":
		if len(t.items) != 1 && len(t.items) != 3 {
			return Term{}, bad(t, "(seal) or (seal v tok)")
		}
		return codeFrom(t, 1)
	case "unseal":
		if len(t.items) != 3 {
			return Term{}, bad(t, "(unseal w tok) expects exactly 2 arguments")
		}
		return codeFrom(t, 1)
	}
	return codeCall(t)
}

// codeFrom is the list with its elements from the index on as code.
func codeFrom(t Term, index int) (Term, error) {
	items := slices.Clone(t.items)
	for i := index; i < len(items); i++ {
		item, err := code(items[i])
		if err != nil {
			return Term{}, err
		}
		items[i] = item
	}
	return t.with(items)
}

// codeCall makes of a call one of one argument after the other. A list of one
// element is no call: it is that element.
func codeCall(t Term) (Term, error) {
	call, err := code(t.items[0])
	if err != nil {
		return Term{}, err
	}
	if len(t.items) == 1 {
		lead := slices.Concat(t.Comments(), call.Comments(), t.endComments())
		return call.withComments(lead), nil
	}
	for i, arg := range t.items[1:] {
		if arg, err = code(arg); err != nil {
			return Term{}, err
		}
		outer := Term{tag: Pair, pos: t.pos}
		if i == len(t.items)-2 {
			outer = t
		}
		if call, err = outer.with([]Term{call, arg}); err != nil {
			return Term{}, err
		}
	}
	return call, nil
}

func codeDef(t Term) (Term, error) {
	switch {
	case len(t.items) != 3:
		return Term{}, bad(t, "(def name expr) expects exactly 2 arguments")
	case t.items[1].tag != Symbol:
		return Term{}, bad(t.items[1], "(def ...) name must be a symbol")
	}
	return codeFrom(t, 2)
}

func codePrim(t Term) (Term, error) {
	switch {
	case len(t.items) == 1:
		return Term{}, bad(t, "(prim op ...) expects op")
	case t.items[1].tag != Symbol:
		return Term{}, bad(t.items[1], "(prim ...) op must be a symbol")
	}
	return codeFrom(t, 2)
}

// codeBody is the one expression that several ones in a row come to.
func codeBody(exprs []Term) (Term, error) {
	if len(exprs) == 1 {
		return code(exprs[0])
	}
	begin := Term{tag: Pair, pos: exprs[0].pos, items: append([]Term{symbol("begin")}, exprs...)}
	return codeFrom(begin, 1)
}
