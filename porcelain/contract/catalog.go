package contract

// Where the published catalog is, from the root of the source tree, and its
// version. CatalogIdentity is generated into catalog_identity.go, so that no
// run has to compute it.
const (
	CatalogPath    = "docs/spec/GC_DIAGNOSTIC_CATALOG_v0.1.json"
	CatalogVersion = "0.2.0"
)
