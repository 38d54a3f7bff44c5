package agentcmd

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// indexSchema is the schema id of both results of `agent-index`.
const indexSchema = "genesis/agent-index-v0.1"

// indexResult is the data of `agent-index`: what an agent needs to plan.
type indexResult struct {
	Schema    string         `json:"schema" enum:"genesis/agent-index-v0.1"`
	CLISchema schemaResult   `json:"cli_schema"`
	Catalog   catalogSummary `json:"diagnostic_catalog"`
	Schemas   []string       `json:"schemas"`
	Docs      []document     `json:"docs"`
	// ObligationDefaults are the obligations that hold without being declared.
	// There are none.
	ObligationDefaults []string        `json:"obligation_defaults"`
	MissingSources     []missingSource `json:"missing_sources"`
}

// catalogSummary identifies the catalog of diagnostics and lists its codes.
type catalogSummary struct {
	contract.CatalogRef
	Diagnostics int         `json:"diagnostics"` // how many
	Codes       []faultCode `json:"codes"`
}

// faultCode is what a plan needs to know about a fault.
type faultCode struct {
	Code      string          `json:"code"`
	Exit      contract.Status `json:"exit"`
	Retryable bool            `json:"retryable"`
}

// missingSource is something that an index of this sort could draw on, which
// this build does not have.
type missingSource struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

var missingSources = [...]missingSource{
	{"agent-cards", "this build has no task cards"},
	{"evaluator", "this build stores files and their history; it does not evaluate code"},
	{"mcp-interface", "this build has no MCP server; the identity in cli_schema is that of a list without tools"},
	{"obligation-profiles", "this build records the obligations of commits and has none of its own"},
	{"symbol-index", "this build does not read the symbols of source files"},
}

// Human implements cli.Result.
func (r *indexResult) Human(p *render.Printer) {
	printCommands(p, &r.CLISchema.Command)
	p.Linef("")
	for _, d := range r.Docs {
		p.Linef("%s  %s", p.Styled(render.Strong, d.Path), d.Title)
	}
	p.Linef("")
	p.Linef("%d diagnostics in %s, %d schemas", r.Catalog.Diagnostics, r.Catalog.Path, len(r.Schemas))
}

func indexCommand() *cli.Command {
	var code string
	return &cli.Command{
		Path:  []string{"agent-index"},
		Short: "Print what a program needs to plan, or explain a code",
		Long: `Prints the index for planning: the command tree, the codes of all faults, the
names of the schemas, a map of the documents, and what this build does not have.
With --diagnostic it prints what the catalog says about exactly this code.`,
		Example: "  genesis agent-index --json\n  genesis agent-index --diagnostic store/busy",
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVar(&code, "diagnostic", "", "print the catalog's record of `CODE`")
		},
		Data:    []cli.Result{(*indexResult)(nil), (*diagnosticResult)(nil)},
		Exits:   []contract.Status{contract.NotFound},
		NoStore: true,
		Run: func(_ context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			if code != "" {
				return explain(code)
			}
			return index(env.Tree())
		},
	}
}

func index(root *cli.Node) (cli.Result, error) {
	docs, err := docsMap()
	if err != nil {
		return nil, err
	}
	return &indexResult{
		Schema:             indexSchema,
		CLISchema:          describe(root),
		Catalog:            summarize(),
		Schemas:            cli.SchemaNames(),
		Docs:               docs,
		ObligationDefaults: []string{},
		MissingSources:     missingSources[:],
	}, nil
}

// summarize lists the codes of the registry in the catalog's order.
func summarize() catalogSummary {
	s := catalogSummary{CatalogRef: contract.PublishedCatalog()}
	for _, f := range contract.Faults() {
		s.Codes = append(s.Codes, faultCode{f.Code, f.Exit, f.Retryable})
	}
	slices.SortFunc(s.Codes, func(a, b faultCode) int { return cmp.Compare(a.Code, b.Code) })
	s.Diagnostics = len(s.Codes)
	return s
}
