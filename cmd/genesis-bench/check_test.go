package main

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// TestWorse finds what got worse than its tolerance, and nothing else.
func TestWorse(t *testing.T) {
	was := map[string]float64{"put syncs": 5, "put reads": 100, "Get allocs/op": 20, "Get B/op": 4000, "gone renames": 1}
	now := map[string]float64{"put syncs": 6, "put reads": 118, "Get allocs/op": 25, "Get B/op": 5200, "new opens": 3}
	var names []string
	for _, line := range worse(was, now) {
		name, _, _ := strings.Cut(line, "\t")
		names = append(names, name)
	}
	if got := strings.Join(names, ", "); got != "Get B/op, Get allocs/op, gone renames, put syncs, new opens" {
		t.Errorf("worse: %s", got)
	}
	now = map[string]float64{"put syncs": 5, "put reads": 117, "Get allocs/op": 24, "Get B/op": 5100, "gone renames": 0}
	if lines := worse(was, now); len(lines) > 0 {
		t.Errorf("worse: %q", lines)
	}
}

// TestCountCalls counts what a shell does, its children included.
func TestCountCalls(t *testing.T) {
	if runtime.GOOS+"/"+runtime.GOARCH != "linux/amd64" {
		if _, err := countCalls(exec.Command("true")); err == nil {
			t.Error("it says that it counts")
		}
		return
	}
	dir := t.TempDir()
	run := func(script string) map[string]int {
		cmd := exec.Command("sh", "-c", script)
		cmd.Dir = dir
		counts, err := countCalls(cmd)
		if err != nil {
			t.Fatal(err)
		}
		return counts
	}
	base := run(":")
	more := run("echo x >a; mv a b; sync -d b; rm b")
	for name, least := range map[string]int{"opens": 1, "writes": 1, "renames": 1, "syncs": 1, "removes": 1} {
		if more[name]-base[name] < least {
			t.Errorf("%s: %d, and %d without", name, more[name], base[name])
		}
	}
	if _, err := countCalls(exec.Command("false")); err == nil {
		t.Error("a failure is none")
	}
}

func TestParseBenchmarks(t *testing.T) {
	now := map[string]float64{}
	n := parseBenchmarks([]byte("goos: linux\nBenchmarkGet-2   \t 200\t 1158967 ns/op\t 12.5 MB/s\t 2037883 B/op\t 54 allocs/op\nPASS\n"), now)
	if n != 1 || now["Get B/op"] != 2037883 || now["Get allocs/op"] != 54 || len(now) != 2 {
		t.Errorf("%d: %v", n, now)
	}
}
