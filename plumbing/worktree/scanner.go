package worktree

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

// seams are called at certain moments of a scan, so that tests can watch it,
// make it fail or change files under its hands. Each may be nil.
type seams struct {
	open     func(path string) error // a file or directory is about to be opened
	listed   func(dir string)        // a directory was looked at
	read     func(path string)       // a file was read, but not yet compared with before
	treeRead func()                  // a tree of the base was read
}

func (s *seams) onOpen(path string) error {
	if s.open == nil {
		return scanpoint(atOpen, path)
	}
	return s.open(path)
}

func (s *seams) onListed(dir string) {
	if s.listed != nil {
		s.listed(dir)
	}
}

func (s *seams) onRead(path string) {
	if s.read != nil {
		s.read(path)
		return
	}
	_ = scanpoint(atRead, path) // what happened to the file is seen after it
}

func (s *seams) onTreeRead() {
	if s.treeRead != nil {
		s.treeRead()
	}
}

// What the zero values of Options.MaxFile and Options.MaxFiles mean.
const (
	DefaultMaxFile  = 1 << 30
	DefaultMaxFiles = 1_000_000
)

var errIgnoreFileSize = errors.New("ignore file too large")

// scanner is one scan.
type scanner struct {
	ctx   context.Context
	opts  *Options
	req   ScanRequest
	cache *statCache
	// trust is the moment from which on changes may hide from the cache.
	trust    clock
	pool     pool
	progress progress
	draft    cacheDraft

	ignored atomic.Int64
	found   atomic.Int64 // files that are to be recorded

	mu       sync.Mutex
	skipped  []Skipped
	tooLarge []string
	lazy     []lazyFile
}

func newScanner(ctx context.Context, opts *Options, req ScanRequest) *scanner {
	s := &scanner{ctx: ctx, opts: opts, req: req, cache: loadCache(opts)}
	s.trust = s.cache.clock.earlier(opts.now().UnixNano())
	s.progress.report = opts.Progress
	return s
}

func (o *Options) now() time.Time {
	if o.Now != nil {
		return o.Now()
	}
	return time.Now()
}

func (o *Options) maxFile() uint64 {
	if o.MaxFile == 0 {
		return DefaultMaxFile
	}
	return o.MaxFile
}

func (o *Options) maxFiles() int {
	if o.MaxFiles == 0 {
		return DefaultMaxFiles
	}
	return o.MaxFiles
}

// walk visits all that is asked for and returns the finished root.
func (s *scanner) walk() (*node, error) {
	rules, err := outerRules(s.opts)
	if err != nil {
		return nil, err
	}
	root := &node{cached: noDir, base: s.req.Base, sel: newSelection(s.req.Paths), rules: rules, fd: -1}
	root.whole = root.sel == nil
	if s.cache.nDirs > 0 {
		root.cached = 0
	}
	err = s.pool.run(s.ctx, task{node: root}, func(w *worker, t task) error {
		if t.files != nil {
			return s.readBatch(w, t.node, t.files)
		}
		return s.dir(w, t.node)
	})
	if err == nil && len(s.tooLarge) > 0 {
		slices.Sort(s.tooLarge)
		err = &TooLargeError{Paths: s.tooLarge, Limit: s.opts.maxFile()}
	}
	if err != nil {
		root.closeAll()
		return nil, err
	}
	return root, nil
}

// checkPaths refuses a path that is neither on disk nor in the base.
func (s *scanner) checkPaths() error {
	if newSelection(s.req.Paths) == nil {
		return nil
	}
	a, err := openAnchor(s.opts.Root)
	if err != nil {
		return &UnreadableError{Err: err}
	}
	defer a.close()
	for _, path := range s.req.Paths {
		path = strings.TrimRight(path, "/")
		if a.has(path) {
			continue
		}
		if _, err := snapshot.Lookup(s.ctx, s.req.Store, s.req.Base, path); err != nil {
			return err
		}
	}
	return nil
}

// countFiles adds files to those that are to be recorded; with a stage there may
// not be too many.
func (s *scanner) countFiles(n *node) error {
	files := len(n.files)
	if n.asCached {
		from, to := s.cache.filesOf(n.cached)
		files = to - from
	}
	found := s.found.Add(int64(files) + int64(n.result.files))
	if s.req.Stage != nil && found > int64(s.opts.maxFiles()) {
		return &TooManyError{Limit: s.opts.maxFiles()}
	}
	return nil
}

func (s *scanner) skip(path, reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.skipped = append(s.skipped, Skipped{Path: path, Reason: reason})
}

// large notes a file over the limit. With a stage the scan goes on only to
// find all of them.
func (s *scanner) large(path string) {
	if s.req.Stage == nil {
		s.skip(path, tooLarge)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tooLarge = append(s.tooLarge, path)
}

// refused reports whether the scan can only end in a refusal.
func (s *scanner) refused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tooLarge) > 0
}

// unreadable notes a file that could not be read. It may be missing from a
// comparison, but not from a snapshot.
func (s *scanner) unreadable(path string, err error) error {
	if s.req.Stage != nil {
		return &UnreadableError{Path: path, Err: err}
	}
	s.skip(path, unreadable)
	return nil
}

// report puts the result together.
func (s *scanner) report(root *node, changes []snapshot.Change) *Scan {
	slices.SortFunc(s.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	r := &root.result
	scan := &Scan{Files: r.files, Bytes: r.bytes, Changes: changes, Ignored: int(s.ignored.Load()), Skipped: s.skipped}
	if s.req.Stage != nil {
		scan.Root = r.id
	}
	if found := int(s.found.Load()); found > s.opts.maxFiles() {
		scan.TooMany = found
	}
	return scan
}

// progress adds up what was read and reports it, one call at a time.
type progress struct {
	report func(files int, bytes uint64)
	mu     sync.Mutex
	files  int
	bytes  uint64
}

func (p *progress) file(f *scanFile) {
	if p.report == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.files++
	p.bytes += f.stat.size
	p.report(p.files, p.bytes)
}

// has reports whether there is something at the root-relative path.
func (a *anchor) has(path string) bool {
	dir, name := splitPath(path)
	fd, err := a.open(dir)
	if err != nil {
		return false
	}
	defer closeFD(fd)
	_, err = lstatAt(fd, name)
	return err == nil
}
