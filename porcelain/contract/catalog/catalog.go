// Package catalog makes the published catalog of diagnostics from the registry
// of faults. It is not linked into the binary, which knows only the identity.
package catalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/gowebpki/jcs"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// Schema is the schema id of the catalog.
const Schema = "genesis/diagnostic-catalog-v0.1"

// Catalog is the document that lists every fault.
type Catalog struct {
	Schema      string   `json:"schema"`
	Version     string   `json:"version"`
	Identity    string   `json:"identity_sha256,omitempty"`
	Diagnostics []Record `json:"diagnostics"`
}

// Record is one fault of the catalog.
type Record struct {
	ID                string                `json:"id"`
	Code              string                `json:"code"`
	Exit              contract.Status       `json:"exit"`
	ErrorClass        contract.Class        `json:"error_class"`
	Phase             contract.Phase        `json:"phase"`
	Severity          contract.Severity     `json:"severity"`
	Domain            contract.Domain       `json:"domain"`
	Kind              string                `json:"kind"`
	Retryable         bool                  `json:"retryable"`
	Message           string                `json:"message"`
	LikelyCauses      []string              `json:"likely_causes"`
	SafeRepairActions []string              `json:"safe_repair_actions"`
	Documentation     []string              `json:"documentation"`
	CandidateFix      string                `json:"candidate_fix"`
	NextSafeAction    string                `json:"next_safe_action"`
	RepairAction      contract.RepairAction `json:"repair_action"`
}

// New makes the catalog of the registry, sorted by code, with its identity: the
// SHA-256 of the RFC 8785 form without the identity field.
func New() (*Catalog, error) {
	c := &Catalog{Schema: Schema, Version: contract.CatalogVersion}
	for _, f := range contract.Faults() {
		c.Diagnostics = append(c.Diagnostics, newRecord(&f))
	}
	slices.SortFunc(c.Diagnostics, func(a, b Record) int { return strings.Compare(a.Code, b.Code) })
	plain, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	canonical, err := jcs.Transform(plain)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(canonical)
	c.Identity = hex.EncodeToString(sum[:])
	return c, nil
}

func newRecord(f *contract.Fault) Record {
	return Record{
		ID:                f.DiagnosticID(),
		Code:              f.Code,
		Exit:              f.Exit,
		ErrorClass:        f.Class(),
		Phase:             f.Phase,
		Severity:          f.Severity,
		Domain:            f.Domain,
		Kind:              f.Kind,
		Retryable:         f.Retryable,
		Message:           f.Message,
		LikelyCauses:      f.LikelyCauses,
		SafeRepairActions: f.SafeRepairActions,
		Documentation:     f.Documentation(),
		CandidateFix:      f.CandidateFix,
		NextSafeAction:    f.NextSafeAction,
		RepairAction:      f.RepairAction(),
	}
}

// Encode returns the catalog as it is published: indented, with a line feed.
func (c *Catalog) Encode() ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(c); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
