//go:build !windows

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// In the objects free, names and values are the occurrence's own; in those named,
// only the names are.
var (
	free  = []string{"facts", "parameters"}
	named = []string{"present", "by_kind"}
)

// mayBeMissing are the fields that a real document has and could do without,
// with what they are in. A field that names an encoding is another one.
var mayBeMissing = []string{
	// of merges
	"data.merged", "data.bases", "data.merge", "data.root", "data.snapshot", "files.class", "files.conflict",
	"files.language", "files.units", "files.proof", "units.base", "units.left", "units.right", "units.result",
	"units.choice", "units.set",
	// of patches
	"data.patch", "data.patch_h", "data.intent", "data.worktree", "ops.before_h", "ops.after_h", "ops.count",
	// of differences
	"files.mode", "files.old_mode", "from.object", "from.tree", "from.path", "to.object", "to.tree", "to.path",
	"data.git", "data.from", // of a commit from elsewhere, of a stream
	"data.next_action",                                            // where something is left to do
	"data.fallback", "forms.comments", "forms.name", "units.name", // of a text that has it
	"refs.git", "refs.hash", "refs.old", // of a ref that is new, or goes
	".files_budget_dropped", ".files_planned", ".records_suppressed", "action.command", "actor.email",
	"actor.name", "author.time", "committer.time", "correction_action.command", "data.branch",
	"data.changes", "data.content", "data.encoding", "data.hash", "data.noop", "data.operation",
	"data.out", "data.preview", "data.redone", "data.restored", "data.undone", "data.workspace",
	"diagnostic.correction_action", "operations.parent", "preview.content", "preview.encoding",
	"preview.kind", "preview.size", "repair_action.command",
}

// TestSchemasAreTight takes real documents of every kind and changes each field
// in turn: renamed, of another type, below zero or missing, none is accepted.
func TestSchemasAreTight(t *testing.T) {
	seen := map[string]bool{} // kinds, and one of the two outcomes
	mutations := 0
	for _, d := range documents(t) {
		var e map[string]any
		if err := json.Unmarshal(d.text, &e); err != nil {
			t.Fatal(err)
		}
		kind := e["kind"].(string)
		outcome := fmt.Sprint(e["ok"])
		changed, path, schema := any(e), "", "envelope"
		if seen[outcome] { // what is around the data is alike
			changed, path, schema = e["data"], ".data", contract.Kind(kind).SchemaName()
		}
		seen[kind], seen[outcome] = true, true
		mutate(changed, path, func(what string) {
			mutations++
			if contracttest.CheckSchema(schema, encode(t, changed)) == nil {
				t.Errorf("%s: accepted: %s", d.line, what)
			}
		})
		if e["data"] = map[string]any{}; contracttest.CheckSchema("envelope", encode(t, e)) == nil {
			t.Errorf("%s: the envelope accepts other data", d.line)
		}
	}
	if mutations < 1500 {
		t.Errorf("only %d mutations", mutations)
	}
	for _, c := range cli.Commands(families.All...) {
		if kind := string(contract.KindOf(c.Path...)); c.Raw == cli.NotRaw && !seen[kind] {
			t.Errorf("no document of %s", kind)
		}
	}
}

func encode(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// mutate changes each field below a value in turn, calls check, and takes the
// change back. Of a list the first element stands for the others.
func mutate(value any, path string, check func(what string)) {
	switch v := value.(type) {
	case []any:
		if len(v) > 0 {
			mutate(v[0], path+"[0]", check)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			mutateField(v, name, path+"."+name, check)
		}
	}
}

func mutateField(v map[string]any, name, path string, check func(what string)) {
	parent := strings.TrimSuffix(path, "."+name)
	parent = strings.TrimSuffix(parent[strings.LastIndex(parent, ".")+1:], "[0]")
	if slices.Contains(free, parent) {
		return
	}
	was := v[name]
	v[name] = otherType(was)
	check(fmt.Sprintf("%s is %v", path, v[name]))
	if n, ok := was.(float64); ok && n >= 0 && name != "seconds" {
		v[name] = -1 - n
		check(fmt.Sprintf("%s is %v", path, v[name]))
	}
	delete(v, name)
	if !strings.HasSuffix(name, "_encoding") && !slices.Contains(named, parent) && !slices.Contains(mayBeMissing, parent+"."+name) {
		check(path + " is missing")
	}
	if !slices.Contains(named, parent) {
		v[name+"_x"] = was
		check(path + "_x")
		delete(v, name+"_x")
	}
	v[name] = was
	mutate(was, path, check)
}

// otherType is a value of another JSON type, which null is not of what may be
// null.
func otherType(value any) any {
	switch value.(type) {
	case string:
		return 1
	case []any:
		return map[string]any{}
	case map[string]any, nil:
		return []any{}
	default:
		return "text"
	}
}
