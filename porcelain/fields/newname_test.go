package fields_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/fields"
	"github.com/genesis-vcs/genesis/refs"
)

func TestNewNamesMeanOneThing(t *testing.T) {
	hash := strings.Repeat("0a", 32)
	for _, c := range []struct {
		short string
		ok    bool
	}{
		{"main", true},
		{"heads/main", true},
		{"refs", true},
		{"a/refs/heads/main", true},
		{"refsheads", true},
		{hash[1:], true},
		{hash + "0", true},
		{"deadbeef", true},
		{"refs/heads/main", false},
		{"refs/x", false},
		{hash, false},
		{strings.ToUpper(hash), false},
		{"HEAD", false},
		{"@", false},
		{"-x", false},
	} {
		branch, err := fields.NewBranch(c.short)
		tag, tagErr := fields.NewTag(c.short)
		if c.ok {
			if err != nil || tagErr != nil || branch != refs.Name("refs/heads/"+c.short) || tag != refs.Name("refs/tags/"+c.short) {
				t.Errorf("%s: %q %v, %q %v", c.short, branch, err, tag, tagErr)
			}
			continue
		}
		for _, err := range []error{err, tagErr} {
			if no, ok := errors.AsType[*refs.InvalidNameError](err); !ok || no.Rule == "" {
				t.Errorf("%s: %v", c.short, err)
			}
		}
	}
}
