package agentcmd

import (
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// diagnosticResult is the data of `agent-index --diagnostic`.
type diagnosticResult struct {
	Schema     string          `json:"schema" enum:"genesis/agent-index-v0.1"`
	Diagnostic contract.Record `json:"diagnostic"`
}

// Human implements cli.Result.
func (r *diagnosticResult) Human(p *render.Printer) {
	d := &r.Diagnostic
	p.Linef("%s  %s", p.Styled(render.Strong, d.Code), d.Message)
	later := ""
	if d.Retryable {
		later = ", may succeed by itself later"
	}
	p.Linef("exit %d, %s%s", d.Exit, d.ErrorClass, later)
	for _, cause := range d.LikelyCauses {
		p.Linef("likely: %s", cause)
	}
	for _, action := range d.SafeRepairActions {
		p.Linef("helps: %s", action)
	}
	p.Linef("next: %s", d.NextSafeAction)
}

// explain finds the catalog's record of a code, which has to match exactly. The
// record is made from the registry, like the catalog.
func explain(code string) (cli.Result, error) {
	if f := contract.Lookup(code); f != nil {
		return &diagnosticResult{Schema: indexSchema, Diagnostic: f.Record()}, nil
	}
	facts := contract.Facts{"value": code}
	if near, ok := cli.Nearest(code, codes()); ok {
		facts["suggestions"] = []string{near}
	}
	return nil, contract.Fail("agent-index/diagnostic-not-found", facts)
}

// codes are those of the registry.
func codes() []string {
	var codes []string
	for _, f := range contract.Faults() {
		codes = append(codes, f.Code)
	}
	return codes
}
