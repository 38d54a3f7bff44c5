package unitdiff

// Across finds units that moved from one file to another: those that one file lost
// and another one got, of one kind and path and with most of their words. It marks
// both changes. Each element of files is what Compare said of one file. A name that
// several files lost or got does not tell, and the members of sets, like imports, do
// not move.
func Across(files [][]Change) {
	gone, come := places{}, places{}
	for file, changes := range files {
		for i := range changes {
			switch c := &changes[i]; c.What {
			case Removed:
				gone.add(c.Old, file, c)
			case Added:
				come.add(c.New, file, c)
			case Changed, Moved, Renamed:
			}
		}
	}
	for l, from := range gone {
		to := come[l]
		if from.change == nil || to.change == nil || from.file == to.file {
			continue
		}
		old, now := from.change.Old, to.change.New
		if old.Unit.Hash != now.Unit.Hash && !alike(old.Text(), now.Text()) {
			continue
		}
		for _, change := range []*Change{from.change, to.change} {
			change.What, change.Old, change.New, change.From, change.To = Moved, old, now, from.file, to.file
			if old.Unit.Hash != now.Unit.Hash {
				change.What, change.Moved = Changed, true
			}
		}
	}
}

// alike says whether most of two texts is the same.
func alike(a, b []byte) bool {
	c := comparison{left: len(a) + len(b)}
	return c.bag(a).alike(c.bag(b)) >= leastAlike
}

// places are the files that lost or got a unit.
type places map[label]place

// place is the one file; change is nil where there are several.
type place struct {
	file   int
	change *Change
}

func (p places) add(part *Part, file int, c *Change) {
	if part.Path == "" || part.Unit.Set {
		return
	}
	l := label{part.Unit.Kind, part.Path}
	if _, twice := p[l]; twice {
		p[l] = place{}
		return
	}
	p[l] = place{file, c}
}
