package packstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/genesis-vcs/genesis/objects"
)

// nobody is a user for whom modes count.
const nobody = 65534

// asNobody runs a job of the test binary as another user when this one is root,
// for whom every file can be read.
func asNobody(t *testing.T, job ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := openDir(t)
	program := filepath.Join(dir, "job")
	content, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(program, content, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join(job, "|"))
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", job, err, out.Bytes())
	}
	return out.String()
}

// openDir is a temporary directory that every user may enter.
func openDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// childAttempts tries everything that reads a store and prints a line for each.
func childAttempts(dir string) error {
	ctx := context.Background()
	id := objects.Sum(objects.KindBlob, []byte("data"))
	say := func(what string, err error) { fmt.Printf("%s: %s\n", what, outcomeOf(err)) }
	s, err := Open(ctx, dir, Options{})
	say("open", err)
	if err == nil {
		_, err = s.Get(ctx, id)
		say("get", err)
		_, err = s.Stat(ctx, id)
		say("stat", err)
		_, err = s.Has(ctx, []objects.ID{id, {1}})
		say("has", err)
		_, err = s.List(ctx, objects.ListQuery{})
		say("list", err)
		_, err = s.Totals(ctx)
		say("totals", err)
		_, err = s.Verify(ctx, VerifyOptions{})
		say("verify", err)
		_, err = s.Verify(ctx, VerifyOptions{Reachable: true})
		say("verify reachable", err)
		_, err = publishBlob(ctx, s, []byte("more"), "refs/heads/more")
		say("publish", err)
		_ = s.Close()
	}
	_, err = RebuildCatalog(ctx, dir, Options{}, Rebuild{DryRun: true})
	say("dry rebuild", err)
	_, err = RebuildCatalog(ctx, dir, Options{}, Rebuild{AcceptLosses: true})
	say("rebuild", err)
	return nil
}

// outcomeOf names what matters of an error here.
func outcomeOf(err error) string {
	refused, _ := errors.AsType[*UnreadableError](err)
	_, corrupt := errors.AsType[*objects.CorruptError](err)
	switch {
	case err == nil:
		return "ok"
	case corrupt:
		return "corrupt"
	case refused != nil && errors.Is(err, syscall.EACCES):
		return "unreadable " + refused.Part
	case errors.Is(err, syscall.EACCES):
		return "permission"
	default:
		return err.Error()
	}
}

// TestUnreadableIsNoDamage takes the permission to read away from each part: all
// that needs the part is refused for that reason, nothing is called damaged, and
// a rebuild touches nothing.
func TestUnreadableIsNoDamage(t *testing.T) {
	opened := []string{"get", "stat", "has", "list", "totals", "verify", "verify reachable", "publish"}
	for _, c := range []struct {
		glob, part string
		opens      bool
	}{
		{packsName, "packs", true},
		{packsName + "/*", "pack", true},
		{catalogName, "catalog", false},
		{catalogName + "/MANIFEST", "catalog", false},
		{catalogName + "/*.sst", "catalog", false},
		{slotsName, "slots", false},
		{formatName, "format", false},
	} {
		t.Run(c.glob, func(t *testing.T) {
			dir := filepath.Join(openDir(t), "store")
			if _, err := Create(t.Context(), dir, Options{}); err != nil {
				t.Fatal(err)
			}
			s := openStore(t, dir)
			if _, err := publishBlob(t.Context(), s, []byte("data"), "refs/heads/main"); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			give(t, dir)
			before := contentsOf(t, dir)
			restore := hide(t, dir, c.glob)
			out := asNobody(t, "attempts", dir)
			restore()
			want := map[string]bool{"open": !c.opens}
			if c.opens {
				for _, what := range opened {
					want[what] = true
				}
			}
			want["dry rebuild"], want["rebuild"] = true, true
			for line := range strings.Lines(out) {
				what, got, _ := strings.Cut(strings.TrimSpace(line), ": ")
				refused := strings.HasPrefix(got, "unreadable") || got == "permission"
				if refused != want[what] || !refused && got != "ok" {
					t.Errorf("%s: %s", what, got)
				}
				delete(want, what)
			}
			if len(want) > 0 {
				t.Errorf("not tried: %v\n%s", want, out)
			}
			if !strings.Contains(out, "unreadable "+c.part) && !strings.Contains(out, "unreadable pack") {
				t.Errorf("nothing says %s:\n%s", c.part, out)
			}
			if after := contentsOf(t, dir); after != before {
				t.Errorf("the store changed:\n%s\n%s", before, after)
			}
			mustVerify(t, openStore(t, dir))
		})
	}
}

// give makes the store belong to the user that asNobody runs as.
func give(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(path, nobody, nobody))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hide takes the permissions of files away; restore gives them back.
func hide(t *testing.T, dir, glob string) (restore func()) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, glob))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: %v", glob, err)
	}
	modes := map[string]os.FileMode{}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil {
			modes[path] = info.Mode().Perm()
			err = os.Chmod(path, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for path, mode := range modes {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// contentsOf lists packs, slots and format record with their bytes.
func contentsOf(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	for _, glob := range []string{formatName, slotsName, packsName + "/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, glob))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s %s\n", path, objects.Sum(objects.KindBlob, content))
		}
	}
	return out.String()
}

// TestFailingDiskIsNoDamage tells what the system reports from what is read.
func TestFailingDiskIsNoDamage(t *testing.T) {
	failing := &os.PathError{Op: "read", Path: "/x/packs/y.pack", Err: syscall.EIO}
	for _, c := range []struct {
		err  error
		want string
	}{
		{faulty("pack", "packs/y.pack", failing), "*packstore.UnreadableError"},
		{faulty("slots", slotsName, &os.PathError{Op: "open", Path: "slots", Err: syscall.EMFILE}), "*packstore.UnreadableError"},
		{faulty("slots", slotsName, os.ErrNotExist), "*objects.CorruptError"},
		{faulty("pack", "packs/y.pack", io.ErrUnexpectedEOF), "*objects.CorruptError"},
		{catalogFault("000001.sst", failing), "*packstore.UnreadableError"},
		{catalogFault("", errors.New("while reading: input/output error")), "*packstore.UnreadableError"},
		{catalogFault("", errors.New("checksum mismatch")), "*objects.CorruptError"},
		{worse(&objects.CorruptError{}, unreadable("pack", "packs/y.pack", failing)), "*packstore.UnreadableError"},
		{worse(&goneError{}, unreadable("pack", "packs/y.pack", failing)), "*packstore.goneError"},
	} {
		if got := fmt.Sprintf("%T", c.err); got != c.want {
			t.Errorf("%v is a %s, want a %s", c.err, got, c.want)
		}
	}
	err := walkRecords(failingReader{}, 1000, func(s salvaged) error { return s.err })
	if !errors.Is(err, syscall.EIO) {
		t.Errorf("records of a failing disk: %v", err)
	}
}

type failingReader struct{}

func (failingReader) ReadAt([]byte, int64) (int, error) { return 0, syscall.EIO }
