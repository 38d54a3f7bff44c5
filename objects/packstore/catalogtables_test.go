package packstore

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRemainsOfBadger opens stores with what a process leaves that is killed
// while Badger makes or removes a file.
func TestRemainsOfBadger(t *testing.T) {
	write := func(name string, size int) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, catalogName, name), make([]byte, size), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, leave := range map[string]func(*testing.T, string){
		"empty log":           write("00001.mem", 0),
		"empty later log":     write("00007.mem", 0),
		"log without header":  write("00001.mem", 4<<20),
		"empty value log":     write("000099.vlog", 0),
		"zeroed value log":    write("000099.vlog", 2<<20),
		"empty table":         write("000099.sst", 0),
		"half a table":        write("000099.sst", 700),
		"discard statistics":  write("DISCARD", 0),
		"no discard":          func(t *testing.T, dir string) { remove(t, dir, filepath.Join(catalogName, "DISCARD")) },
		"half a new manifest": write("MANIFEST-REWRITE", 10),
		"cut value logs": func(t *testing.T, dir string) {
			logs, err := filepath.Glob(filepath.Join(dir, catalogName, "*.vlog"))
			if err != nil || len(logs) == 0 {
				t.Fatal(logs, err)
			}
			for _, l := range logs {
				if err := os.Truncate(l, 0); err != nil {
					t.Fatal(err)
				}
			}
			write("00001.mem", 0)(t, dir)
		},
		"half an entry of the manifest": func(t *testing.T, dir string) {
			f, err := os.OpenFile(filepath.Join(dir, catalogName, "MANIFEST"), os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			if _, err := f.Write([]byte{0, 0, 0, 9, 1}); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, m := newFixture(t)
			leave(t, dir)
			m.mustHold(t, dir)
			s := openStore(t, dir)
			id := putOne(t, s, []byte("goes on"))
			m.data[id] = []byte("goes on")
			m.head, _ = s.Head(t.Context())
			_ = s.Close()
			m.mustHold(t, dir)
		})
	}
}
