package shape

import (
	"bytes"
	"fmt"
	"slices"
)

// Fitted is a document that was made to fit.
type Fitted struct {
	Document []byte // with its line feed
	Dropped  int    // entries of the list that were dropped
	Cut      int    // entries of the list that were kept and shortened
	Outside  bool   // something was shortened or dropped outside of the list
}

// Places are the paths of what can be made smaller in a document, each as the
// names from the document on. A path of content goes through each list that it
// meets; the others go through none.
type Places struct {
	Records  []string   // the list of records, nil when there is none
	Content  [][]string // texts
	Maps     [][]string // objects whose names are data, too
	Optional [][]string // lists and maps that are left out when they are empty
	Least    []Least
}

// Least is a list that always has a number of entries.
type Least struct {
	Path    []string
	Entries int
}

// Fit makes an envelope (one line with its line feed) at most limit bytes long.
// As far as it is needed, and in this order, it
//
//   - drops records from the end, but the first;
//   - shortens the texts of content, the longest first;
//   - drops the first record;
//   - drops entries of other lists of the data, of its maps, and of lists in the
//     facts of the error and the parameters of diagnostics from their ends, of the
//     longest first;
//   - shortens other texts there, the message and the target, the longest first;
//   - takes the commands out of repair plans;
//   - empties facts and parameters.
//
// No other object of the data loses a field, but an optional one that is empty
// now, so the data keep to their schema.
// No text of 64 bytes or less is shortened but at a content path, nor is one
// that names something: an identity, a code, a kind, a schema. What comes from
// the catalog stays; a command of a repair plan goes where a parameter that it
// needs was shortened. A document that fits is returned as it is; one that
// cannot be made to fit is an error, which an envelope with 4 KiB is not.
func Fit(document []byte, places Places, limit int) (Fitted, error) {
	if len(document) <= limit {
		return Fitted{Document: document}, nil
	}
	object, err := checkObject(document)
	if err != nil {
		return Fitted{}, err
	}
	if bytes.IndexByte(object, '\n') >= 0 {
		return Fitted{}, errInvalid
	}
	f := fitting{limit: limit, least: map[*node]int{}}
	if f.root, err = parse(object, places.Records); err != nil {
		return Fitted{}, err
	}
	f.over = f.root.measure() + 1 - limit
	if f.list = f.root.at(places.Records); f.list != nil && f.list.kind != '[' {
		f.list = nil
	}
	for _, path := range places.Maps {
		if m := f.root.at(path); m != nil && m.kind == '{' {
			f.maps = append(f.maps, m)
		}
	}
	for _, l := range places.Least {
		f.least[f.root.at(l.Path)] = l.Entries
	}
	if err := f.shrink(places.Content); err != nil {
		return Fitted{}, err
	}
	f.trimTarget()
	f.leaveOut(places.Optional)
	f.unbindCommands(false)
	out := Fitted{Dropped: f.dropped}
	if f.list != nil {
		for _, entry := range f.list.kids {
			if entry.isChanged() {
				out.Cut++
			}
		}
		*f.list = node{raw: f.list.append(nil)} // what is left changed is outside
	}
	out.Outside = f.root.isChanged()
	out.Document = append(f.root.append(make([]byte, 0, f.root.measure()+1)), '\n')
	if len(out.Document) > limit {
		return Fitted{}, fmt.Errorf("shape: the document does not fit into %d bytes", limit)
	}
	return out, nil
}

// fitting is a document on its way to a limit.
type fitting struct {
	root    *node
	list    *node // of records, nil when there is none
	maps    []*node
	least   map[*node]int // how many entries a list has to have
	limit   int
	over    int // bytes too many
	dropped int // entries of list
}

// shrink takes the steps until nothing is over.
func (f *fitting) shrink(content [][]string) error {
	f.dropRecords(1)
	if f.list != nil {
		if err := f.list.expand(); err != nil {
			return err
		}
	}
	if f.over > 0 {
		f.cutTexts(f.contents(content), 0)
	}
	f.dropRecords(0)
	if f.over > 0 {
		f.dropEntries(f.lists())
	}
	if f.over > 0 {
		f.cutTexts(f.texts(), longText)
	}
	if f.over > 0 {
		f.unbindCommands(true)
		f.over = f.root.measure() + 1 - f.limit
	}
	for _, n := range f.factual() {
		f.empty(n)
	}
	return nil
}

// dropRecords drops entries of the list from its end until the document fits or
// only few are left.
func (f *fitting) dropRecords(few int) {
	if f.list == nil {
		return
	}
	for f.over > 0 && len(f.list.kids) > few {
		f.over -= f.list.dropLast()
		f.dropped++
	}
}

// dropEntries drops entries of lists and maps from their ends: each one that takes
// more bytes than a measure comes down to it, so that lists with the same entries
// keep the same ones. What some cannot give, the others have to.
func (f *fitting) dropEntries(lists []*node) {
	for f.over > 0 {
		lists = slices.DeleteFunc(lists, func(n *node) bool { return len(n.kids) <= f.least[n] })
		if len(lists) == 0 {
			return
		}
		f.dropFrom(lists)
	}
}

// dropFrom drops entries of lists that have some to spare.
func (f *fitting) dropFrom(lists []*node) {
	sizes := make([]int, len(lists))
	for i, n := range lists {
		sizes[i] = n.measure()
	}
	most := waterline(sizes, f.over, len("[]"))
	for i, n := range lists {
		for sizes[i] > most && len(n.kids) > f.least[n] {
			saved := n.dropLast()
			sizes[i] -= saved
			f.over -= saved
		}
	}
}

// cutTexts shortens texts: each that is longer than a measure, which is at least
// few bytes, comes down to it.
func (f *fitting) cutTexts(texts []text, few int) {
	sizes := make([]int, len(texts))
	for i, t := range texts {
		sizes[i] = len(t.node.raw) - 2
	}
	most := waterline(sizes, f.over, few)
	for _, t := range texts {
		out, cut := cutToWidth(t.node.raw, t.encoding, most)
		if cut {
			f.over -= len(t.node.raw) - len(out)
			t.node.raw, t.node.changed = out, true
		}
	}
}

// leaveOut takes out the optional lists and maps of which nothing is left.
func (f *fitting) leaveOut(optional [][]string) {
	for _, path := range optional {
		if n := f.root.at(path); n != nil && n.changed && len(n.kids) == 0 {
			f.root.at(path[:len(path)-1]).remove(path[len(path)-1])
		}
	}
}

// empty takes everything out of an object when the document does not fit yet.
func (f *fitting) empty(n *node) {
	if f.over <= 0 || len(n.kids) == 0 {
		return
	}
	f.over -= n.measure() - len("{}")
	n.names, n.kids, n.changed = nil, nil, true
}
