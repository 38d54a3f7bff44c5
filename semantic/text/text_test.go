package text_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic/semantictest"
	"github.com/genesis-vcs/genesis/semantic/text"
)

func TestEverythingIsText(t *testing.T) {
	for _, content := range []string{"", "a", "a\r\nb\x00\xff\n"} {
		doc, err := text.Language{}.Parse([]byte(content))
		if err != nil {
			t.Fatal(err)
		}
		if err := semantictest.Check(doc); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	}
}
