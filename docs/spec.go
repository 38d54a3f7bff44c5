// Package docs holds the published documents that the binary carries: the JSON
// Schemas and the catalog of diagnostics, byte for byte as in docs/spec.
package docs

import "embed"

// Spec is the directory spec with its JSON files. Nothing is parsed before a
// command asks for it.
//
//go:embed spec/*.json
var Spec embed.FS
