package testscripts

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/zeebo/blake3"
)

// hashTree is a hash over everything below a directory: names, modes, content
// and link targets, but no times. Files that carry no meaning are left out: the
// locks, which say who was there last, and the stat cache.
func hashTree(dir string) (string, error) {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		switch d.Name() {
		case "locks":
			return filepath.SkipDir
		case "lock", "statcache":
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v\n", rel, info.Mode())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			fmt.Fprintf(h, "%q\n", target)
			return err
		case info.Mode().IsRegular():
			fmt.Fprintf(h, "%d\n", info.Size())
			return hashFile(h, path)
		}
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

func hashFile(w io.Writer, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

func treeHash(ts *testscript.TestScript, dir string) string {
	hash, err := hashTree(dir)
	ts.Check(err)
	return hash
}

// cmdTreeHash is "treehash NAME DIR": puts the hash of a tree into a variable.
func cmdTreeHash(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 && !neg, "treehash NAME DIR")
	ts.Setenv(args[0], treeHash(ts, ts.MkAbs(args[1])))
}

// cmdSameTree is "[!] sametree HASH DIR": the tree still has the hash.
func cmdSameTree(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2, "sametree HASH DIR")
	if same := treeHash(ts, ts.MkAbs(args[1])) == args[0]; same == neg {
		ts.Fatalf("same tree: %v", same)
	}
}

// cmdFile is "file PATH CONTENT [OCTAL]": writes a file; both are Go strings
// without their quotes, so that any byte can be written.
func cmdFile(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, (len(args) == 2 || len(args) == 3) && !neg, "file PATH CONTENT [OCTAL]")
	path, content := ts.MkAbs(unquote(ts, args[0])), unquote(ts, args[1])
	mode := uint64(0o644)
	if len(args) == 3 {
		var err error
		mode, err = strconv.ParseUint(args[2], 8, 32)
		ts.Check(err)
	}
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(content), fs.FileMode(mode)))
	ts.Check(os.Chmod(path, fs.FileMode(mode)))
}

func unquote(ts *testscript.TestScript, s string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	ts.Check(err)
	return text
}

// cmdRandom is "random PATH BYTES SEED": a file of incompressible bytes.
func cmdRandom(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 3 && !neg, "random PATH BYTES SEED")
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), randomBytes(size, args[2]), 0o644))
}

func randomBytes(size int, seed string) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8(sha256.Sum256([]byte(seed))).Read(data)
	return data
}

// cmdFlip is "flip PATH OFFSET": inverts a byte; a negative offset counts from
// the end.
func cmdFlip(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, len(args) == 2 && !neg, "flip PATH OFFSET")
	paths, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(paths) != 1 {
		ts.Fatalf("%d files match %s", len(paths), args[0])
	}
	data, err := os.ReadFile(paths[0])
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 0xff
	ts.Check(os.WriteFile(paths[0], data, 0o600))
}

// cmdFIFO is "fifo PATH": makes a named pipe.
func cmdFIFO(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

// cmdSocket is "socket PATH": makes a socket that nobody listens to.
func cmdSocket(ts *testscript.TestScript, neg bool, args []string) {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: ts.MkAbs(args[0]), Net: "unix"})
	ts.Check(err)
	l.SetUnlinkOnClose(false)
	ts.Check(l.Close())
}

// cmdNewerFormat is "newerformat DIR": makes a store look as if a later version
// had written it. The record of the format ends with a checksum of what is
// above.
func cmdNewerFormat(ts *testscript.TestScript, neg bool, args []string) {
	path := filepath.Join(ts.MkAbs(args[0]), "format.toml")
	data, err := os.ReadFile(path)
	ts.Check(err)
	text := strings.Replace(string(data), "format = 1\n", "format = 99\n", 1)
	text, _, _ = strings.Cut(text, "checksum = ")
	sum := blake3.Sum256([]byte(text))
	ts.Check(os.WriteFile(path, fmt.Appendf(nil, "%schecksum = %q\n", text, hex.EncodeToString(sum[:16])), 0o600))
}
