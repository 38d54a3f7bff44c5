package worktree

import (
	"fmt"
	"os"
	"testing"
)

// benchTree makes a workspace of so many files, ten in a directory, or takes
// the copy of a real tree that GENESIS_BENCH_TREE names.
func benchTree(b *testing.B, files int) *fixture {
	f := newFixture(b)
	if real := os.Getenv("GENESIS_BENCH_TREE"); real != "" {
		f.root, f.opts.Root = real, real
		return f
	}
	for i := range files {
		f.write(fmt.Sprintf("d%d/e%d/f%d=%d %0200d", i/1000, i/10, i, i, i))
	}
	return f
}

// Nothing changed since the last commit.
func BenchmarkScanClean(b *testing.B) {
	f := benchTree(b, 10_000)
	f.commit()
	f.status()
	for b.Loop() {
		if scan := f.status(); len(scan.Changes) > 0 {
			b.Fatal("not clean")
		}
	}
}

// Everything is read and staged, without a cache.
func BenchmarkScanFirst(b *testing.B) {
	f := benchTree(b, 10_000)
	f.opts.ReadOnly = true
	var bytes uint64
	for b.Loop() {
		scan, stage, err := f.stage()
		f.must(err)
		bytes = scan.Bytes
		f.must(stage.Abort())
	}
	b.SetBytes(int64(bytes))
}

// A hundred files are edited and committed.
func BenchmarkScanEdits(b *testing.B) {
	f := benchTree(b, 10_000)
	f.commit()
	f.status()
	for round := 0; b.Loop(); round++ {
		b.StopTimer()
		for i := range 100 {
			f.write(fmt.Sprintf("z%d/f=%d", i, round))
		}
		b.StartTimer()
		f.commit()
	}
}

// Ten files of many are edited and committed: what is allocated is mostly the
// stat cache, as read and as written.
func BenchmarkScanFewEdits(b *testing.B) {
	f := benchTree(b, 20_000)
	f.commit()
	f.status()
	b.ReportAllocs()
	for round := 0; b.Loop(); round++ {
		b.StopTimer()
		for i := range 10 {
			f.write(fmt.Sprintf("d%d/e%d/f%d=%d", i, i*100, i*1000, round))
		}
		b.StartTimer()
		f.commit()
	}
}

// Many files are tracked and many more are ignored, some of them beside
// tracked ones.
func BenchmarkScanIgnored(b *testing.B) {
	f := benchTree(b, 20_000)
	for i := range 20_000 {
		f.write(fmt.Sprintf("node_modules/m%d/f%d", i/100, i))
		if i%10 == 0 {
			f.write(fmt.Sprintf("d%d/e%d/f%d.o", i/1000, i/10, i))
		}
	}
	rules := "node_modules/\n*.o\n"
	for i := range 50 {
		rules += fmt.Sprintf("/some/path%d/*.tmp\n*.x%d\nname%d\n", i, i, i)
	}
	f.write(".gitignore=" + rules)
	f.commit()
	f.status()
	for b.Loop() {
		if scan := f.status(); len(scan.Changes) > 0 {
			b.Fatal("not clean")
		}
	}
}

func BenchmarkIgnoreMatch(b *testing.B) {
	r := (*rules)(nil).push("", []string{"*.o\n/build/\n**/cache/**\nfoo*bar\n[a-c]*.tmp\n"})
	for b.Loop() {
		if r.ignored("some/directory/with/a/file.go", false) {
			b.Fatal("ignored")
		}
	}
}
