//go:build !windows

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/porcelain/cli/startup"
)

// ours is how the import paths of the module's own packages begin.
const ours = "github.com/genesis-vcs/genesis/"

// maxInit is how many bytes a package of ours may allocate before main: errors
// that are compared with, and little else. Expressions that are compiled, maps
// and documents that are parsed belong to the first use.
const maxInit = 2 << 10

// initialized is what the initialization of one package took.
type initialized struct {
	name   string
	micros float64
	bytes  int
}

var initLine = regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, (\S+) ms clock, (\d+) bytes, \d+ allocs$`)

// initTrace runs the binary once and returns what the Go runtime says of the
// packages that it initialized.
func initTrace(tb testing.TB, binary string) []initialized {
	tb.Helper()
	cmd := exec.Command(binary, "version")
	cmd.Env = []string{"GODEBUG=inittrace=1"}
	var trace strings.Builder
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		tb.Fatal(err)
	}
	var all []initialized
	for _, m := range initLine.FindAllStringSubmatch(trace.String(), -1) {
		clock, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			tb.Fatal(err)
		}
		bytes, err := strconv.Atoi(m[3])
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, initialized{m[1], clock * 1000, bytes})
	}
	return all
}

// buildBinary builds genesis as it is released.
func buildBinary(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "genesis")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w "+startup.Link, "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return path
}

// Every run pays for what packages do before main, so ours do next to nothing.
func TestPackagesDoNoWorkBeforeMain(t *testing.T) {
	found := 0
	for _, p := range initTrace(t, buildBinary(t)) {
		if !strings.HasPrefix(p.name, ours) {
			continue
		}
		found++
		if p.bytes > maxInit {
			t.Errorf("%s allocates %d bytes before main", p.name, p.bytes)
		}
	}
	if found < 3 {
		t.Errorf("the trace has %d packages of the module", found)
	}
}

// BenchmarkInit measures what packages take before main: the median of the sums
// of all packages and the least, those of the module alone, and the five
// dearest packages. One operation is a run of the binary. The trace itself
// costs some of it.
func BenchmarkInit(b *testing.B) {
	binary := buildBinary(b)
	var sums, own []float64
	each := map[string][]float64{}
	for b.Loop() {
		sum, mine := 0.0, 0.0
		for _, p := range initTrace(b, binary) {
			sum += p.micros
			if strings.HasPrefix(p.name, ours) {
				mine += p.micros
			}
			each[p.name] = append(each[p.name], p.micros)
		}
		sums, own = append(sums, sum), append(own, mine)
	}
	b.ReportMetric(median(sums), "µs-init")
	b.ReportMetric(slices.Min(sums), "µs-least")
	b.ReportMetric(median(own), "µs-own")
	var names []string
	for name := range each {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int { return int(median(each[y])*100) - int(median(each[x])*100) })
	for _, name := range names[:5] {
		b.ReportMetric(median(each[name]), "µs:"+strings.TrimPrefix(name, "github.com/"))
	}
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
