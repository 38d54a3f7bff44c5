package coreform

import (
	"fmt"
	"slices"
)

// Split takes the definitions of the names out of the forms, in their order. A
// name that no form defines is an error.
func Split(forms []Term, names []string) (kept, moved []Term, err error) {
	defined := definitions(forms)
	for _, name := range names {
		if !defined[name] {
			return nil, nil, fmt.Errorf("there is no definition of %s", name)
		}
	}
	for _, form := range forms {
		if name, ok := form.Defines(); ok && slices.Contains(names, name) {
			moved = append(moved, form)
		} else {
			kept = append(kept, form)
		}
	}
	return kept, moved, nil
}

// SetChange is a change of a set of terms: what it becomes as a whole unless
// Replace is nil, then what goes, then what comes.
type SetChange struct {
	Replace, Remove, Add []Term
}

// metaName is what a module defines to say what it imports and exports.
const metaName = "::meta"

// ChangeMeta changes the vector of a key, for example :exports, in the quoted map
// that the module defines as ::meta. The vector is a set, sorted. A module without
// that definition gets one before all others, if there is something to be in it.
func ChangeMeta(forms []Term, key string, change SetChange) ([]Term, error) {
	name, err := SymbolOf(key)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(forms, func(f Term) bool {
		defines, ok := f.Defines()
		return ok && defines == metaName
	})
	if i < 0 {
		set := change.apply(nil)
		if len(set) == 0 {
			return forms, nil
		}
		empty, err := Quote(Term{tag: Map, depth: 1})
		if err != nil {
			return nil, err
		}
		meta, err := ListOf(symbol("def"), symbol(metaName), empty)
		if err != nil {
			return nil, err
		}
		forms, i = slices.Insert(slices.Clone(forms), 0, meta), 0
	}
	out := slices.Clone(forms)
	out[i], err = changeMeta(forms[i], name, change)
	return out, err
}

// changeMeta changes a vector in the form (def ::meta (quote {…})).
func changeMeta(form, key Term, change SetChange) (Term, error) {
	quote := form.items[2]
	if quote.head() != "quote" || len(quote.items) != 2 || quote.items[1].tag != Map {
		return Term{}, fmt.Errorf("%s is not a quoted map", metaName)
	}
	meta := quote.items[1]
	items := slices.Clone(meta.items)
	at := meta.valueOf(key)
	if at < 0 {
		items = append(items, key, Term{tag: Vector, depth: 1})
		at = len(items) - 1
	}
	set := items[at]
	if set.tag != Vector {
		return Term{}, fmt.Errorf("%s of %s is no vector", key, metaName)
	}
	set, err := set.with(change.apply(set.items))
	if err != nil {
		return Term{}, err
	}
	items[at] = set
	if meta, err = meta.with(sortEntries(items)); err != nil {
		return Term{}, err
	}
	if quote, err = quote.with([]Term{quote.items[0], meta}); err != nil {
		return Term{}, err
	}
	return form.with([]Term{form.items[0], form.items[1], quote})
}

// apply is what the set becomes.
func (c SetChange) apply(set []Term) []Term {
	if c.Replace != nil {
		set = c.Replace
	}
	out := slices.DeleteFunc(slices.Clone(set), func(t Term) bool {
		return slices.ContainsFunc(c.Remove, func(r Term) bool { return Equal(t, r) })
	})
	out = append(out, c.Add...)
	slices.SortStableFunc(out, Compare)
	return slices.CompactFunc(out, Equal)
}
