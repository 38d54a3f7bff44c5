package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
)

// TestMain lets this binary stand in for genesis: with GENESIS_TEST_PROCESS it
// is a process with the commands of processCommands.
func TestMain(m *testing.M) {
	if os.Getenv("GENESIS_TEST_PROCESS") != "" {
		noCore := syscall.Rlimit{}
		_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &noCore) // a crash here is on purpose
		os.Exit(Main(processCommands))
	}
	os.Exit(m.Run())
}

func processCommands() []*Command {
	return []*Command{
		{Path: []string{"vcs", "log"}, Run: func(ctx context.Context, env *Env, _ []string) (Result, error) {
			fmt.Fprintln(env.Stderr, "ready")
			<-ctx.Done()
			return nil, ctx.Err()
		}},
		{Path: []string{"vcs", "status"}, Run: func(context.Context, *Env, []string) (Result, error) {
			go panic("in a goroutine that no one guards")
			select {}
		}},
		{Path: []string{"store", "batch"}, Raw: RecordLines, Run: func(_ context.Context, env *Env, _ []string) (Result, error) {
			block := make([]byte, 64<<10)
			for {
				if _, err := env.Stdout.Write(block); err != nil {
					return nil, err
				}
			}
		}},
	}
}

// process starts this binary as genesis.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "GENESIS_TEST_PROCESS=1")
	return cmd
}

// exitStatus is the status as a shell reports it: 128 and the signal's number
// for a process that a signal ended.
func exitStatus(t *testing.T, err error) int {
	t.Helper()
	exit := (*exec.ExitError)(nil)
	if err == nil {
		return 0
	}
	if !errors.As(err, &exit) {
		t.Fatal(err)
	}
	status := exit.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return 128 + int(status.Signal())
	}
	return status.ExitStatus()
}

func TestSignalsOfAProcess(t *testing.T) {
	for sig, code := range map[syscall.Signal]string{syscall.SIGINT: "interrupted/sigint", syscall.SIGTERM: "interrupted/sigterm"} {
		cmd := process(t, "vcs", "log", "--json")
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(stderr)
		if line, err := lines.ReadString('\n'); line != "ready\n" || err != nil {
			t.Fatalf("%q, %v", line, err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(lines)
		status := exitStatus(t, cmd.Wait())
		var e contract.Envelope
		if err := json.Unmarshal(stdout.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if err := contracttest.CheckFrame(stdout.Bytes()); err != nil || len(rest) > 0 {
			t.Errorf("%v: %v, stderr %q", sig, err, rest)
		}
		if status != 128+int(sig) || e.Code != code {
			t.Errorf("%v: status %d, code %s", sig, status, e.Code)
		}
	}
}

// A crash of the Go runtime cannot be reported, but it does not look like a
// usage error either.
func TestCrashOfAProcess(t *testing.T) {
	cmd := process(t, "vcs", "status", "--json")
	var stdout bytes.Buffer
	cmd.Stdout = &stdout
	if status := exitStatus(t, cmd.Run()); status != int(contract.Crashed) || stdout.Len() > 0 {
		t.Errorf("status %d, stdout %q", status, stdout.String())
	}
}

// A reader that goes away ends a stream without a word.
func TestBrokenPipeOfAProcess(t *testing.T) {
	cmd := process(t, "store", "batch")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(stdout, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	stdout.Close()
	if status := exitStatus(t, cmd.Wait()); status != int(contract.BrokenPipe) || stderr.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
}

// Without HOME, stdin and a terminal the frame still answers.
func TestBareSurroundings(t *testing.T) {
	cmd := process(t, "version", "--json")
	cmd.Env = []string{"GENESIS_TEST_PROCESS=1"}
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := contracttest.CheckFrame(stdout); err != nil {
		t.Error(err)
	}
}
