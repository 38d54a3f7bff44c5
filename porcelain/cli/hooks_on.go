//go:build genesis_hooks

package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/genesis-vcs/genesis/objects"
)

// Hooks are what a build for tests of failures does at named points of the
// code: "POINT:ACTION", several separated by commas. The point "run" is right
// before the command runs; the others are the failpoints of the packages that
// call At. The actions:
//
//	panic                     panic
//	sigint, sigterm, sighup   send the signal to this process and wait until it
//	                          stops the command
//	pause                     wait until something stops the command
//	hang                      wait for ever
//	swap                      a link takes the place of the directory d of the
//	                          current directory
//	enospc, eio, …            the step fails with this errno, every time
//	conflict                  it fails, every time, because another process
//	                          changed a row
//	strange                   it fails, every time, with an error that nobody knows
type Hooks struct {
	mu   sync.Mutex
	todo []hook
}

type hook struct{ point, action string }

var (
	// hooks are those of the process.
	hooks Hooks
	// told is closed when the command was told to stop.
	told     = make(chan struct{})
	tellOnce sync.Once
)

// SetHooks sets the hooks of the process and returns them.
func SetHooks(spec string) *Hooks {
	for _, part := range strings.Split(spec, ",") {
		if point, action, ok := strings.Cut(part, ":"); ok {
			hooks.todo = append(hooks.todo, hook{point, action})
		}
	}
	return &hooks
}

func atRun() { _ = hooks.At("run") }

func atStop() { tellOnce.Do(func() { close(told) }) }

// At does what is to be done at the point. Its error is that of the step.
func (h *Hooks) At(point string) error {
	for _, action := range h.take(point) {
		if err := act(action); err != nil {
			return err
		}
	}
	return nil
}

// take returns the actions of the point, in their order; all but errors happen
// only once.
func (h *Hooks) take(point string) (actions []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var rest []hook
	for _, entry := range h.todo {
		mine := entry.point == point
		if mine {
			actions = append(actions, entry.action)
		}
		if !mine || errorOf(entry.action) != nil {
			rest = append(rest, entry)
		}
	}
	h.todo = rest
	return actions
}

func errorOf(action string) error {
	switch action {
	case "enospc":
		return syscall.ENOSPC
	case "eio":
		return syscall.EIO
	case "erofs":
		return syscall.EROFS
	case "emfile":
		return syscall.EMFILE
	case "eacces":
		return syscall.EACCES
	case "enoent":
		return syscall.ENOENT
	case "eexist":
		return syscall.EEXIST
	case "conflict":
		return &objects.ConflictError{Space: objects.SpaceRef, Name: "refs/heads/other"}
	case "strange":
		return errors.New("a test asked for it")
	}
	return nil
}

func act(action string) error {
	raise := func(sig syscall.Signal) {
		_ = syscall.Kill(os.Getpid(), sig)
		<-told
	}
	switch action {
	case "panic":
		panic("a test asked for it: /no/such/path \x1b[31m\x00")
	case "sigint":
		raise(syscall.SIGINT)
	case "sigterm":
		raise(syscall.SIGTERM)
	case "sighup":
		raise(syscall.SIGHUP)
	case "pause":
		<-told
	case "hang":
		select {}
	case "swap":
		return errors.Join(os.Rename("d", "d.away"), os.Symlink("d.away", "d"))
	default:
		if err := errorOf(action); err != nil {
			return err
		}
		panic(fmt.Sprintf("unknown action %q", action))
	}
	return nil
}
