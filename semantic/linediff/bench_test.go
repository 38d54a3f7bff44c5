package linediff

import (
	"bytes"
	"fmt"
	"testing"
)

// numbered gives n lines that name gives the text of.
func numbered(n int, name func(line int) string) []byte {
	var out bytes.Buffer
	for i := range n {
		out.WriteString(name(i))
		out.WriteByte('\n')
	}
	return out.Bytes()
}

// source looks like a source file of n lines, of which every period-th is edited in
// the second.
func source(n, period int) (a, b []byte) {
	line := func(i int) string {
		switch i % 10 {
		case 0:
			return fmt.Sprintf("func f%d() {", i)
		case 8:
			return "}"
		case 9:
			return ""
		}
		return fmt.Sprintf("\tcall(%d, %d)", i%70, i%3)
	}
	return numbered(n, line), numbered(n, func(i int) string {
		if i%period == 0 {
			return line(i) + " // edited"
		}
		return line(i)
	})
}

func BenchmarkDiff(b *testing.B) {
	for name, algorithm := range map[string]Algorithm{"histogram": Histogram, "myers": Myers, "patience": Patience} {
		for _, n := range []int{1_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				old, new := source(n, 97)
				b.SetBytes(int64(len(old) + len(new)))
				b.ReportAllocs()
				for b.Loop() {
					DiffWith(Split(old), Split(new), Options{Algorithm: algorithm})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n), "ns/line")
			})
		}
	}
}

func BenchmarkUnrelatedLines(b *testing.B) {
	old := Split(numbered(1_200_000, func(i int) string { return fmt.Sprint("a", i) }))
	new := Split(numbered(1_200_000, func(i int) string { return fmt.Sprint("b", i) }))
	b.ReportAllocs()
	for b.Loop() {
		Diff(old, new)
	}
}
