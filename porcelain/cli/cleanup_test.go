package cli

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// A clean-up that fails is the failure of a command that succeeded, whose
// result stays; behind another failure it is a warning.
func TestCleanupThatFails(t *testing.T) {
	command := func(result Result, failure error) Family {
		return with(func(_ context.Context, env *Env) (Result, error) {
			env.onClose("store", func() error { return errors.New("stuck") })
			env.onClose("lock", func() error { return nil })
			return result, failure
		})
	}
	e := frame{args: []string{"vcs", "log", "--json"}, family: command(&echo{Note: "done"}, nil)}.run(t).envelope(t)
	if e.Code != "io/cleanup" || e.Exit != contract.IO || e.Data["note"] != "done" || e.Error.Context.Kind != "cleanup" ||
		e.Error.Context.Facts["cleanup_subsystem"] != "store" || e.Error.Context.Facts["reason"] != "stuck" {
		t.Errorf("%+v %+v", e, e.Error)
	}
	refused := contract.Fail("store/not-found", nil)
	a := frame{args: []string{"vcs", "log"}, family: command(nil, refused)}.run(t)
	if a.status != contract.NotFound || !strings.HasPrefix(a.stderr, "warning: cleaning up the store: stuck\nstore/not-found: ") {
		t.Errorf("%+v", a)
	}
}
