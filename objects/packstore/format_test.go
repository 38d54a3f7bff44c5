package packstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

func writeFormat(t *testing.T, dir, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, formatName), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sealed(content string) string {
	return fmt.Sprintf("%s%s%q\n", content, checksumKey, formatSum([]byte(content)))
}

func TestFormat(t *testing.T) {
	dir, _ := newFixture(t)
	writeFormat(t, dir, sealed("format = 2\nnew_key = true\n"))
	var newer *FormatError
	if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &newer) || newer.Found != 2 || newer.Supported != 1 {
		t.Errorf("newer format: %v", err)
	}
	if _, err := RebuildCatalog(t.Context(), dir, Options{}, Rebuild{AcceptLosses: true}); !errors.As(err, &newer) {
		t.Errorf("rebuild of a newer format: %v", err)
	}
	if _, err := Create(t.Context(), dir, Options{}); !errors.As(err, &newer) {
		t.Errorf("create over a newer format: %v", err)
	}
	good := string(newFormatFile(time.Now()))
	for name, content := range map[string]string{
		"empty": "", "flipped": strings.Replace(good, "format = 1", "format = 3", 1),
		"cut": good[:len(good)-2], "more": good + "x = 1\n", "no TOML": sealed("format = = 1\n"),
	} {
		writeFormat(t, dir, content)
		var c *objects.CorruptError
		if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &c) || c.What != "format" {
			t.Errorf("%s: %v", name, err)
		}
	}
	writeFormat(t, dir, good)
	openStore(t, dir)
}

func TestOpenRefusals(t *testing.T) {
	var none *NotStoreError
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "absent"), Options{}); !errors.As(err, &none) {
		t.Errorf("absent: %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir(), Options{}); !errors.As(err, &none) {
		t.Errorf("empty: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), file, Options{}); !errors.As(err, &none) {
		t.Errorf("a file: %v", err)
	}
	for _, name := range []string{catalogName, slotsName, formatName} {
		dir, _ := newFixture(t)
		remove(t, dir, name)
		var c *objects.CorruptError
		if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &c) || c.What != strings.TrimSuffix(name, ".toml") {
			t.Errorf("without %s: %v", name, err)
		}
	}
}

func TestCreate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if created, err := Create(t.Context(), dir, Options{}); !created || err != nil {
		t.Fatal(created, err)
	}
	s := openStore(t, dir)
	id := putOne(t, s, []byte("kept"))
	if created, err := Create(t.Context(), dir, Options{}); created || err != nil {
		t.Errorf("again: %v, %v", created, err)
	}
	if _, err := s.Get(t.Context(), id); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(filepath.Join(dir, ballastName)); err != nil || info.Size() != smallBallast {
		t.Errorf("ballast: %v, %v", info, err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "notes.txt"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var full *NotEmptyError
	if _, err := Create(t.Context(), other, Options{}); !errors.As(err, &full) {
		t.Errorf("over other files: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Create(ctx, filepath.Join(t.TempDir(), "x"), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// steps of a creation, by the passages of its failpoint.
const createSteps = 5

// TestCreateFails lets each step fail: nothing is left, and an empty directory
// that was there stays.
func TestCreateFails(t *testing.T) {
	for step := range createSteps {
		top := t.TempDir()
		for _, dir := range []string{filepath.Join(top, "new", "store"), t.TempDir()} {
			_, statErr := os.Stat(dir)
			passed := 0
			restore := setFailpoints(func(p point) error {
				if p == pointCreate {
					if passed++; passed > step {
						return syscall.ENOSPC
					}
				}
				return nil
			})
			_, err := Create(t.Context(), dir, Options{})
			restore()
			var full *objects.NoSpaceError
			if !errors.As(err, &full) {
				t.Fatalf("step %d: %v", step, err)
			}
			if left, _ := os.ReadDir(top); len(left) > 0 {
				t.Errorf("step %d left %v", step, left)
			}
			left, err := os.ReadDir(dir)
			if len(left) > 0 || errors.Is(err, fs.ErrNotExist) != errors.Is(statErr, fs.ErrNotExist) {
				t.Errorf("step %d left %v, %v", step, left, err)
			}
		}
	}
}

// TestCreateWithoutSpace makes nothing on a disk that is too full.
func TestCreateWithoutSpace(t *testing.T) {
	top := t.TempDir()
	fullDisk(t, top, true)
	var full *objects.NoSpaceError
	if _, err := Create(t.Context(), filepath.Join(top, "a", "b"), Options{}); !errors.As(err, &full) {
		t.Errorf("Create: %v", err)
	}
	if left, _ := os.ReadDir(top); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestCreateKilled kills the process before each step: the directory is no
// store, and the next attempt finishes it.
func TestCreateKilled(t *testing.T) {
	for step := range createSteps {
		dir := filepath.Join(t.TempDir(), "store")
		cmd, out := startChild(t, "create", dir, strconv.Itoa(step+1))
		_ = readAcks(t, out)
		if err := cmd.Wait(); err == nil {
			t.Fatalf("step %d: the process was not killed", step)
		}
		var none *NotStoreError
		if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &none) {
			t.Errorf("step %d: %v", step, err)
		}
		if err := CheckVacant(dir); err != nil {
			t.Errorf("step %d: %v", step, err)
		}
		if created, err := Create(t.Context(), dir, Options{}); !created || err != nil {
			t.Fatalf("step %d: %v, %v", step, created, err)
		}
		mustVerify(t, openStore(t, dir))
	}
}

// TestCreateOverForeignFiles refuses directories that only look like the remains
// of a creation.
func TestCreateOverForeignFiles(t *testing.T) {
	for _, names := range [][]string{{"catalog/notes"}, {"packs/notes", "locks/queue"}, {"packs", "catalog"}, {"format.toml.txt", "locks/queue"}} {
		dir := t.TempDir()
		for _, name := range names {
			path := filepath.Join(dir, name)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		var full *NotEmptyError
		if _, err := Create(t.Context(), dir, Options{}); !errors.As(err, &full) {
			t.Errorf("%v: %v", names, err)
		}
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
}
