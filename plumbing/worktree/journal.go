package worktree

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fxamacker/cbor/v2"
	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/snapshot"
)

const (
	journalFile = "journal"
	// journalMagic begins the file; then come the SHA-256 of the rest and the
	// rest, deterministic CBOR.
	journalMagic = "genesis move journal 1\n"
	// maxJournal bounds what is read: ten million steps with long paths.
	maxJournal = 4 << 30
	tempPrefix = ".genesis-move-"
)

// journal is all that Recover needs to finish a move or to roll it back.
type journal struct {
	_ struct{} `cbor:",toarray"`
	// Prefix begins the names of the move's temporary files.
	Prefix string
	// Seq is the number of the store's newest operation before the move. The
	// transaction has happened if a later one names Before and After.
	Seq           uint64
	Before, After objects.ID // snapshots of the whole working tree
	Saved         objects.ID // snapshot of what was overwritten; may be zero
	From, To      objects.ID // the root trees of the request
	Steps         []step     // sorted by path, each once
}

// step is what a move does to one path.
type step struct {
	_             struct{} `cbor:",toarray"`
	Path          objects.Bytes
	Before, After *state // nil: nothing is there
}

// state is a leaf as the working tree shows it. A gitlink is a directory.
type state struct {
	_    struct{} `cbor:",toarray"`
	Mode objects.Mode
	ID   objects.ID
	Size uint64
}

func stateOf(e *objects.Entry) *state {
	if e == nil {
		return nil
	}
	s := state{Mode: e.Mode, ID: e.ID, Size: e.Size}
	if s.dir() { // a directory is empty, or another repository's: its content is not ours
		s = state{Mode: objects.ModeDir}
	}
	return &s
}

func (s *state) dir() bool {
	return s != nil && (s.Mode == objects.ModeDir || s.Mode == objects.ModeGitlink)
}

func (s *state) totals() (files, bytes uint64) {
	return snapshot.Totals(objects.Entry{Mode: s.Mode, Size: s.Size})
}

// same compares what the file system shows of two states.
func (s *state) same(other *state) bool {
	if s == nil || other == nil {
		return s == other
	}
	return s.ID == other.ID && diskMode(s.Mode) == diskMode(other.Mode)
}

// JournalError reports a journal that cannot be read. It has been renamed to
// journal.damaged; the files of the working tree are as the interrupted move
// left them, each old or new.
type JournalError struct{ Reason string }

func (e *JournalError) Error() string { return "the journal of a move is damaged: " + e.Reason }

// newPrefix returns the beginning of names that no other move uses.
func newPrefix() string {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails
	return tempPrefix + hex.EncodeToString(random[:]) + "-"
}

func validPrefix(s string) bool {
	random, ok := strings.CutPrefix(s, tempPrefix)
	random, dash := strings.CutSuffix(random, "-")
	return ok && dash && len(random) == 32 && objects.IsHex(random)
}

// codec holds the modes of the journal's encoding, which cost some time to make.
var codec = sync.OnceValues(func() (cbor.EncMode, cbor.DecMode) {
	enc, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err)
	}
	dec, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden,
		MaxArrayElements: 100_000_000, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return enc, dec
})

func (j *journal) encode() ([]byte, error) {
	enc, _ := codec()
	body, err := enc.Marshal(j)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return slices.Concat([]byte(journalMagic), sum[:], body), nil
}

// decodeJournal is strict: whoever can put a file into the metadata directory
// must not gain paths outside of the working tree by it.
func decodeJournal(data []byte) (*journal, error) {
	body, ok := bytes.CutPrefix(data, []byte(journalMagic))
	if !ok || len(body) < sha256.Size {
		return nil, &JournalError{Reason: "it does not begin as one"}
	}
	sum := sha256.Sum256(body[sha256.Size:])
	if !bytes.Equal(sum[:], body[:sha256.Size]) {
		return nil, &JournalError{Reason: "the checksum does not match"}
	}
	_, dec := codec()
	var j journal
	if err := dec.Unmarshal(body[sha256.Size:], &j); err != nil {
		return nil, &JournalError{Reason: err.Error()}
	}
	if !validPrefix(j.Prefix) {
		return nil, &JournalError{Reason: "a malformed prefix"}
	}
	for i, s := range j.Steps {
		if i > 0 && j.Steps[i-1].Path >= s.Path {
			return nil, &JournalError{Reason: "paths out of order"}
		}
		if _, rule := badComponent(string(s.Path)); rule != "" {
			return nil, &JournalError{Reason: "a path " + rule}
		}
	}
	return &j, nil
}

// badComponent returns the first prefix of a path that ends in a name which
// may not be written, and the rule.
func badComponent(path string) (prefix, rule string) {
	end := 0
	for name := range strings.SplitSeq(path, "/") {
		end += len(name)
		if rule := snapshot.CheckName(name); rule != "" {
			return path[:end], rule
		}
		end++
	}
	return "", ""
}

func (t *Tree) journalPath() string { return filepath.Join(t.opts.Meta, journalFile) }

// writeJournal puts the journal in place so that it survives power loss.
func (t *Tree) writeJournal(j *journal) error {
	data, err := j.encode()
	if err != nil {
		return err
	}
	failpoint(beforeJournal)
	temp := t.journalPath() + ".tmp"
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	failpoint(afterSync)
	if err == nil {
		err = os.Rename(temp, t.journalPath())
	}
	if err == nil {
		err = t.syncMeta()
	}
	failpoint(afterJournal)
	return err
}

// removeJournal ends a move. That there is none is fine.
func (t *Tree) removeJournal() error {
	failpoint(beforeEnd)
	err := os.Remove(t.journalPath())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = t.syncMeta()
	}
	failpoint(afterEnd)
	return err
}

// takeJournal is readJournal for who deals with it: a journal that is damaged is
// set aside, so that it is reported once and then in nobody's way.
func (t *Tree) takeJournal() (*journal, error) {
	j, err := t.readJournal()
	var damaged *JournalError
	if errors.As(err, &damaged) {
		err = errors.Join(err, os.Rename(t.journalPath(), t.journalPath()+".damaged"), t.syncMeta())
	}
	return j, err
}

// readJournal returns nil if there is none.
func (t *Tree) readJournal() (*journal, error) {
	f, err := os.Open(t.journalPath())
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxJournal))
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return decodeJournal(data)
}

func (t *Tree) syncMeta() error {
	d, err := os.Open(t.opts.Meta)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
