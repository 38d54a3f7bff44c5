//go:build !windows

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/memstore"
	"github.com/genesis-vcs/genesis/objects/packstore"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/families"
)

// fakeStore is a store in memory that can be asked what only packs can tell. It
// is opened again and again, so closing it is nothing.
type fakeStore struct{ *memstore.Store }

func (fakeStore) Close() error     { return nil }
func (fakeStore) Degraded() string { return "" }

func (fakeStore) Totals(context.Context) (packstore.Totals, error) { return packstore.Totals{}, nil }

func (fakeStore) Verify(context.Context, packstore.VerifyOptions) (packstore.VerifyReport, error) {
	return packstore.VerifyReport{}, nil
}

func (fakeStore) Optimize(context.Context, []packstore.Placement, packstore.OptimizeOptions) (packstore.OptimizeReport, error) {
	return packstore.OptimizeReport{}, nil
}

// sandbox is a directory with a workspace in which command lines run in this
// process, without a home, before a fake store.
type sandbox struct{ store fakeStore }

// newSandbox makes the current directory a new one with a workspace.
func newSandbox(tb testing.TB) *sandbox {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "w")
	if err := os.Mkdir(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	tb.Chdir(dir)
	l := &sandbox{fakeStore{memstore.New()}}
	if err := os.WriteFile("a", []byte("content\n"), 0o644); err != nil {
		tb.Fatal(err)
	}
	for _, args := range [][]string{{"init"}, {"commit", "new", "--allow-empty", "-m", "one", "--author", "A <a@b>"}, {"vcs", "branch", "side"}} {
		if status, stdout, stderr := l.run(args, nil); status != 0 {
			tb.Fatalf("%v: exit status %d\n%s%s", args, status, stdout, stderr)
		}
	}
	return l
}

func (l *sandbox) run(args []string, signals <-chan os.Signal) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	std := cli.IO{
		Stdin: strings.NewReader("{\"op\":\"put\",\"content\":\"x\",\"encoding\":\"utf-8\"}\n"), Stdout: &out, Stderr: &errs, Signals: signals,
		OpenStore: func(context.Context, string, packstore.Options) (objects.Store, error) { return l.store, nil },
	}
	status = cli.Run(args, std, []string{}, families.All...)
	return status, out.String(), errs.String()
}
