package agentcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// schemaResult is the data of `cli-schema`.
type schemaResult struct {
	Schema  string       `json:"schema" enum:"genesis/cli-schema-v0.1"`
	Profile string       `json:"runtime_profile" enum:"production"`
	Command cli.Node     `json:"command"`
	MCP     mcpInterface `json:"mcp_interface"`
}

// mcpInterface identifies the list of tools of the MCP server.
type mcpInterface struct {
	Schema   string `json:"schema" enum:"genesis/mcp-interface-v0.1"`
	Protocol string `json:"protocolVersion" enum:"2025-11-25"`
	Identity string `json:"identitySha256" pattern:"^[0-9a-f]{64}$"`
}

// noTools is the SHA-256 of the RFC 8785 form of a list without tools: there is
// no MCP server yet.
const noTools = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"

// Human implements cli.Result.
func (r *schemaResult) Human(p *render.Printer) { printCommands(p, &r.Command) }

// printCommands lists the commands of the tree.
func printCommands(p *render.Printer, root *cli.Node) {
	var rows [][]string
	for _, node := range root.Commands() {
		rows = append(rows, []string{p.Styled(render.Strong, node.Words()), node.About})
	}
	p.Table(nil, rows)
}

func schemaCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"cli-schema"},
		Short: "Describe every command and option for a program",
		Long: `Describes the command tree: of each command its options and arguments, their
types, defaults and allowed values, as the parser enforces them.`,
		Example: "  genesis cli-schema --json",
		Data:    []cli.Result{(*schemaResult)(nil)},
		Exits:   []contract.Status{},
		NoStore: true,
		Run: func(_ context.Context, env *cli.Env, _ []string) (cli.Result, error) {
			r := describe(env.Tree())
			return &r, nil
		},
	}
}

func describe(root *cli.Node) schemaResult {
	return schemaResult{
		Schema:  "genesis/cli-schema-v0.1",
		Profile: "production",
		Command: *root,
		MCP: mcpInterface{
			Schema:   "genesis/mcp-interface-v0.1",
			Protocol: "2025-11-25",
			Identity: noTools,
		},
	}
}
