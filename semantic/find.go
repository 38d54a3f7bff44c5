package semantic

// Found is a unit with the names that lead to it.
type Found struct {
	// Path is the unit's own name behind those of the units around it that have
	// one, joined by "/".
	Path string
	Unit *Unit
}

// Find gives the units that name stands for, in the order of the document: those
// whose path, name, or "kind name" is name. More than one means that name is
// ambiguous; none that there is no such unit.
func (d *Document) Find(name string) []Found {
	var out []Found
	d.Walk(func(f Found) {
		if f.Path == name || f.Unit.Name == name || f.Unit.Kind+" "+f.Unit.Name == name || f.Unit.Kind+" "+f.Path == name {
			out = append(out, f)
		}
	})
	return out
}

// Walk calls fn for each unit that has a name, parents before their parts.
func (d *Document) Walk(fn func(Found)) { walk(d.Root.Units, "", fn) }

func walk(units []Unit, prefix string, fn func(Found)) {
	for i := range units {
		u := &units[i]
		path := prefix
		if u.Name != "" {
			path = prefix + u.Name
			fn(Found{Path: path, Unit: u})
			path += "/"
		}
		walk(u.Units, path, fn)
	}
}
