package agentcmd

import (
	"encoding/json"

	"github.com/genesis-vcs/genesis/docs"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// document is a page of the published documentation.
type document struct {
	Path   string   `json:"path" jsonschema:"from the root of the source tree"`
	Title  string   `json:"title"`
	Topics []string `json:"topics" jsonschema:"the headings of its sections"`
}

// docsMap reads the map of documents that is made from the pages.
func docsMap() ([]document, error) {
	content, err := docs.Spec.ReadFile("spec/docs-map.json")
	if err != nil {
		return nil, contract.Failf("internal/error", nil, "The map of the documents is missing")
	}
	var pages []document
	if err := json.Unmarshal(content, &pages); err != nil {
		return nil, contract.Failf("internal/error", contract.Facts{"reason": err.Error()}, "The map of the documents is damaged")
	}
	return pages, nil
}
