package cli

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/render"
)

// globals are the flags that every command has.
type globals struct {
	workspace      string
	store          string
	json           bool
	ndjson         bool
	filter         string
	selected       string
	limit          int
	dryRun         bool
	preview        bool
	truncate       int
	maxOutput      int
	lockTimeout    time.Duration
	timeout        time.Duration
	progress       render.Mode
	noColor        bool
	quiet          bool
	printSchema    bool
	help           bool
	version        bool
	limitAliasUsed bool
}

// defaultLockTimeout is how long a command waits for another process.
const defaultLockTimeout = 30 * time.Second

// minOutput is the least --max-output-bytes: an envelope of a failure and its
// diagnostic fit into it.
const minOutput = 4 << 10

// register declares the global flags.
func (g *globals) register(fs *pflag.FlagSet) {
	fs.StringVarP(&g.workspace, "workspace", "C", "", "run as if started in `DIR`")
	fs.StringVar(&g.store, "store", "", "use the store in `DIR` instead of the workspace's")
	fs.BoolVar(&g.json, "json", false, "answer with one JSON object")
	fs.BoolVar(&g.ndjson, "ndjson", false, "answer with one JSON object a line: the records, then the envelope")
	fs.StringVar(&g.filter, "filter", "", "keep the records for which the jq expression `EXPR` is true")
	fs.StringVar(&g.selected, "select", "", "keep these `FIELDS` of each record: a,b.c")
	Int(fs, &g.limit, "limit", 0, "list at most `N` records")
	fs.BoolVar(&g.dryRun, "dry-run", false, "show what would change and change nothing")
	fs.BoolVar(&g.preview, "preview", false, "show the resulting content and change nothing")
	Int(fs, &g.truncate, "truncate-content", 0, "shorten texts of content to `N` bytes")
	Int(fs, &g.maxOutput, "max-output-bytes", 0, "print at most `N` bytes")
	fs.DurationVar(&g.lockTimeout, "lock-timeout", defaultLockTimeout, "wait at most `DUR` for another process")
	fs.DurationVar(&g.timeout, "timeout", 0, "give up after `DUR`")
	Choice(fs, &g.progress, "progress", render.Modes, render.ProgressAuto, "show progress on stderr as `MODE`")
	fs.BoolVar(&g.noColor, "no-color", false, "never use color")
	fs.BoolVarP(&g.quiet, "quiet", "q", false, "print nothing for people but errors")
	fs.BoolVar(&g.printSchema, printSchemaFlag, false, "print the schema that the next argument names, or the names")
	fs.BoolVarP(&g.help, "help", "h", false, "print the help of the command")
	fs.BoolVar(&g.version, "version", false, "print the version")
}

// machine reports whether the answer is JSON.
func (g *globals) machine() bool { return g.json || g.ndjson }

// wantsJSON finds out from the bare arguments whether the caller wants JSON, so
// that a command line that does not parse is answered in JSON all the same.
func wantsJSON(args []string) bool {
	var json, ndjson bool
	for _, arg := range args {
		if arg == "--" {
			break
		}
		name, value, inline := strings.Cut(arg, "=")
		on, err := strconv.ParseBool(value)
		on = !inline || on || err != nil // whoever asks for it in a wrong way asks for it
		switch name {
		case "--json":
			json = on
		case "--ndjson":
			ndjson = on
		}
	}
	return json || ndjson
}

// registerOf declares the flags of a command beside the global ones.
func (g *globals) registerOf(c *Command, fs *pflag.FlagSet) {
	if c.Flags != nil {
		c.Flags(fs)
	}
	if c.LimitAlias != "" {
		Int(fs, &g.limit, c.LimitAlias, 0, "the same as --limit `N`")
	}
}
