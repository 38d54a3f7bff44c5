package packstore

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/objects"
)

var soak = flag.Int("soak", 1, "multiplies the rounds of the crash tests")

// childEnv makes the test binary work on a store instead of testing:
// "<verb> <argument>…".
const childEnv = "GENESIS_PACKSTORE_CHILD"

func TestMain(m *testing.M) {
	if job := os.Getenv(childEnv); job != "" {
		if err := child(strings.Split(job, "|")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	inMemory()
	code := m.Run()
	if templateDir != "" {
		_ = os.RemoveAll(templateDir)
	}
	os.Exit(code)
}

// inMemory lets tests work in memory where the system has a file system for
// that, unless TMPDIR says where: they sync hundreds of times, and a killed
// process loses nothing there either. Benchmarks stay on the disk.
func inMemory() {
	const shm = "/dev/shm"
	flag.Parse()
	if os.Getenv("TMPDIR") != "" || flag.Lookup("test.bench").Value.String() != "" {
		return
	}
	if dir, err := os.MkdirTemp(shm, "probe-"); err == nil {
		_ = os.Remove(dir)
		_ = os.Setenv("TMPDIR", shm)
	}
}

func child(args []string) error {
	switch args[0] {
	case "put": // dir, name, point, passage: puts until it dies
		if args[3] != "" {
			dieAt(point(args[3]), args[4])
		}
		return childPut(args[1], args[2])
	case "open", "rebuild": // dir, point, passage: puts a store in order until it dies
		dieAt(point(args[2]), args[3])
		if args[0] == "rebuild" {
			_, err := RebuildCatalog(context.Background(), args[1], Options{}, Rebuild{AcceptLosses: true})
			return err
		}
		s, err := Open(context.Background(), args[1], Options{})
		if err == nil {
			err = s.Close()
		}
		return err
	case "optimize": // dir, point, passage: optimizes a store until it dies
		dieAt(point(args[2]), args[3])
		return childOptimize(args[1])
	case "create": // dir, passage: makes a store until it dies
		dieAt(pointCreate, args[2])
		_, err := Create(context.Background(), args[1], Options{})
		return err
	case "attempts": // dir: says how everything ends that reads a store
		return childAttempts(args[1])
	case "hold": // dir: stops in the middle of a publication, with the lock
		setFailpoints(func(p point) error {
			if p == pointCatalogCommit {
				fmt.Println("held")
				select {}
			}
			return nil
		})
		return childPut(args[1], "held")
	case "counter": // dir, name, n: adds n to a counter by compare-and-swap
		n, err := strconv.Atoi(args[3])
		if err != nil {
			return err
		}
		return childCount(args[1], args[2], n)
	}
	return fmt.Errorf("unknown job %q", args)
}

// dieAt kills the process the n-th time it passes the point.
func dieAt(p point, passage string) {
	left, _ := strconv.Atoi(passage)
	setFailpoints(func(q point) error {
		if q == p {
			if left--; left <= 0 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
		return nil
	})
}

// childPut publishes objects and moves a ref each time, and writes a line for
// each acknowledgement.
func childPut(dir, name string) error {
	ctx := context.Background()
	for i := 0; ; i++ {
		// A fresh opening every few puts, as single commands would do.
		s, err := Open(ctx, dir, Options{Verb: "put"})
		if err != nil {
			return err
		}
		for range 3 {
			data := fmt.Appendf(nil, "%s %d %s", name, i, strings.Repeat("x", i%7*100))
			id, err := publishBlob(ctx, s, data, "refs/heads/"+name)
			if err != nil {
				return err
			}
			fmt.Printf("%s %q\n", id, data)
			i++
		}
		if err := s.Close(); err != nil {
			return err
		}
	}
}

func publishBlob(ctx context.Context, s *Store, data []byte, name string) (objects.ID, error) {
	st, err := s.Begin(ctx)
	if err != nil {
		return objects.ID{}, err
	}
	id, _, err := st.Put(ctx, objects.KindBlob, data)
	if err != nil {
		return id, errors.Join(err, st.Abort())
	}
	_, err = s.Publish(ctx, st, objects.Batch{
		Changes:   []objects.Change{ref(name, id)},
		Operation: &objects.Operation{Verb: "put", Seconds: 1},
	})
	return id, err
}

func childCount(dir, name string, n int) error {
	ctx := context.Background()
	s, err := Open(ctx, dir, Options{Verb: "count"})
	if err != nil {
		return err
	}
	for range n {
		if err := addOne(ctx, s, name); err != nil {
			return err
		}
	}
	return s.Close()
}

// addOne adds one to a number in a row by compare-and-swap.
func addOne(ctx context.Context, s *Store, name string) error {
	for {
		old, ok, err := s.Row(ctx, objects.SpaceSetting, name)
		if err != nil {
			return err
		}
		n, expect := 0, objects.Absent()
		if ok {
			expect = objects.Is(old)
			if n, err = strconv.Atoi(string(old)); err != nil {
				return err
			}
		}
		_, err = s.Publish(ctx, nil, objects.Batch{
			Changes:   []objects.Change{{Space: objects.SpaceSetting, Name: name, New: strconv.AppendInt(nil, int64(n+1), 10), Expect: expect}},
			Operation: &objects.Operation{Verb: "count", Seconds: 1},
		})
		var lost *objects.ConflictError
		if !errors.As(err, &lost) {
			return err
		}
	}
}

func startChild(t testing.TB, args ...string) (*exec.Cmd, io.ReadCloser) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+strings.Join(args, "|"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, out
}

// acked is what a child said it had stored: the blobs and where its ref stands.
type acked struct {
	data map[objects.ID][]byte
	last objects.ID
}

func readAcks(t testing.TB, r io.Reader) acked {
	t.Helper()
	out := acked{data: map[objects.ID][]byte{}}
	for sc := bufio.NewScanner(r); sc.Scan(); {
		digits, quoted, _ := strings.Cut(sc.Text(), " ")
		id, err := objects.ParseID(digits)
		if err != nil {
			continue // a line that the kill cut off
		}
		data, err := strconv.Unquote(quoted)
		if err != nil {
			continue
		}
		out.data[id] = []byte(data)
		out.last = id
	}
	return out
}

// check makes sure that everything that was acknowledged is there and that the
// ref stands on the last object or on the one after it.
func (a acked) check(t testing.TB, dir, name string) {
	t.Helper()
	start := time.Now()
	s, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatalf("Open after the crash: %v", err)
	}
	defer func() { _ = s.Close() }()
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("opening after the crash took %v", d)
	}
	for id, want := range a.data {
		if o, err := s.Get(t.Context(), id); err != nil || !bytes.Equal(o.Data, want) {
			t.Errorf("acknowledged object %s: %q, %v", id, o.Data, err)
		}
	}
	value, ok, err := s.Row(t.Context(), objects.SpaceRef, "refs/heads/"+name)
	if err != nil || ok != (len(a.data) > 0) && !ok {
		t.Fatalf("ref: %v, %v", ok, err)
	}
	if ok && objects.ID(value) != a.last {
		if _, known := a.data[objects.ID(value)]; known {
			t.Errorf("the ref went back to %x, acknowledged was %s", value, a.last)
		}
	}
	mustVerify(t, s)
	// The store takes new objects, and the rubbish is gone.
	if _, err := publishBlob(t.Context(), s, fmt.Appendf(nil, "after %s", a.last), "refs/heads/"+name); err != nil {
		t.Errorf("Publish after the crash: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, packsName, tmpPrefix+"*")); len(left) > 0 {
		t.Errorf("temporary packs are left: %v", left)
	}
	mustVerify(t, s)
}

// TestCrashAtEachPoint kills a writer at each failpoint.
func TestCrashAtEachPoint(t *testing.T) {
	for _, p := range publishPoints {
		t.Run(string(p), func(t *testing.T) {
			t.Parallel()
			for round := range *soak {
				dir := newStore(t).dir
				cmd, out := startChild(t, "put", dir, "crash", string(p), strconv.Itoa(2+round%5))
				got := readAcks(t, out)
				if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != -1 {
					t.Fatalf("the child was not killed: %v", err)
				}
				got.check(t, dir, "crash")
			}
		})
	}
}

// TestKilledHolder kills a writer that holds the store in the middle of its
// transaction while others wait: reader and writer go on within a second.
func TestKilledHolder(t *testing.T) {
	dir, m := newFixture(t)
	s := openStore(t, dir)
	cmd, out := startChild(t, "hold", dir)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	var busy *objects.BusyError
	if _, err := Open(t.Context(), dir, Options{LockTimeout: -1}); !errors.As(err, &busy) || busy.PID != cmd.Process.Pid || busy.Verb != "put" {
		t.Fatalf("the store is not held: %v", err)
	}
	done := make(chan error)
	go func() {
		r, err := Open(context.Background(), dir, Options{})
		if err == nil {
			err = r.Close()
		}
		done <- err
	}()
	go func() {
		_, err := publishBlob(context.Background(), s, []byte("next"), "refs/heads/next")
		done <- err
	}()
	_ = cmd.Process.Kill()
	start := time.Now()
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("it took %v to go on", d)
	}
	_ = cmd.Wait()
	mustVerify(t, s)
	if head, err := s.Head(t.Context()); err != nil || head.Seq != m.head.Seq+1 {
		t.Errorf("head %v, %v", head, err)
	}
}

// publishPoints are the failpoints that a publication passes.
var publishPoints = []point{
	pointStageCreate, pointStageWrite, pointStageSync, pointFooterWrite, pointFooterSync, pointRename, pointDirSync,
	pointCatalogOpen, pointCatalogCommit, pointSlotWrite, pointSlotSync, pointCatalogClose,
}

// TestKill kills two writers at random moments.
func TestKill(t *testing.T) {
	dir := newStore(t).dir
	for round := range 3 * *soak {
		names := []string{fmt.Sprintf("a%d", round), fmt.Sprintf("b%d", round)}
		var cmds []*exec.Cmd
		var outs []io.ReadCloser
		for _, n := range names {
			cmd, out := startChild(t, "put", dir, n, "", "")
			cmds, outs = append(cmds, cmd), append(outs, out)
		}
		first := bufio.NewReader(outs[0])
		if _, err := first.Peek(1); err != nil { // both work by now
			t.Fatal(err)
		}
		for range rand.IntN(40) {
			if _, err := first.Peek(min(first.Size(), first.Buffered()+1)); err != nil {
				break
			}
		}
		for _, cmd := range cmds {
			_ = cmd.Process.Kill()
		}
		acks := []acked{readAcks(t, first), readAcks(t, outs[1])}
		for i, cmd := range cmds {
			_ = cmd.Wait()
			acks[i].check(t, dir, names[i])
		}
	}
}

// TestFailAtEachPoint makes each step of a publication fail: then it happened
// not at all, or it was reported as done.
func TestFailAtEachPoint(t *testing.T) {
	injected := errors.New("injected")
	for _, fail := range []error{injected, syscall.ENOSPC} {
		for _, p := range append(publishPoints, pointSpace) {
			t.Run(fmt.Sprintf("%s/%v", p, fail), func(t *testing.T) {
				dir, m := newFixture(t)
				s := openStore(t, dir)
				w := modelWriter{t, s, m}
				failed := map[bool]int{}
				for i := range 2 {
					restore := setFailpoints(func(q point) error {
						if p == q {
							return fail
						}
						return nil
					})
					data := fmt.Appendf(nil, "data %d", i)
					id, err := publishBlob(t.Context(), s, data, "refs/heads/failed")
					restore()
					failed[err != nil]++
					if err == nil {
						w.m.data[id] = data
						w.m.rows[objects.SpaceRef]["refs/heads/failed"] = id[:]
						w.m.head, err = s.Head(t.Context())
					} else {
						w.m.absent = append(w.m.absent, id)
						var full *objects.NoSpaceError
						if fail == syscall.ENOSPC && !errors.As(err, &full) {
							t.Errorf("a full disk is reported as %v", err)
						}
						err = nil
					}
					if err != nil {
						t.Fatal(err)
					}
					if diff, reported := w.m.compare(s); len(diff) > 0 || reported > 0 {
						t.Fatalf("in the same process: %d errors, %q", reported, diff)
					}
				}
				if late := p == pointSlotWrite || p == pointSlotSync || p == pointCatalogClose; late == (failed[true] > 0) && !(p == pointSpace && fail == injected) {
					t.Errorf("failures: %v", failed)
				}
				_ = s.Close()
				w.m.mustHold(t, s.dir)
			})
		}
	}
}

// TestFailedPackGoesUnderTheLock makes the transaction fail after the pack has
// its name: the pack is gone before another writer can take it for one that the
// catalog forgot, and list a file that is about to be removed.
func TestFailedPackGoesUnderTheLock(t *testing.T) {
	for _, p := range []point{pointDirSync, pointCatalogCommit} {
		s := newStore(t)
		putOne(t, s, []byte("before"))
		before := packNames(t, s.dir)
		var atEnd []string
		restore := setFailpoints(func(q point) error {
			switch q {
			case p:
				return errors.New("injected")
			case pointCatalogClose: // the last one under the lock
				atEnd = packNames(t, s.dir)
			}
			return nil
		})
		_, err := publishBlob(t.Context(), s, []byte("failed"), "refs/heads/failed")
		restore()
		if err == nil || !slices.Equal(atEnd, before) {
			t.Errorf("%s: %v; packs before %q, when the lock is given back %q", p, err, before, atEnd)
		}
	}
}

// TestPanicAtEachPoint panics in each step of a publication: then it happened or
// not, and nothing is held that keeps the next from publishing.
func TestPanicAtEachPoint(t *testing.T) {
	for _, p := range publishPoints {
		t.Run(string(p), func(t *testing.T) {
			s := newStore(t)
			restore := setFailpoints(func(q point) error {
				if p == q {
					panic("injected")
				}
				return nil
			})
			id := objects.Sum(objects.KindBlob, []byte("data"))
			panicked := panics(func() { _, _ = publishBlob(t.Context(), s, []byte("data"), "refs/heads/x") })
			restore()
			if !panicked && p != pointCatalogCommit { // what calls the library is guarded
				t.Error("no panic")
			}
			// A process that another test starts holds the locks until it executes.
			again, err := Open(t.Context(), s.dir, Options{LockTimeout: time.Second})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = again.Close() }()
			has, err := again.Has(t.Context(), []objects.ID{id})
			if late := p == pointSlotWrite || p == pointSlotSync || p == pointCatalogClose; err != nil || has[0] != late {
				t.Errorf("published: %v, %v", has, err)
			}
			putOne(t, again, []byte("next"))
			mustVerify(t, again)
		})
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return
}

func packNames(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Join(dir, packsName))
	if err != nil {
		t.Error(err)
	}
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

// TestCanRetry does not offer a stage again that may have been published.
func TestCanRetry(t *testing.T) {
	busy := &objects.BusyError{}
	if !canRetry(busy) || !canRetry(&objects.ConflictError{}) || canRetry(errors.New("other")) ||
		canRetry(fmt.Errorf("%w: %w", errUnknownOutcome, busy)) {
		t.Error("the wrong errors leave a stage open")
	}
}
