package objects

import (
	"fmt"
	"sync"
	"testing"
)

func TestHasherIsReusable(t *testing.T) {
	want := Sum(KindBlob, []byte("genesis"))
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			for range 100 {
				h := NewHasher(KindBlob)
				for _, part := range []string{"gen", "", "esis"} {
					_, _ = h.Write([]byte(part))
				}
				if got := h.Sum(); got != want {
					t.Errorf("the hash is %s, want %s", got, want)
				}
				h.Release()
			}
		})
	}
	running.Wait()
}

func BenchmarkSum(b *testing.B) {
	for _, size := range []int{64, 4 << 10, 64 << 10, 1 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			data := make([]byte, size)
			b.ReportAllocs()
			b.SetBytes(int64(size))
			for b.Loop() {
				Sum(KindBlob, data)
			}
		})
	}
}
