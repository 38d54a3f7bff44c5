package main

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// counted are the system calls whose numbers depend on what a command does, and
// hardly on how its threads are scheduled; those that do the same have one name.
var counted = map[uint64]string{
	unix.SYS_OPENAT: "opens", unix.SYS_OPEN: "opens",
	unix.SYS_READ: "reads", unix.SYS_PREAD64: "reads",
	unix.SYS_WRITE: "writes", unix.SYS_PWRITE64: "writes",
	unix.SYS_FSYNC: "syncs", unix.SYS_FDATASYNC: "syncs", unix.SYS_SYNC_FILE_RANGE: "syncs", unix.SYS_SYNCFS: "syncs",
	unix.SYS_RENAME: "renames", unix.SYS_RENAMEAT: "renames", unix.SYS_RENAMEAT2: "renames",
	unix.SYS_UNLINK: "removes", unix.SYS_UNLINKAT: "removes",
}

// sysGood marks stops at system calls.
const sysGood = 0x80

// countCalls runs a command to its end and counts system calls of it, its threads
// and its children.
func countCalls(cmd *exec.Cmd) (map[string]int, error) {
	runtime.LockOSThread() // the thread that traces has to stay the same
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := tracer{main: cmd.Process.Pid, inside: map[int]bool{}, counts: map[string]int{}}
	status, err := t.follow()
	if err != nil {
		_ = cmd.Process.Kill()
		return nil, err
	}
	if !status.Exited() || status.ExitStatus() != 0 {
		return nil, fmt.Errorf("%s ended with %v", cmd.Path, status)
	}
	return t.counts, nil
}

// tracer follows a process and all that it starts.
type tracer struct {
	main   int
	inside map[int]bool // threads that are in a system call
	counts map[string]int
}

func (t *tracer) follow() (unix.WaitStatus, error) {
	var status unix.WaitStatus
	if _, err := unix.Wait4(t.main, &status, 0, nil); err != nil {
		return status, err
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_TRACEFORK |
		unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACEEXEC | unix.PTRACE_O_EXITKILL
	if err := unix.PtraceSetOptions(t.main, options); err != nil {
		return status, err
	}
	if err := unix.PtraceSyscall(t.main, 0); err != nil {
		return status, err
	}
	for {
		pid, err := unix.Wait4(-1, &status, unix.WALL, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return status, err
		}
		if status.Exited() || status.Signaled() {
			if pid == t.main {
				return status, nil
			}
			continue
		}
		if err := t.stopped(pid, status); err != nil {
			return status, err
		}
	}
}

// stopped looks at a thread that stopped, and lets it go on.
func (t *tracer) stopped(pid int, status unix.WaitStatus) error {
	signal := 0
	switch sig := status.StopSignal(); {
	case sig == unix.SIGTRAP|sysGood:
		if t.inside[pid] = !t.inside[pid]; t.inside[pid] {
			var regs unix.PtraceRegs
			if err := unix.PtraceGetRegs(pid, &regs); err != nil {
				return err
			}
			if name := counted[regs.Orig_rax]; name != "" {
				t.counts[name]++
			}
		}
	case sig == unix.SIGTRAP, sig == unix.SIGSTOP: // a new thread, a new program
	default:
		signal = int(sig)
	}
	err := unix.PtraceSyscall(pid, signal)
	if errors.Is(err, unix.ESRCH) { // it was killed meanwhile
		return nil
	}
	return err
}
