package coreform

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoNode says that a path leads to nothing.
var ErrNoNode = errors.New("there is no such node")

// StepKind is the sort of a step.
type StepKind uint8

// The sorts of steps.
const (
	StepForm StepKind = iota // to a form of the module; the first step and no other
	StepCar                  // to the first element of a list
	StepCdr                  // to the list behind the first element
	StepVec                  // to an element of a vector
	StepMap                  // to the value of a key
)

var stepNames = [...]string{":form", ":pair-car", ":pair-cdr", ":vec", ":map"}

// Step is a step of a path.
type Step struct {
	Kind  StepKind
	Index int  // of StepForm and StepVec
	Key   Term // of StepMap
}

// term is the step as CoreForm writes it: [:vec 3].
func (s Step) term() Term {
	items := []Term{symbol(stepNames[s.Kind])}
	switch s.Kind {
	case StepForm, StepVec:
		items = append(items, IntOf(int64(s.Index)))
	case StepMap:
		items = append(items, s.Key)
	case StepCar, StepCdr:
	}
	t, _ := Term{tag: Vector}.with(items) // a key is no deeper than the map that has it
	return t
}

// Path leads from the forms of a module to a term in one of them.
type Path []Step

// Term is the path as CoreForm writes it.
func (p Path) Term() (Term, error) {
	items := make([]Term, len(p))
	for i, s := range p {
		items[i] = s.term()
	}
	return VectorOf(items...)
}

// ParsePath reads a path from a term. What a step is called may be a string, too.
func ParsePath(t Term) (Path, error) {
	if t.tag != Vector || len(t.items) == 0 {
		return nil, fmt.Errorf("a path is a vector of steps: %s", t)
	}
	path := make(Path, len(t.items))
	for i, item := range t.items {
		step, err := parseStep(item)
		if err != nil {
			return nil, err
		}
		if (step.Kind == StepForm) != (i == 0) {
			return nil, errors.New("the first step of a path, and no other, is [:form index]")
		}
		path[i] = step
	}
	return path, nil
}

func parseStep(t Term) (Step, error) {
	wrong := fmt.Errorf("%s is no step of a path", t)
	if t.tag != Vector || len(t.items) == 0 || (t.items[0].tag != Symbol && t.items[0].tag != Str) {
		return Step{}, wrong
	}
	kind := slices.Index(stepNames[:], t.items[0].text)
	if kind < 0 {
		return Step{}, wrong
	}
	step, args := Step{Kind: StepKind(kind)}, t.items[1:]
	switch step.Kind {
	case StepCar, StepCdr:
		if len(args) != 0 {
			return Step{}, wrong
		}
	case StepMap:
		if len(args) != 1 {
			return Step{}, wrong
		}
		step.Key = args[0].withComments(nil)
	case StepForm, StepVec:
		if len(args) != 1 || !args[0].isIndex(&step.Index) {
			return Step{}, wrong
		}
	}
	return step, nil
}

// isIndex reads an integer that may be an index.
func (t Term) isIndex(n *int) bool {
	if t.tag != Int || t.text[0] == '-' || len(t.text) > 10 {
		return false
	}
	for _, c := range []byte(t.text) {
		*n = *n*10 + int(c-'0')
	}
	return true
}

// Get is the term that the path leads to. The error is ErrNoNode.
func Get(forms []Term, path Path) (Term, error) {
	form, rest, err := first(forms, path)
	if err != nil {
		return Term{}, err
	}
	t := forms[form]
	for len(rest) > 0 {
		if t, rest, err = t.follow(rest); err != nil {
			return Term{}, err
		}
	}
	return t, nil
}

// first takes the step to a form.
func first(forms []Term, path Path) (form int, rest Path, err error) {
	if len(path) == 0 || path[0].Kind != StepForm || path[0].Index >= len(forms) {
		return 0, nil, ErrNoNode
	}
	return path[0].Index, path[1:], nil
}

// follow takes the first step, of a list all steps to one element or to its rest.
func (t Term) follow(path Path) (Term, Path, error) {
	i, rest, err := t.step(path)
	switch {
	case err != nil:
		return Term{}, nil, err
	case len(rest) == 0 && path[len(path)-1].Kind == StepCdr:
		return t.tail(i), nil, nil
	}
	return t.items[i], rest, nil
}

// step gives the index of the item that the first steps lead to. Where they end
// with StepCdr it is the index of the first item of the rest of the list.
func (t Term) step(path Path) (i int, rest Path, err error) {
	switch s := path[0]; {
	case s.Kind == StepVec && t.tag == Vector && s.Index < len(t.items):
		return s.Index, path[1:], nil
	case s.Kind == StepMap && t.tag == Map:
		if i = t.valueOf(s.Key); i >= 0 {
			return i, path[1:], nil
		}
	case (s.Kind == StepCar || s.Kind == StepCdr) && t.tag == Pair:
		for i < len(path) && path[i].Kind == StepCdr {
			i++
		}
		switch {
		case i == len(path) && i <= len(t.items):
			return i, nil, nil
		case i < len(path) && i < len(t.items) && path[i].Kind == StepCar:
			return i, path[i+1:], nil
		}
	}
	return 0, nil, ErrNoNode
}

// valueOf is the index of the value that a map has for a key, or -1.
func (t Term) valueOf(key Term) int {
	for i := 0; i < len(t.items); i += 2 {
		if Equal(t.items[i], key) {
			return i + 1
		}
	}
	return -1
}

// tail is the list behind the first n elements. Its depth is no more than given.
func (t Term) tail(n int) Term {
	if n == len(t.items) {
		return Term{}
	}
	return Term{tag: Pair, depth: t.depth, noted: t.noted, pos: t.items[n].pos, items: t.items[n:]}
}

// Replace puts a term in the place of the one that the path leads to, which
// leaves its comments to it unless it has some. The forms are not brought into
// canonical form. Errors: ErrNoNode, ErrTooDeep, and one for a rest of a list
// that is no list.
func Replace(forms []Term, path Path, by Term) ([]Term, error) {
	form, rest, err := first(forms, path)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(forms)
	out[form], err = forms[form].replace(rest, by)
	return out, err
}

func (t Term) replace(path Path, by Term) (Term, error) {
	if len(path) == 0 {
		if len(by.Comments()) == 0 {
			by = by.withComments(t.Comments())
		}
		return by, nil
	}
	i, rest, err := t.step(path)
	if err != nil {
		return Term{}, err
	}
	if len(rest) == 0 && path[len(path)-1].Kind == StepCdr {
		if !by.IsList() {
			return Term{}, errImproper
		}
		return t.with(slices.Concat(t.items[:i], by.items))
	}
	items := slices.Clone(t.items)
	if items[i], err = t.items[i].replace(rest, by); err != nil {
		return Term{}, err
	}
	return t.with(items)
}
