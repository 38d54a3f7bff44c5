package catalog_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func published(t *testing.T) []byte {
	t.Helper()
	document, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(contract.CatalogPath)))
	if err != nil {
		t.Fatal(err)
	}
	return document
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
