package agentcmd_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// genesis runs a command line of the whole program in an empty directory that is
// no workspace, without a home, and holds what it prints against the contract.
func genesis(t *testing.T, args ...string) (stdout []byte, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	std := cli.IO{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
	status = cli.Run(args, std, nil, families.All...)
	if err := contracttest.CheckRun(args, status, out.Bytes(), errs.Bytes()); err != nil {
		t.Fatalf("genesis %s: %v\n%s", strings.Join(args, " "), err, out.Bytes())
	}
	return out.Bytes(), status
}

// data runs a command line that succeeds and reads the data of its envelope.
func data(t *testing.T, into any, args ...string) {
	t.Helper()
	stdout, status := genesis(t, append(args, "--json")...)
	if status != 0 {
		t.Fatalf("genesis %s ends with %d: %s", strings.Join(args, " "), status, stdout)
	}
	if err := json.Unmarshal(stdout, &struct{ Data any }{into}); err != nil {
		t.Fatal(err)
	}
}

type exitCode struct {
	Code       int    `json:"code"`
	Name       string `json:"name"`
	ErrorClass string `json:"error_class"`
	Retryable  bool   `json:"retryable"`
	Source     string `json:"source"`
}

type surface struct {
	Tools []struct {
		Name       string `json:"name"`
		SchemaHint string `json:"schema_hint"`
		StdoutKind string `json:"stdout_kind"`
	} `json:"tools"`
	ExitCodes    []exitCode     `json:"exit_codes"`
	FlagContract []cli.FlagRule `json:"flag_contract"`
	Discovery    struct {
		SchemaNames []string `json:"schema_names"`
	} `json:"discovery"`
}

func TestSurfaceIsTheSameInBothForms(t *testing.T) {
	t.Chdir(t.TempDir())
	bare, status := genesis(t, "agent-surface")
	if err := contracttest.CheckSurface(bare); err != nil || status != 0 {
		t.Fatalf("the bare line (exit %d): %v", status, err)
	}
	var line, enveloped map[string]json.RawMessage
	if err := json.Unmarshal(bare, &line); err != nil {
		t.Fatal(err)
	}
	data(t, &enveloped, "agent-surface")
	for name, value := range enveloped {
		if !bytes.Equal(line[name], value) {
			t.Errorf("%s differs between the bare line and the envelope", name)
		}
		delete(line, name)
	}
	for _, name := range []string{"ok", "target_resolved", "target_source", "workspace_source"} {
		if _, ok := line[name]; !ok {
			t.Errorf("the bare line is not stamped with %s", name)
		}
		delete(line, name)
	}
	if len(line) > 0 {
		t.Errorf("the bare line has more: %v", line)
	}
}

func TestToolsAreTheCommands(t *testing.T) {
	var s surface
	data(t, &s, "agent-surface")
	var names, want []string
	for _, tool := range s.Tools {
		names = append(names, tool.Name)
		schema, ok := cli.Schema(tool.SchemaHint)
		printed, status := genesis(t, "--print-schema", tool.SchemaHint)
		if !ok || status != 0 || !bytes.Equal(printed, schema) {
			t.Errorf("%s: the schema %s cannot be printed", tool.Name, tool.SchemaHint)
		}
	}
	for _, node := range cli.Describe(families.All...).Commands() {
		want = append(want, node.Words())
	}
	if !slices.Equal(names, want) || !slices.IsSorted(names) {
		t.Errorf("the tools are %q, want the commands, sorted: %q", names, want)
	}
	if !slices.Equal(s.Discovery.SchemaNames, cli.SchemaNames()) || !slices.IsSorted(s.Discovery.SchemaNames) {
		t.Errorf("the names of the schemas are %q", s.Discovery.SchemaNames)
	}
}

// The last note names every command that answers with something else than JSON,
// also where only --json makes it JSON; the help of each says the same.
func TestRawStreamsAreListed(t *testing.T) {
	var s struct{ Notes []string }
	data(t, &s, "agent-surface")
	want := "raw streams: completion, man, store batch; fmt --stdout, git export --stream, store get, vcs diff --unified, vcs diff --as-patch, vcs merge3 --files without --json"
	if got := s.Notes[len(s.Notes)-1]; got != want {
		t.Errorf("the note is %q, want %q", got, want)
	}
	help, status := genesis(t, "help", "store", "get")
	if line := "\n  stdout  the content itself, a raw stream; with --json one JSON object\n"; status != 0 || !strings.Contains(string(help), line) {
		t.Errorf("the help of store get lacks %q:\n%s", line, help)
	}
}

// TestExitCodesAreTheRegistry reads the rows back: each fault once, each status
// of a process once, and nothing else.
func TestExitCodesAreTheRegistry(t *testing.T) {
	var s surface
	data(t, &s, "agent-surface")
	want := map[exitCode]bool{}
	for _, f := range contract.Faults() {
		want[exitCode{int(f.Exit), f.Code, string(f.Class()), f.Retryable, "error-variant"}] = true
	}
	for code, name := range map[int]string{
		0: "ok", 124: "timeout", 130: "interrupted", 134: "crashed", 141: "broken-pipe", 143: "interrupted",
	} {
		want[exitCode{code, name, "permanent", false, "process"}] = true
	}
	for i, row := range s.ExitCodes {
		if !want[row] {
			t.Errorf("unexpected row %+v", row)
		}
		delete(want, row)
		if i > 0 && fmt.Sprintf("%03d %s", s.ExitCodes[i-1].Code, s.ExitCodes[i-1].Name) >= fmt.Sprintf("%03d %s", row.Code, row.Name) {
			t.Errorf("row %d is out of order: %+v", i, row)
		}
	}
	for row := range want {
		t.Errorf("no row %+v", row)
	}
}

// TestFlagContractIsEnforced asks a command that can honor nothing for every
// flag that some command refuses: the reason is one that the contract states.
func TestFlagContractIsEnforced(t *testing.T) {
	t.Chdir(t.TempDir())
	var s surface
	data(t, &s, "agent-surface")
	values := map[string]string{"--filter": ".", "--select": "a", "--limit": "1", "--truncate-content": "1", "--store": "x", "--lock-timeout": "1s"}
	refused := 0
	for _, rule := range s.FlagContract {
		if !strings.Contains(rule.Semantics, "The command ") && !strings.Contains(rule.Semantics, "The result of the command has no ") {
			continue
		}
		if rule.Flag == "--json" || rule.Flag == "--ndjson" || rule.Flag == "--max-output-bytes" {
			continue // refused by raw streams alone
		}
		args := []string{"version", "--json", rule.Flag}
		if value := values[rule.Flag]; value != "" {
			args = append(args, value)
		}
		stdout, status := genesis(t, args...)
		var answer struct{ Error contract.ErrorObject }
		if err := json.Unmarshal(stdout, &answer); err != nil {
			t.Fatal(err)
		}
		if status != 2 || answer.Error.Code != "usage/flag-conflict" || !strings.Contains(rule.Semantics, answer.Error.Message) {
			t.Errorf("%s: exit %d, %s: %s; the contract says: %s", rule.Flag, status, answer.Error.Code, answer.Error.Message, rule.Semantics)
		}
		refused++
	}
	if refused < len(values) {
		t.Errorf("only %d flags were refused", refused)
	}
}

func TestInterfaceWithoutToolsHasTheIdentityOfAnEmptyList(t *testing.T) {
	var got struct {
		MCP struct {
			Identity string `json:"identitySha256"`
		} `json:"mcp_interface"`
	}
	data(t, &got, "cli-schema")
	sum := sha256.Sum256([]byte("[]")) // RFC 8785 leaves it as it is
	if want := hex.EncodeToString(sum[:]); got.MCP.Identity != want {
		t.Errorf("the identity is %s, want %s", got.MCP.Identity, want)
	}
}

// TestDiagnosticIsTheCatalogsRecord compares every record with the published
// catalog, byte for byte but for the blanks of its indentation.
func TestDiagnosticIsTheCatalogsRecord(t *testing.T) {
	t.Chdir(t.TempDir())
	content, err := docs.Spec.ReadFile("spec/GC_DIAGNOSTIC_CATALOG_v0.1.json")
	if err != nil {
		t.Fatal(err)
	}
	var catalog struct{ Diagnostics []json.RawMessage }
	if err := json.Unmarshal(content, &catalog); err != nil {
		t.Fatal(err)
	}
	for _, published := range catalog.Diagnostics {
		var record struct{ Code string }
		var want bytes.Buffer
		if err := json.Unmarshal(published, &record); err != nil {
			t.Fatal(err)
		}
		if err := json.Compact(&want, published); err != nil {
			t.Fatal(err)
		}
		var got struct{ Diagnostic json.RawMessage }
		data(t, &got, "agent-index", "--diagnostic", record.Code)
		if !bytes.Equal(got.Diagnostic, want.Bytes()) {
			t.Errorf("%s is\n%s, want\n%s", record.Code, got.Diagnostic, want.Bytes())
		}
	}
}

// TestAllowedValuesAreEnforced gives every option that lists its values a wrong
// one, which is refused for that, and each right one, which is not.
func TestAllowedValuesAreEnforced(t *testing.T) {
	t.Chdir(t.TempDir())
	root := cli.Describe(families.All...)
	tried := 0
	for _, node := range root.Commands() {
		for i, option := range node.Options {
			tried += tryValues(t, node, option, before(node.Options[:i]))
		}
	}
	for _, option := range root.Options {
		tried += tryValues(t, root.Find("version"), option, nil)
	}
	if tried == 0 {
		t.Error("no option lists its values")
	}
}

// before are values for the arguments that stand before another one.
func before(options []cli.Option) []string {
	var args []string
	for _, o := range options {
		switch {
		case !o.Positional:
		case len(o.Allowed) > 0:
			args = append(args, o.Allowed[0])
		default:
			args = append(args, "x")
		}
	}
	return args
}

func tryValues(t *testing.T, node *cli.Node, o cli.Option, args []string) (tried int) {
	t.Helper()
	if len(o.Allowed) == 0 {
		return 0
	}
	for _, value := range append([]string{"no-such-value"}, o.Allowed...) {
		line := append(append(slices.Clone(node.Path[1:]), args...), value)
		if o.Long != nil {
			line = append(slices.Clone(node.Path[1:]), "--"+*o.Long, value)
		}
		if node.Command.Raw == cli.NotRaw {
			line = append(line, "--json")
		}
		var errs bytes.Buffer
		std := cli.IO{Stdin: strings.NewReader(""), Stdout: &errs, Stderr: &errs}
		status := cli.Run(line, std, nil, families.All...)
		wrong := value == "no-such-value"
		refused := status == 2 && strings.Contains(errs.String(), "usage/bad-argument") && strings.Contains(errs.String(), strconv.Quote(value))
		if node.Command.Raw != cli.NotRaw {
			refused = status == 2 && strings.Contains(errs.String(), "usage/bad-argument")
		}
		if refused != wrong {
			t.Errorf("genesis %s: exit %d, refused %v\n%s", strings.Join(line, " "), status, refused, errs.String())
		}
	}
	return 1
}
