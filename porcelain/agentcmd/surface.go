package agentcmd

import (
	"context"
	"slices"
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// surfaceResult is the data of `agent-surface`, the surface manifest.
type surfaceResult struct {
	Type         string         `json:"type" enum:"agent_surface"`
	Version      string         `json:"version"`
	Integration  string         `json:"integration" enum:"subprocess-cli-json"`
	Tools        []tool         `json:"tools"`
	ExitCodes    []exitCode     `json:"exit_codes"`
	FlagContract []cli.FlagRule `json:"flag_contract"`
	Discovery    discovery      `json:"discovery"`
	Notes        []string       `json:"notes"`
}

// tool is a command as an agent calls it.
type tool struct {
	Type        string  `json:"type" enum:"tool"`
	Name        string  `json:"name" jsonschema:"the words behind genesis"`
	Summary     string  `json:"summary"`
	SchemaHint  string  `json:"schema_hint" jsonschema:"a name for --print-schema"`
	Available   bool    `json:"available"`
	InstallHint *string `json:"install_hint"`
	StdoutKind  string  `json:"stdout_kind" enum:"json,ndjson,shell-script,human-text"`

	// What a call is made of; the schema of the manifest leaves room for it.
	Usage   string   `json:"usage" jsonschema:"the command line; an argument behind -- stands after it"`
	Flags   []string `json:"flags" jsonschema:"the global flags that mean something here"`
	Records *string  `json:"records" jsonschema:"the field of data that is the list of records, or null"`
	Mutates bool     `json:"mutates" jsonschema:"whether it changes something, and so takes --dry-run"`
}

// discovery says how to get the schemas.
type discovery struct {
	Flag        string   `json:"flag"`
	ListForm    string   `json:"list_form"`
	NameForm    string   `json:"name_form"`
	SchemaNames []string `json:"schema_names"`
}

// Human implements cli.Result. The manifest is a line of JSON in both modes.
func (*surfaceResult) Human(*render.Printer) {}

// notes are what the fields of the manifest cannot say.
var notes = [...]string{
	"call a tool as genesis, the words of its name, its arguments, --json; the answer is one envelope and one line feed",
	"schema_hint names the schema of the envelope's data; of a failure without a result it is that of the envelope alone",
	"a tool whose stdout_kind is not json prints a raw stream; its failures are for people, on standard error",
	"genesis cli-schema --json describes the arguments and flags of every tool; those whose help begins with after -- stand behind --",
	"genesis agent-index --diagnostic CODE --json explains a failure; its next_safe_action never destroys anything",
	"nothing ever asks a question or opens an editor",
}

func surfaceCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"agent-surface"},
		Short: "Print the manifest of tools and exit statuses",
		Long: `Prints one line of JSON: the commands as tools, every exit status with the codes
of the faults that end with it, the rules of the global flags, and how to get the
schemas. With --json the envelope carries it.`,
		Example: "  genesis agent-surface\n  genesis agent-surface --json",
		Data:    []cli.Result{(*surfaceResult)(nil)},
		Bare:    true,
		Exits:   []contract.Status{},
		NoStore: true,
		Run: func(_ context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			return surface(env.Tree()), nil
		},
	}
}

func surface(root *cli.Node) *surfaceResult {
	return &surfaceResult{
		Type:         "agent_surface",
		Version:      cli.Version(),
		Integration:  "subprocess-cli-json",
		Tools:        tools(root),
		ExitCodes:    exitCodes(),
		FlagContract: cli.FlagContract(root),
		Discovery: discovery{
			Flag:        "--print-schema",
			ListForm:    "the names of the schemas, one a line, as text",
			NameForm:    "the schema with this name, byte for byte as published",
			SchemaNames: cli.SchemaNames(),
		},
		Notes: append(notes[:], rawStreams(root)),
	}
}

// tools lists the commands by name.
func tools(root *cli.Node) []tool {
	var list []tool
	for _, node := range root.Commands() {
		list = append(list, tool{
			Type:       "tool",
			Name:       node.Words(),
			Summary:    node.About,
			SchemaHint: schemaHint(node.Command),
			Available:  true,
			StdoutKind: stdoutKind(node.Command),
			Usage:      node.Usage,
			Flags:      honored(node.Command),
			Records:    records(node.Command),
			Mutates:    node.Command.Mutates,
		})
	}
	return list
}

// honored are the global flags that mean something to a command, sorted.
func honored(c *cli.CommandData) []string {
	flags := make([]string, len(c.Honors))
	for i, name := range c.Honors {
		flags[i] = "--" + name
	}
	return slices.Sorted(slices.Values(flags))
}

// records is the name of the list of records, or nil.
func records(c *cli.CommandData) *string {
	if c.Records == "" {
		return nil
	}
	return &c.Records
}

// schemaHint is the schema of the data, or where a raw stream has none that of
// the envelope.
func schemaHint(c *cli.CommandData) string {
	name := c.Kind.SchemaName()
	if _, ok := cli.Schema(name); !ok {
		return "envelope"
	}
	return name
}

func stdoutKind(c *cli.CommandData) string {
	if c.Raw != cli.NotRaw {
		return string(c.Raw)
	}
	return "json"
}

// rawStreams lists the commands whose stdout is no envelope.
func rawStreams(root *cli.Node) string {
	var always, asked []string
	for _, node := range root.Commands() {
		switch {
		case node.Command.Raw != cli.NotRaw:
			always = append(always, node.Words())
		case node.Command.Content:
			asked = append(asked, node.Words())
		}
		for _, flag := range node.Command.ContentWith {
			asked = append(asked, node.Words()+" --"+flag)
		}
	}
	return "raw streams: " + strings.Join(always, ", ") + "; " + strings.Join(asked, ", ") + " without --json"
}
