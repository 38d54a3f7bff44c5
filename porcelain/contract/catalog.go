package contract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/gowebpki/jcs"
)

// Where the catalog is, from the root of the source tree, and its versions.
// CatalogIdentity is generated into catalog_identity.go.
const (
	CatalogPath    = "docs/spec/GC_DIAGNOSTIC_CATALOG_v0.1.json"
	CatalogSchema  = "genesis/diagnostic-catalog-v0.1"
	CatalogVersion = "0.1.0"
)

// Catalog is the document that lists every fault, made from the registry.
type Catalog struct {
	Schema      string          `json:"schema"`
	Version     string          `json:"version"`
	Identity    string          `json:"identity_sha256,omitempty"`
	Diagnostics []CatalogRecord `json:"diagnostics"`
}

// CatalogRecord is one fault of the catalog.
type CatalogRecord struct {
	ID                string       `json:"id"`
	Code              string       `json:"code"`
	Exit              Status       `json:"exit"`
	ErrorClass        Class        `json:"error_class"`
	Phase             Phase        `json:"phase"`
	Severity          Severity     `json:"severity"`
	Domain            Domain       `json:"domain"`
	Kind              string       `json:"kind"`
	Retryable         bool         `json:"retryable"`
	Message           string       `json:"message"`
	LikelyCauses      []string     `json:"likely_causes"`
	SafeRepairActions []string     `json:"safe_repair_actions"`
	Documentation     []string     `json:"documentation"`
	CandidateFix      string       `json:"candidate_fix"`
	NextSafeAction    string       `json:"next_safe_action"`
	RepairAction      RepairAction `json:"repair_action"`
}

// NewCatalog makes the catalog of the registry, sorted by code, and its
// identity: the SHA-256 of the RFC 8785 form without the identity field.
func NewCatalog() (*Catalog, error) {
	c := &Catalog{Schema: CatalogSchema, Version: CatalogVersion}
	for _, f := range Faults() {
		c.Diagnostics = append(c.Diagnostics, CatalogRecord{
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
			RepairAction:      f.action(),
		})
	}
	slices.SortFunc(c.Diagnostics, func(a, b CatalogRecord) int { return strings.Compare(a.Code, b.Code) })
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
