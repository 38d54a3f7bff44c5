package languages_test

import (
	"testing"

	"github.com/genesis-vcs/genesis/semantic/languages"
)

func TestForPicksByName(t *testing.T) {
	for name, want := range map[string]string{
		"a/mod.gc": "coreform", "fix.gcpatch": "coreform",
		"README": "text", "gc": "text",
	} {
		if got := languages.For(name, nil).Name(); got != want {
			t.Errorf("%s is in %s, not in %s", name, got, want)
		}
	}
}

// What its language does not accept is text, and the error says why.
func TestParseFallsBack(t *testing.T) {
	doc, err := languages.Parse("mod.gc", []byte("(def x"))
	if doc.Language != "text" || err == nil {
		t.Errorf("language %s, %v", doc.Language, err)
	}
}
