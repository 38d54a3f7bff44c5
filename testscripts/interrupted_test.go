package testscripts

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A write of the working tree that is stopped right before it is published,
// because somebody reads the store.
type stopped struct {
	w       *world
	cmd     *exec.Cmd
	lock    *os.File
	journal []byte
}

// stopBeforePublishing starts a command that makes the file at path hold the
// content, and returns when it has done so.
func (w *world) stopBeforePublishing(path, content string, args ...string) *stopped {
	w.t.Helper()
	lock, err := os.OpenFile(filepath.Join(w.dir, ".genesis/store/locks/store"), os.O_RDWR, 0)
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_SH)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	s := &stopped{w: w, cmd: w.command(args...), lock: lock}
	if err := s.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	deadline := time.Now().Add(time.Minute)
	for poll := time.NewTicker(time.Millisecond); ; <-poll.C {
		data, _ := os.ReadFile(filepath.Join(w.dir, path))
		if string(data) == content {
			break
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%v never wrote %s", args, path)
		}
	}
	if s.journal, err = os.ReadFile(w.journal()); err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *world) journal() string { return filepath.Join(w.dir, ".genesis/journal") }

// kill ends the command before it published anything.
func (s *stopped) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	_ = s.lock.Close()
}

// publish lets the command succeed, as if it had been killed right after.
func (s *stopped) publish() {
	s.w.t.Helper()
	_ = s.lock.Close()
	if err := s.cmd.Wait(); err != nil {
		s.w.t.Fatal(err)
	}
	if err := os.WriteFile(s.w.journal(), s.journal, 0o666); err != nil {
		s.w.t.Fatal(err)
	}
}

// undoData is what the tests look at of the answer of undo.
type undoData struct {
	Undone    []string `json:"undone"`
	Operation string   `json:"operation"`
	Noop      bool     `json:"noop"`
	Recovered *struct {
		Result   string `json:"result"`
		Restored int    `json:"restored"`
	} `json:"recovered"`
}

// twoBranches makes a workspace on main, where f is "two\n", with a branch one,
// where it is "one\n".
func twoBranches(t *testing.T) *world {
	w := newWorld(t)
	w.ok(nil, "init")
	w.write("f", "one\n")
	w.ok(nil, "commit", "-m", "one")
	w.ok(nil, "branch", "one")
	w.write("f", "two\n")
	w.ok(nil, "commit", "-m", "two")
	return w
}

// An undo after a command that was killed and has not happened takes back what
// that wrote, and nothing else.
func TestUndoAfterAKilledCommand(t *testing.T) {
	t.Parallel()
	w := twoBranches(t)
	var log struct{ Operations []struct{ ID string } }
	w.ok(&log, "op", "log")
	newest := log.Operations[0].ID
	w.stopBeforePublishing("f", "one\n", "switch", "one").kill()
	var status statusData
	w.ok(&status, "status")
	if !status.Interrupted {
		t.Errorf("the status says nothing of the interrupted command: %+v", status)
	}
	for _, args := range [][]string{{"op", "undo", "--dry-run"}, {"op", "undo"}} {
		var undone undoData
		w.ok(&undone, args...)
		dry := len(args) == 3
		if undone.Recovered == nil || undone.Recovered.Result != "taken-back" || undone.Undone != nil || undone.Operation != "" || undone.Noop == dry {
			t.Fatalf("%v: %+v", args, undone)
		}
		if _, err := os.Stat(w.journal()); dry != (err == nil) || !dry && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v: the journal: %v", args, err)
		}
		if !dry && undone.Recovered.Restored != 1 {
			t.Errorf("restored %d paths", undone.Recovered.Restored)
		}
	}
	status = statusData{}
	w.ok(&status, "status")
	if !status.Clean || *status.Branch != "main" || status.Interrupted {
		t.Errorf("after the undo: %+v", status)
	}
	w.ok(&log, "op", "log")
	if log.Operations[0].ID != newest {
		t.Errorf("the undo appended an operation: %+v", log)
	}
	var undone undoData
	w.ok(&undone, "op", "undo")
	if len(undone.Undone) != 1 || undone.Undone[0] != newest || undone.Recovered != nil {
		t.Errorf("the second undo: %+v", undone)
	}
}

// An undo that names an operation takes that back, whatever was interrupted.
func TestUndoOfAnOperationAfterAKilledCommand(t *testing.T) {
	t.Parallel()
	w := twoBranches(t)
	var log struct{ Operations []struct{ ID string } }
	w.ok(&log, "op", "log")
	w.stopBeforePublishing("f", "one\n", "switch", "one").kill()
	var undone undoData
	w.ok(&undone, "op", "undo", log.Operations[0].ID)
	if len(undone.Undone) != 1 || undone.Undone[0] != log.Operations[0].ID || undone.Recovered.Result != "taken-back" {
		t.Errorf("got %+v", undone)
	}
}

// A command that was killed after it had happened is finished, and undone.
func TestUndoAfterACommandThatHappened(t *testing.T) {
	t.Parallel()
	w := twoBranches(t)
	w.stopBeforePublishing("f", "one\n", "switch", "one").publish()
	var log struct{ Operations []struct{ ID, Verb string } }
	w.ok(&log, "op", "log")
	var undone undoData
	w.ok(&undone, "op", "undo")
	if len(undone.Undone) != 1 || undone.Undone[0] != log.Operations[0].ID || undone.Recovered == nil || undone.Recovered.Result != "finished" {
		t.Errorf("got %+v", undone)
	}
	var status statusData
	w.ok(&status, "status")
	if !status.Clean || *status.Branch != "main" {
		t.Errorf("after the undo: %+v", status)
	}
}
