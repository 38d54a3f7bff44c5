// Package catalog makes the published catalog of diagnostics from the registry
// of faults. It is not linked into the binary, which knows only the identity.
package catalog

import (
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
	Schema      string            `json:"schema"`
	Version     string            `json:"version" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
	Identity    string            `json:"identity_sha256,omitempty" pattern:"^[0-9a-f]{64}$"`
	Diagnostics []contract.Record `json:"diagnostics"`
}

// New makes the catalog of the registry, sorted by code, with its identity: the
// SHA-256 of the RFC 8785 form without the identity field.
func New() (*Catalog, error) {
	c := &Catalog{Schema: Schema, Version: contract.CatalogVersion}
	for _, f := range contract.Faults() {
		c.Diagnostics = append(c.Diagnostics, f.Record())
	}
	slices.SortFunc(c.Diagnostics, func(a, b contract.Record) int { return strings.Compare(a.Code, b.Code) })
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
func (c *Catalog) Encode() ([]byte, error) { return contract.EncodeDocument(c) }
