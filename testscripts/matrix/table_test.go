package matrix

// invocation is how the matrix runs a command: a command line that succeeds in
// a place.
type invocation struct {
	// args come behind the command's words. $ONE, $TWO (commits), $BLOB, $OP and
	// $SNAP are replaced by what the place has.
	args  []string
	stdin string
	// before are command lines that the place needs besides.
	before [][]string
	// reads is a file of the place that the command reads; it is taken away, and
	// made unreadable.
	reads string
	// moves: the command writes the working tree.
	moves bool
	// writes is a file beside the store that it writes.
	writes string
	// both: it changes the store as well.
	both bool
	// steps: it publishes several times and may be stopped in between.
	steps bool
	// changes: it changes the store without an operation in its result.
	changes bool
	// anywhere: it needs no workspace.
	anywhere bool
}

// invocations has one entry for every command.
var invocations = map[string]invocation{
	"version": {anywhere: true},
	"init":    {args: []string{"../new"}, writes: "new", anywhere: true},

	"completion":    {args: []string{"bash"}, anywhere: true},
	"man":           {args: []string{"store", "put"}, anywhere: true},
	"cli-schema":    {anywhere: true},
	"agent-surface": {anywhere: true},
	"agent-index":   {args: []string{"--diagnostic", "store/corrupt"}, anywhere: true},

	"store put":      {args: []string{"untracked"}, reads: "untracked"},
	"store get":      {args: []string{"$BLOB", "--out", "out"}, writes: "out"},
	"store has":      {args: []string{"$BLOB"}},
	"store ls":       {},
	"store stat":     {},
	"store verify":   {args: []string{"--reachable"}},
	"store cat-tree": {args: []string{"main"}},
	"store batch":    {stdin: `{"op":"put","content":"x","encoding":"utf-8"}` + "\n", changes: true},
	"store repair":   {args: []string{"--rebuild-catalog"}},

	"store optimize": {steps: true},

	"git import":       {args: []string{"--from", "../copy"}, before: [][]string{{"git", "export", "--to", "../copy"}, {"refs", "delete", "refs/heads/side"}}},
	"git merge-driver": {args: []string{"base", "base", "theirs", "name"}, reads: "theirs", writes: "base", anywhere: true},
	"git export":       {args: []string{"--to", "../copy"}, writes: "copy", both: true},

	"refs get":    {args: []string{"refs/heads/main"}},
	"refs list":   {},
	"refs set":    {args: []string{"refs/heads/new", "$ONE", "--expected-old", "absent"}},
	"refs delete": {args: []string{"refs/heads/side", "--expected-old", "$ONE"}},
	"refs update": {args: []string{"--stdin"}, stdin: "set refs/tags/new $ONE absent\ndelete refs/heads/side\n"},

	"commit new":  {args: []string{"--message-file", "message"}, reads: "message"},
	"commit show": {args: []string{"main"}},

	"vcs diff":     {args: []string{"main~1", "main", "--out", "../patch"}, writes: "patch"},
	"vcs status":   {reads: "untracked"},
	"vcs log":      {},
	"vcs blame":    {args: []string{"a"}},
	"vcs why":      {args: []string{"a", "--lines", "1"}},
	"vcs snapshot": {reads: "untracked"},
	"vcs checkout": {args: []string{"$ONE"}, moves: true},
	"vcs switch":   {args: []string{"side"}, moves: true},
	"vcs merge":    {args: []string{"main"}, before: [][]string{{"vcs", "switch", "side"}}, moves: true},
	"vcs branch":   {args: []string{"new", "$ONE"}},
	"vcs tag":      {args: []string{"new", "$ONE", "-m", "text"}},

	"vcs merge3":           {args: []string{"--base", "$ONE", "--left", "main", "--right", "side"}, before: [][]string{{"vcs", "switch", "side"}, {"commit", "new", "-m", "three", "--", "untracked"}}},
	"vcs resolve-conflict": {args: []string{"--conflict", "$CONFLICT", "--strategy", "left"}},

	"vcs apply": {args: []string{"--base", "main", "--patch", "patch"}, reads: "patch"},

	"parse":    {args: []string{"module.gc"}, reads: "module.gc", anywhere: true},
	"fmt":      {args: []string{"module.gc"}, reads: "module.gc", writes: "module.gc", anywhere: true},
	"vcs hash": {args: []string{"--in", "module.gc"}, reads: "module.gc", anywhere: true},

	"op log":     {},
	"op show":    {args: []string{"$OP"}},
	"op undo":    {before: [][]string{{"vcs", "switch", "side"}}, moves: true},
	"op redo":    {before: [][]string{{"vcs", "switch", "side"}, {"op", "undo"}}, moves: true},
	"op restore": {args: []string{"$OP"}, before: [][]string{{"vcs", "switch", "side"}}, moves: true},
}
