package patch

// sort is what a field may hold.
type sort uint8

const (
	sortPath    sort = iota // a path in the tree: text, or bytes
	sortText                // a string; a symbol stands for its name
	sortHash                // 64 hex digits
	sortIdent               // the id of a content, or of a commit in Git
	sortMode                // the mode of an entry
	sortBool                // true or false
	sortContent             // text, or bytes
	sortTerm                // any term
	sortSteps               // a path in a module
	sortSet                 // a vector whose order has no meaning
	sortNames               // a set of strings
	sortModule              // a source, or a vector of forms
	sortMap                 // a map
	sortHunks               // changes of a text
)

// field is a key that an operation has.
type field struct {
	key      string
	sort     sort
	required bool
}

// operation is what an operation is called and has.
type operation struct {
	name   string
	fields []field
}

var oldHash = field{"old-h", sortHash, false}

var onModule = field{"module-path", sortPath, true}

// operations is the closed list of what a patch can do.
func operations() []operation {
	meta := []field{onModule, oldHash, {"add", sortSet, false}, {"remove", sortSet, false}, {"replace", sortSet, false}}
	return []operation{
		{"write-file", []field{{"path", sortPath, true}, {"old", sortIdent, false}, {"old-mode", sortMode, false}, {"new", sortIdent, false}, {"mode", sortMode, true}, {"content", sortContent, false}}},
		{"remove-file", []field{{"path", sortPath, true}, {"old", sortIdent, false}, {"old-mode", sortMode, false}}},
		{"move-file", []field{{"path", sortPath, true}, {"to", sortPath, true}, {"old", sortIdent, false}}},
		{"set-mode", []field{{"path", sortPath, true}, {"old-mode", sortMode, true}, {"mode", sortMode, true}}},
		{"edit-text", []field{{"path", sortPath, true}, {"old", sortIdent, false}, {"new", sortIdent, false}, {"hunks", sortHunks, true}}},
		{"add-module", []field{onModule, {"content", sortModule, true}}},
		{"remove-module", []field{onModule, oldHash}},
		{"replace-node", []field{onModule, {"path", sortSteps, false}, {"new", sortTerm, false}, {"unit", sortText, false}, {"text", sortText, false}, oldHash}},
		{"replace-node-id", []field{onModule, {"node-id", sortHash, true}, {"new", sortTerm, true}, oldHash}},
		{"rename-symbol", []field{onModule, {"from", sortText, true}, {"to", sortText, true}, {"quoted", sortBool, false}, oldHash}},
		{"move-module", []field{{"from-module-path", sortPath, true}, {"to-module-path", sortPath, true}, oldHash}},
		{"split-module", []field{onModule, {"to-module-path", sortPath, true}, {"symbols", sortNames, true}, oldHash}},
		{"rewrite-imports", meta},
		{"rewrite-exports", meta},
		{"update-manifest", []field{
			{"set", sortMap, false}, {"obligations-add", sortNames, false}, {"obligations-remove", sortNames, false},
			{"tests-add", sortNames, false}, {"tests-remove", sortNames, false}, {"caps-policy", sortText, false}, oldHash,
		}},
		{"migrate-contract-signature", []field{onModule, {"contract-symbol", sortText, true}, {"from-param", sortText, true}, {"to-param", sortText, true}, oldHash}},
	}
}

// operationOf finds an operation by its name.
func operationOf(name string) (operation, bool) {
	for _, o := range operations() {
		if o.name == name {
			return o, true
		}
	}
	return operation{}, false
}

func (op operation) field(key string) (field, bool) {
	for _, f := range op.fields {
		if f.key == key {
			return f, true
		}
	}
	return field{}, false
}

// hunkFields are the keys of a hunk.
var hunkFields = [...]string{"line", "before", "old", "new", "after"}
