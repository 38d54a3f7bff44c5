package catalog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/catalog"
)

func published(t *testing.T) []byte {
	t.Helper()
	document, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(contract.CatalogPath)))
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestPublishedCatalogIsFresh(t *testing.T) {
	c, err := catalog.New()
	if err != nil {
		t.Fatal(err)
	}
	document, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(document, published(t)) || c.Identity != contract.CatalogIdentity {
		t.Error("the catalog is stale: run make generate")
	}
}

// The identity is what anyone computes from the published bytes alone.
func TestIdentityIsOfThePublishedBytes(t *testing.T) {
	var document map[string]any
	if err := json.Unmarshal(published(t), &document); err != nil {
		t.Fatal(err)
	}
	delete(document, "identity_sha256")
	plain, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	canonical, err := jcs.Transform(plain)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(canonical)
	if got := hex.EncodeToString(sum[:]); got != contract.CatalogIdentity {
		t.Errorf("the published bytes have the identity %s, the binary says %s", got, contract.CatalogIdentity)
	}
}
