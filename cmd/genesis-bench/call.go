package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// call is one run of one tool.
type call struct {
	tool, dir  string
	args       []string
	stdin      io.Reader
	stdout     *os.File // nil: nowhere
	keepOutput bool     // instead of stdout, for outcome.output
	memory     bool     // watch the memory of the process
}

// outcome is what a call cost and, if it was to be kept, what it printed.
type outcome struct {
	wall   time.Duration
	memory uint64 // peak of anonymous memory, bytes; 0 where it cannot be seen
	output []byte
}

func (l *lab) genesis(dir string, args ...string) call {
	return call{tool: "genesis", dir: dir, args: args}
}

func (l *lab) git(dir string, args ...string) call { return call{tool: "git", dir: dir, args: args} }

func (l *lab) restic(dir, repo string, args ...string) call {
	return call{tool: "restic", dir: dir, args: append([]string{"-q", "-r", repo}, args...)}
}

// name is the command as a person would type it, without directories of the lab.
func (c call) name() string {
	words := []string{c.tool}
	for _, arg := range c.args {
		switch {
		case filepath.IsAbs(arg):
			arg = strings.ToUpper(strings.TrimLeft(filepath.Base(arg), "0123456789-"))
		case len(arg) == 64 || len(arg) == 40:
			arg = "HASH"
		}
		words = append(words, arg)
	}
	return strings.Join(words, " ")
}

// run starts the tool and waits for it. The time is that of the whole process,
// from before it is started until it has been reaped. A tool that fails is an
// error with what it said.
func (l *lab) run(ctx context.Context, c call) (outcome, error) {
	cmd := exec.CommandContext(ctx, l.tools[c.tool], c.args...)
	cmd.Dir, cmd.Env, cmd.Stdin = c.dir, l.env, c.stdin
	// A file, not a buffer: a pipe and a goroutine would be part of the time.
	if err := rewind(l.errors); err != nil {
		return outcome{}, err
	}
	cmd.Stderr = l.errors
	if c.stdout != nil {
		cmd.Stdout = c.stdout
	}
	var kept bytes.Buffer
	if c.keepOutput {
		cmd.Stdout = &kept
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	var watch *memoryWatch
	if c.memory {
		watch = watchMemory(cmd.Process.Pid)
	}
	err := cmd.Wait()
	done := outcome{wall: time.Since(start), memory: watch.stop(), output: kept.Bytes()}
	if err != nil {
		said, _ := os.ReadFile(l.errors.Name())
		return outcome{}, errors.Join(ctx.Err(), fmt.Errorf("%s: %w\n%s%s", c.name(), err, said, done.output))
	}
	return done, nil
}

func rewind(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// all runs calls one after the other and returns the time of all together.
func (l *lab) all(ctx context.Context, calls ...call) (time.Duration, error) {
	var sum time.Duration
	for _, c := range calls {
		done, err := l.run(ctx, c)
		if err != nil {
			return 0, err
		}
		sum += done.wall
	}
	return sum, nil
}

// flush writes what earlier work left dirty, so that it does not turn up in a
// sync of what is measured next.
func (l *lab) flush(ctx context.Context) error {
	return exec.CommandContext(ctx, "sync").Run()
}

// contest measures several ways of doing the same work in turns.
type contest struct {
	lab     *lab
	entries []*entry
	turns   int
}

type entry struct {
	name, command string
	once          func(ctx context.Context, i int) (time.Duration, error)
	values        []float64 // ms
}

// enter adds a way of doing the work; once does it for the i-th time.
// Warming up is the -1st.
func (c *contest) enter(name, command string, once func(ctx context.Context, i int) (time.Duration, error)) {
	c.entries = append(c.entries, &entry{name: name, command: command, once: once})
}

// enterCalls adds an entry whose calls do not depend on the turn.
func (c *contest) enterCalls(calls ...call) {
	var names []string
	for _, one := range calls {
		names = append(names, one.name())
	}
	c.enter(calls[0].tool, strings.Join(names, " && "), func(ctx context.Context, _ int) (time.Duration, error) {
		return c.lab.all(ctx, calls...)
	})
}

// hold takes n turns.
func (c *contest) hold(ctx context.Context, n int) error {
	for range n {
		if err := c.turn(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turn lets every entry do the work once. Who is first changes from turn to
// turn, because the first one pays for cold caches.
func (c *contest) turn(ctx context.Context) error {
	for k := range c.entries {
		e := c.entries[(c.turns+k)%len(c.entries)]
		wall, err := e.once(ctx, c.turns)
		if err != nil {
			return err
		}
		e.values = append(e.values, ms(wall))
	}
	c.turns++
	return nil
}

// warm takes one turn that does not count.
func (c *contest) warm(ctx context.Context) error {
	for _, e := range c.entries {
		if _, err := e.once(ctx, -1); err != nil {
			return err
		}
	}
	return nil
}

// row makes a Row of the contest; the entry named genesis is the subject.
func (c *contest) row(work string, targets ...Target) Row {
	row := Row{Work: work, Unit: "ms", Targets: targets}
	for _, e := range c.entries {
		if e.name == "genesis" {
			row.Genesis, row.Command = summarize(e.values), e.command
			continue
		}
		row.Rivals = append(row.Rivals, Rival{Name: e.name, Command: e.command, Stat: summarize(e.values)})
	}
	return row
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
