package shape

import (
	"bytes"
	"slices"
	"strings"
)

// longText is the length that no text which is no content is shortened below:
// that of the hexadecimal form of an identity.
const longText = 64

// text is a text of a document with the way it is encoded.
type text struct {
	node     *node
	encoding encoding
}

// regions are the parts of an envelope that come from the run and not from the
// catalog, the data last.
func (f *fitting) regions() []*node {
	regions := f.factual()
	if data := f.root.field("data"); data != nil {
		regions = append(regions, data)
	}
	return regions
}

// factual are the facts of the error and the parameters of the diagnostics.
func (f *fitting) factual() []*node {
	var parts []*node
	if facts := f.root.at([]string{"error", "context", "facts"}); facts != nil {
		parts = append(parts, facts)
	}
	if diagnostics := f.root.field("diagnostics"); diagnostics != nil {
		for _, d := range diagnostics.kids {
			if parameters := d.field("parameters"); parameters != nil {
				parts = append(parts, parameters)
			}
		}
	}
	return parts
}

// lists are the lists and maps of the regions that lie in no other one, the list
// of records left out.
func (f *fitting) lists() []*node {
	var lists []*node
	var walk func(n *node)
	walk = func(n *node) {
		switch {
		case n == f.list:
		case n.kind == '[' || slices.Contains(f.maps, n):
			lists = append(lists, n)
		default:
			for _, kid := range n.kids {
				walk(kid)
			}
		}
	}
	for _, region := range f.regions() {
		walk(region)
	}
	return lists
}

// contents are the texts at the content paths.
func (f *fitting) contents(paths [][]string) []text {
	var texts []text
	var collect func(n *node, enc encoding)
	collect = func(n *node, enc encoding) {
		if n.kind == '"' {
			texts = append(texts, text{n, enc})
		}
		if n.kind == '[' {
			for _, kid := range n.kids {
				collect(kid, enc)
			}
		}
	}
	var walk func(n *node, tree *pathTree)
	walk = func(n *node, tree *pathTree) {
		for i, kid := range n.kids {
			if n.kind == '[' {
				walk(kid, tree)
				continue
			}
			switch next := tree.below[n.names[i].name]; {
			case next == nil:
			case next.whole:
				collect(kid, n.encodingOf(i))
			default:
				walk(kid, next)
			}
		}
	}
	walk(f.root, newPathTree(paths))
	return texts
}

// texts are the texts of the regions that name nothing, the message of the error
// and the target.
func (f *fitting) texts() []text {
	var texts []text
	var walk func(n *node, enc encoding)
	walk = func(n *node, enc encoding) {
		if n.kind == '"' {
			texts = append(texts, text{n, enc})
		}
		for i, kid := range n.kids {
			if n.kind == '[' {
				walk(kid, enc)
			} else if !namesSomething(n.names[i].name) {
				walk(kid, n.encodingOf(i))
			}
		}
	}
	for _, region := range f.regions() {
		walk(region, plain)
	}
	if message := f.root.at([]string{"error", "message"}); message != nil {
		walk(message, plain)
	}
	for i, name := range f.root.names {
		if name.name == "target_resolved" {
			walk(f.root.kids[i], f.root.encodingOf(i))
		}
	}
	return texts
}

// trimTarget takes away the comma that a shortened list of targets may end with:
// behind it would be a target without a name.
func (f *fitting) trimTarget() {
	target := f.root.field("target_resolved")
	if target == nil || target.kind != '"' || !target.changed {
		return
	}
	if text := bytes.TrimRight(bytes.TrimSuffix(target.raw, []byte{'"'}), ","); len(text) < len(target.raw)-1 {
		target.raw = append(bytes.Clone(text), '"')
	}
}

// namesSomething reports whether the value of a field is a name that means
// something else when it is shortened.
func namesSomething(field string) bool {
	switch field {
	case "schema", "kind", "code", "id", "hash":
		return true
	}
	return strings.HasSuffix(field, "_schema") || strings.HasSuffix(field, "_sha256") || strings.HasSuffix(field, "_encoding")
}

// unbindCommands takes the command out of each repair plan that names a
// parameter which was shortened or dropped: with it, the command would do
// something else. With all it takes every command out.
func (f *fitting) unbindCommands(all bool) {
	diagnostics := f.root.field("diagnostics")
	if diagnostics == nil {
		return
	}
	for _, d := range diagnostics.kids {
		plan := d.field("repair_plan")
		action := plan.field("action")
		command := action.field("command")
		if command == nil || !all && !needsChanged(command, d.field("parameters")) {
			continue
		}
		action.remove("command")
		action.set("automaticEligible", "false")
		plan.field("authorization").set("automatic_allowed", "false")
	}
}

// needsChanged reports whether a word of the command stands for a parameter that
// is not what it was.
func needsChanged(command, parameters *node) bool {
	for _, word := range command.kids {
		name, ok := strings.CutPrefix(strings.Trim(string(word.raw), `"`), "{")
		if !ok {
			continue
		}
		name = strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
		if parameter := parameters.field(name); parameter == nil || parameter.isChanged() {
			return true
		}
	}
	return false
}

// set replaces the value of a field, if it is there.
func (n *node) set(name, value string) {
	if field := n.field(name); field != nil {
		*field = node{raw: []byte(value), changed: true}
	}
}
