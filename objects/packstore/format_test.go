package packstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	if _, err := RebuildCatalog(t.Context(), dir, Options{}, false); !errors.As(err, &newer) {
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

// TestCreateInterrupted stops before the format record: the directory is no
// store, and the next attempt finishes it.
func TestCreateInterrupted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	restore := setFailpoints(func(p point) error {
		if p == pointCreate {
			return errors.New("crash")
		}
		return nil
	})
	_, err := Create(t.Context(), dir, Options{})
	restore()
	if err == nil {
		t.Fatal("no error")
	}
	var none *NotStoreError
	if _, err := Open(t.Context(), dir, Options{}); !errors.As(err, &none) {
		t.Errorf("half a store: %v", err)
	}
	if created, err := Create(t.Context(), dir, Options{}); !created || err != nil {
		t.Fatal(created, err)
	}
	mustVerify(t, openStore(t, dir))
}
