package coreform

// scope visits the symbols of forms in canonical form that stand for what they
// name, and rewrites them. It knows which names are bound around them.
type scope struct {
	// rewrite gives what a symbol becomes; bound counts how often each name is bound
	// around it.
	rewrite func(symbol Term) (Term, error)
	// data says that symbols in data are visited, too, and keys of maps.
	data  bool
	bound map[string]int
}

// code visits a term that is evaluated.
func (s *scope) code(t Term) (Term, error) {
	switch t.tag {
	case Symbol:
		return s.rewrite(t)
	case Vector:
		return s.quoted(t)
	case Map:
		return s.entries(t)
	case Pair:
		return s.list(t)
	default:
		return t, nil
	}
}

// entries visits the values of a map, and the keys if data is visited.
func (s *scope) entries(t Term) (Term, error) {
	return s.each(t, func(i int, item Term) (Term, error) {
		if i%2 == 0 {
			return s.quoted(item)
		}
		return s.code(item)
	})
}

// quoted visits a term that is data.
func (s *scope) quoted(t Term) (Term, error) {
	switch {
	case !s.data:
		return t, nil
	case t.tag == Symbol:
		return s.rewrite(t)
	}
	return s.each(t, func(_ int, item Term) (Term, error) { return s.quoted(item) })
}

// list visits a list that is evaluated, by the rule of its head.
func (s *scope) list(t Term) (Term, error) {
	switch t.head() {
	case "quote":
		return s.from(t, 1, s.quoted)
	case "prim":
		return s.from(t, 2, s.code)
	case "def", "if", "begin", "seal", "unseal":
		return s.from(t, 1, s.code)
	case "fn":
		return s.fn(t)
	case "let":
		return s.let(t)
	}
	return s.from(t, 0, s.code)
}

// fn visits the body of a function, in which its parameters are bound.
func (s *scope) fn(t Term) (Term, error) {
	params := t.items[1].items
	s.bind(params, 1)
	defer s.bind(params, -1)
	return s.from(t, 2, s.code)
}

// let visits bindings, in each of which the names before it are bound, and the
// body, in which all are.
func (s *scope) let(t Term) (Term, error) {
	bindings, err := s.each(t.items[1], func(_ int, b Term) (Term, error) {
		b, err := s.from(b, 1, s.code)
		if err == nil {
			s.bind(b.items[:1], 1)
		}
		return b, err
	})
	if err != nil {
		return Term{}, err
	}
	for _, b := range bindings.items {
		defer s.bind(b.items[:1], -1)
	}
	return s.each(t, func(i int, item Term) (Term, error) {
		switch i {
		case 0:
			return item, nil
		case 1:
			return bindings, nil
		}
		return s.code(item)
	})
}

// bind begins or ends a binding of names.
func (s *scope) bind(names []Term, by int) {
	for _, name := range names {
		s.bound[name.text] += by
	}
}

// from visits the items from the index on.
func (s *scope) from(t Term, index int, visit func(Term) (Term, error)) (Term, error) {
	return s.each(t, func(i int, item Term) (Term, error) {
		if i < index {
			return item, nil
		}
		return visit(item)
	})
}

// each makes a term of what its items become, and gives the term itself if none
// becomes another one.
func (s *scope) each(t Term, visit func(i int, item Term) (Term, error)) (Term, error) {
	var items []Term
	for i, item := range t.items {
		became, err := visit(i, item)
		if err != nil {
			return Term{}, err
		}
		if items == nil && !same(item, became) {
			items = append(make([]Term, 0, len(t.items)), t.items[:i]...)
		}
		if items != nil {
			items = append(items, became)
		}
	}
	switch {
	case items == nil:
		return t, nil
	case t.tag == Map:
		items = sortEntries(items)
		if len(items) < len(t.items) {
			return Term{}, errSameKey
		}
	}
	return t.with(items)
}

// same says that what a visit gave is the term that it was given.
func same(a, b Term) bool {
	if len(a.items) == 0 || len(b.items) == 0 {
		return len(a.items) == len(b.items) && a.text == b.text
	}
	return len(a.items) == len(b.items) && &a.items[0] == &b.items[0]
}
