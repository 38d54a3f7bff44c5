package testscripts

import (
	"fmt"
	"testing"
)

// initData are the fields of init's data that the tests read.
type initData struct {
	Workspace, Operation string
	Created, Noop        bool
}

// An init that is killed at any moment is completed by the next one, which says
// that it made the workspace; one that was finished says that there is nothing to
// do. Either way there is one workspace, with one operation.
func TestKilledInit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	within := timed(func() { w.ok(nil, "init", "first") })
	completed := 0
	for i := range rounds() {
		dir := fmt.Sprint("round", i)
		_, acknowledged := w.killed(within, nil, "init", dir)
		var data initData
		w.ok(&data, "init", dir)
		switch {
		case data.Created == data.Noop, data.Created != (data.Operation != ""), acknowledged && data.Created:
			t.Fatalf("round %d: acknowledged %v, then %+v", i, acknowledged, data)
		case data.Created:
			completed++
		}
		var log struct{ Operations []struct{ ID string } }
		w.ok(&log, "op", "log", "-C", dir)
		if len(log.Operations) != 1 || data.Created && log.Operations[0].ID != data.Operation {
			t.Fatalf("round %d: %+v, operations %v", i, data, log.Operations)
		}
		w.ok(nil, "store", "verify", "-C", dir)
	}
	t.Logf("%d of %d were completed", completed, rounds())
}
