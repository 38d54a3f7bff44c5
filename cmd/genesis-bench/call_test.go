package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// shellLab is a lab whose genesis is the shell.
func shellLab(t *testing.T) *lab {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	l := &lab{root: t.TempDir(), notes: new(strings.Builder), tools: map[string]string{"genesis": sh}}
	if l.errors, err = os.Create(filepath.Join(l.root, "stderr")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.errors.Close() })
	return l
}

func TestRunReportsWhatTheToolSaid(t *testing.T) {
	l := shellLab(t)
	_, err := l.run(t.Context(), l.genesis(l.root, "-c", "echo first >&2; exit 3"))
	if err == nil || !strings.Contains(err.Error(), "first") || !strings.Contains(err.Error(), "exit status 3") {
		t.Fatalf("got %v", err)
	}
	// What the call before said is not blamed on this one.
	if _, err = l.run(t.Context(), l.genesis(l.root, "-c", "exit 4")); err == nil || strings.Contains(err.Error(), "first") {
		t.Fatalf("got %v", err)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	l := shellLab(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := l.run(ctx, l.genesis(l.root, "-c", "exec sleep 60")); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
}

func TestAskReadsTheEnvelope(t *testing.T) {
	l := shellLab(t)
	var data struct{ Hash string }
	err := l.ask(t.Context(), l.root, &data, "-c", `echo '{"ok":true,"data":{"hash":"abc"}}'`)
	if err != nil || data.Hash != "abc" {
		t.Fatalf("%+v, %v", data, err)
	}
	if err := l.ask(t.Context(), l.root, &data, "-c", "echo no JSON"); err == nil {
		t.Fatal("text was taken for an envelope")
	}
}

func TestTurnsRotate(t *testing.T) {
	var order []string
	c := contest{}
	for _, name := range []string{"genesis", "git", "restic"} {
		c.enter(name, "", func(context.Context, int) (time.Duration, error) {
			order = append(order, name[:2])
			return time.Duration(len(order)) * time.Millisecond, nil
		})
	}
	if err := c.hold(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if want := []string{"ge", "gi", "re", "gi", "re", "ge", "re", "ge", "gi"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
	row := c.row("work")
	if row.Genesis != summarize([]float64{1, 6, 8}) || len(row.Rivals) != 2 || row.Rivals[0].Stat != summarize([]float64{2, 4, 9}) {
		t.Errorf("%+v", row)
	}
	failing := errors.New("failed")
	c.enter("broken", "", func(context.Context, int) (time.Duration, error) { return 0, failing })
	if err := c.hold(t.Context(), 1); !errors.Is(err, failing) {
		t.Errorf("a tool that fails gives %v", err)
	}
}

func TestCallName(t *testing.T) {
	c := call{tool: "genesis", args: []string{"store", "get", strings.Repeat("a", 64), "--out", "/tmp/lab/003-large/one"}}
	if got := c.name(); got != "genesis store get HASH --out ONE" {
		t.Error(got)
	}
}

func TestReadingOfProc(t *testing.T) {
	if got := rssAnon([]byte("VmRSS:\t   900 kB\nRssAnon:\t    512 kB\nRssFile:\t 1 kB\n")); got != 512<<10 {
		t.Errorf("RssAnon is %d", got)
	}
	if got := rssAnon([]byte("Name:\tsh\n")); got != 0 {
		t.Errorf("without the line it is %d", got)
	}
	if got := modelName([]byte("processor\t: 0\nmodel name\t: A CPU @ 2: fast\n")); got != "A CPU @ 2: fast" {
		t.Error(got)
	}
	if got := modelName(nil); got != unknownCPU {
		t.Error(got)
	}
}
