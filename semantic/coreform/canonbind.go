package coreform

import "slices"

// codeFn makes of a function one of one parameter after the other. Comments stay
// with what they stand before; those at an end, at the outer and the last end.
func codeFn(t Term) (Term, error) {
	if len(t.items) < 3 {
		return Term{}, bad(t, "(fn (x) body) expects at least 2 arguments")
	}
	params := t.items[1]
	if err := checkParams(params); err != nil {
		return Term{}, err
	}
	body, err := codeBody(t.items[2:])
	if err != nil {
		return Term{}, err
	}
	last := len(params.items) - 1
	for i := last; i >= 0; i-- {
		outer, head := Term{tag: Pair, pos: t.pos}, symbol("fn")
		list := Term{tag: Pair, pos: params.pos}
		if i == last {
			list.note = params.note
			list = list.withComments(nil)
		}
		if i == 0 {
			outer, head = t, t.items[0]
			list = list.withComments(params.Comments())
		}
		if list, err = list.with(params.items[i : i+1]); err != nil {
			return Term{}, err
		}
		if body, err = outer.with([]Term{head, list, body}); err != nil {
			return Term{}, err
		}
	}
	return body, nil
}

func checkParams(params Term) error {
	switch {
	case !params.IsList():
		return bad(params, "(fn ...) parameter list must be a list")
	case len(params.items) == 0:
		return bad(params, "(fn ...) requires at least 1 parameter")
	}
	seen := make(map[string]bool, len(params.items))
	for _, p := range params.items {
		switch {
		case p.tag != Symbol:
			return bad(p, "(fn ...) parameters must be symbols")
		case seen[p.text]:
			return bad(p, "(fn ...) duplicate parameter: "+p.text)
		}
		seen[p.text] = true
	}
	return nil
}

func codeLet(t Term) (Term, error) {
	if len(t.items) < 3 {
		return Term{}, bad(t, "(let ((x e) ...) body...) expects bindings and body")
	}
	bindings, err := codeBindings(t.items[1])
	if err != nil {
		return Term{}, err
	}
	body, err := codeBody(t.items[2:])
	if err != nil {
		return Term{}, err
	}
	return t.with([]Term{t.items[0], bindings, body})
}

func codeBindings(bindings Term) (Term, error) {
	switch {
	case !bindings.IsList():
		return Term{}, bad(bindings, "(let ...) bindings must be a list")
	case bindings.tag == Nil:
		return bindings, nil
	}
	items := slices.Clone(bindings.items)
	seen := make(map[string]bool, len(items))
	for i, b := range items {
		if err := checkBinding(b, seen); err != nil {
			return Term{}, err
		}
		binding, err := codeFrom(b, 1)
		if err != nil {
			return Term{}, err
		}
		items[i] = binding
	}
	return bindings.with(items)
}

// checkBinding checks one binding and notes its name.
func checkBinding(b Term, seen map[string]bool) error {
	switch {
	case !b.IsList():
		return bad(b, "(let ...) binding must be a list (name expr)")
	case len(b.items) != 2:
		return bad(b, "(let ...) binding must have exactly 2 forms")
	case b.items[0].tag != Symbol:
		return bad(b.items[0], "(let ...) binding name must be symbol")
	case seen[b.items[0].text]:
		return bad(b.items[0], "(let ...) duplicate binding: "+b.items[0].text)
	}
	seen[b.items[0].text] = true
	return nil
}
