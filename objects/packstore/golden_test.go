package packstore

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

var update = flag.Bool("update", false, "write the golden files anew")

// goldenPack writes a pack with a fixed id and time. Its records are raw, for
// the bytes of compressed ones are up to the library.
func goldenPack(t *testing.T, dir string) (string, packRow) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, packsName), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := createPack(dir, time.Unix(1_800_000_000, 0))
	if err != nil {
		t.Fatal(err)
	}
	copy(w.head.id[:], "0123456789abcdef")
	w.buf = append(w.buf[:0], w.head.encode()...)
	for i := range 3 {
		if err := addRaw(w, objects.KindBlob, fmt.Appendf(nil, "golden %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	ptr := pointer{id: objects.Sum(objects.KindBlob, []byte("big")), size: 1 << 33, list: objects.ID{7}}.encode()
	err = w.add(entry{id: objects.ID(ptr[:32]), kind: objects.KindBlob, flags: flagChunked, stored: pointerSize},
		recordHeader{kind: objects.KindBlob, flags: flagChunked, raw: pointerSize, stored: pointerSize, sum: checksum(ptr)}, ptr)
	if err != nil {
		t.Fatal(err)
	}
	row, err := w.finish([]packID{{1, 2, 3}})
	if err != nil {
		t.Fatal(err)
	}
	w.keep()
	return filepath.Join(dir, packsName, row.id.fileName()), row
}

// TestGoldenPack pins the bytes of a pack: what is written today is what every
// released version has written.
func TestGoldenPack(t *testing.T) {
	path, _ := goldenPack(t, t.TempDir())
	checkGolden(t, path, "pack-v1.hex")
}

func checkGolden(t *testing.T, path, name string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", name)
	var lines strings.Builder
	for rest := b; len(rest) > 0; rest = rest[min(32, len(rest)):] {
		lines.WriteString(hex.EncodeToString(rest[:min(32, len(rest))]) + "\n")
	}
	if *update {
		if err := os.WriteFile(golden, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if lines.String() != string(want) {
		t.Errorf("the pack is now\n%s", lines.String())
	}
}

// TestGoldenOptimizedPack pins the bytes of a pack with a delta, and reads it.
func TestGoldenOptimizedPack(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, packsName), 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := createPackOf(dir, packHeader{format: formatOptimized, created: 1_800_000_000})
	if err != nil {
		t.Fatal(err)
	}
	copy(w.head.id[:], "fedcba9876543210")
	w.buf = append(w.buf[:0], w.head.encode()...)
	base, data := goldenTexts()
	payload := goldenPayload(t)
	h := recordHeader{kind: objects.KindBlob, raw: uint32(len(base)), stored: uint32(len(base)), sum: checksum(base)}
	err = w.add(entry{id: objects.Sum(h.kind, base), kind: h.kind, stored: h.stored}, h, base)
	if err == nil {
		h = recordHeader{kind: objects.KindBlob, codec: codecDelta, raw: uint32(len(data)), stored: uint32(len(payload)), sum: checksum(payload)}
		err = w.add(entry{id: objects.Sum(h.kind, data), kind: h.kind, stored: h.stored}, h, payload)
	}
	if err != nil {
		t.Fatal(err)
	}
	row, err := w.finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	w.keep()
	checkGolden(t, w.path, "pack-v2.hex")
	if got := hex.EncodeToString(row.encode()); got != goldenOptimizedRow {
		t.Errorf("row: %q", got)
	}
	p := &pack{packRow: row, dir: dir}
	defer p.close()
	e, ok, err := p.find(objects.Sum(objects.KindBlob, data))
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if o, err := p.get(e); err != nil || string(o.Data) != string(data) {
		t.Errorf("%q, %v", o.Data, err)
	}
}

const goldenOptimizedRow = "8b0300000000000000d2496b000000000303000000000000020000000000000047745ecc02"

// TestGoldenRows pins the rows of the catalog and the slots.
func TestGoldenRows(t *testing.T) {
	_, row := goldenPack(t, t.TempDir())
	st := state{generation: 5, head: objects.Head{Operation: objects.ID{1}, Seq: 4}, view: objects.Head{Operation: objects.ID{2}, Seq: 2}, epoch: 3}
	st.digest(famRef).add(famRef, "refs/heads/main", []byte{1, 2})
	slotSum := checksum(slot{generation: 5, head: st.head}.encode())
	for name, got := range map[string]string{
		"pack":  hex.EncodeToString(row.encode()),
		"state": hex.EncodeToString(st.encode()),
		"slot":  fmt.Sprintf("%08x", slotSum),
		"key":   string(famRef.key("refs/heads/main")),
	} {
		if want := goldenRows[name]; got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

var goldenRows = map[string]string{
	"pack": "d80100000000000000d2496b00000000e800000000000000040000000100000061a4ff34",
	"state": "010500000000000000040000000000000001000000000000000000000000000000000000000000000000000000000000" +
		"000200000000000000020000000000000000000000000000000000000000000000000000000000000003000000000000" +
		"007000000000000000000000000000000000000000000000000000000000000000000000000000000000640000000000" +
		"00000000000000000000000000000000000000000000000000000000000000000000007201000000000000002e90d77b" +
		"2ad033a117e0757cc5f84d2d3751bfa2ddee24c48167f0edcea66f376800000000000000000000000000000000000000" +
		"0000000000000000000000000000000000000000006e0000000000000000000000000000000000000000000000000000" +
		"000000000000000000000000000073000000000000000000000000000000000000000000000000000000000000000000" +
		"000000000000006d00000000000000000000000000000000000000000000000000000000000000000000000000000000" +
		"27d5ea54",
	"slot": "48674bc7",
	"key":  "r/refs/heads/main",
}

// TestReleasedStores opens stores that earlier versions wrote. They are kept
// without ballast and locks, which carry no meaning.
func TestReleasedStores(t *testing.T) {
	const fixtureDir = "testdata/store-v1"
	if *update {
		dir, _ := template()
		if err := os.RemoveAll(fixtureDir); err != nil {
			t.Fatal(err)
		}
		kept := backup(t, dir)
		delete(kept, filepath.Join(catalogName, "DISCARD")) // a megabyte of zeros
		kept.restore(t, fixtureDir)
	}
	_, m := template()
	dir := copyStore(t, fixtureDir)
	s := openStore(t, dir)
	head, err := s.Head(t.Context())
	if err != nil || head.Seq != m.head.Seq {
		t.Fatalf("head %v, %v", head, err)
	}
	m = m.clone()
	m.head = head
	_ = s.Close()
	m.mustHold(t, dir)
	remove(t, dir, catalogName)
	if r, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); err != nil || len(r.Losses) > 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	m.mustHold(t, dir)
}
