package gitproc

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// MissingObjectError reports an object that the repository refers to and does
// not have, or cannot read.
type MissingObjectError struct {
	OID gitobj.OID
	// Damaged: what is there under the name has another one.
	Damaged bool
	// Commit is one that needs it, as far as that is known, and Path where in its
	// tree; without one it is the tree itself, or a parent. Ref is one that names it.
	Commit gitobj.OID
	Path   string
	Ref    string
}

func (e *MissingObjectError) Error() string {
	text := "the Git object " + e.OID.String() + " is missing"
	if e.Damaged {
		text = "the Git object " + e.OID.String() + " is damaged"
	}
	if !e.Commit.IsZero() {
		text += ", which commit " + e.Commit.String() + " needs"
	}
	return text
}

// Header is what precedes the body of an object.
type Header struct {
	OID  gitobj.OID
	Type gitobj.Type
	Size int64
}

// reader reads what `git cat-file --batch` prints.
type reader struct {
	*bufio.Reader
	left int64 // of the body that Next announced, with the newline behind it
}

const readBuffer = 256 << 10

// next returns the header of the next object, after the rest of the last one;
// io.EOF at the end.
func (r *reader) next() (Header, error) {
	if _, err := r.Discard(int(r.left)); err != nil {
		return Header{}, unexpected(err)
	}
	r.left = 0
	line, err := r.ReadString('\n')
	if err != nil {
		if line == "" && errors.Is(err, io.EOF) {
			return Header{}, io.EOF
		}
		return Header{}, unexpected(err)
	}
	h, err := parseHeader(strings.TrimSuffix(line, "\n"))
	if err == nil {
		r.left = h.Size + 1
	}
	return h, err
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func parseHeader(line string) (Header, error) {
	name, rest, _ := strings.Cut(line, " ")
	oid, err := gitobj.ParseOID(name)
	if err != nil {
		return Header{}, err
	}
	kind, length, ok := strings.Cut(rest, " ")
	if !ok {
		return Header{}, &MissingObjectError{OID: oid}
	}
	t, known := gitobj.ParseType(kind)
	size, err := strconv.ParseInt(length, 10, 64)
	if !known || err != nil || size < 0 {
		return Header{}, fmt.Errorf("git announces an object as %q", line)
	}
	return Header{OID: oid, Type: t, Size: size}, nil
}

// Read reads from the body of the present object; io.EOF at its end.
func (r *reader) Read(b []byte) (int, error) {
	body := r.left - 1
	if body <= 0 {
		return 0, io.EOF
	}
	n, err := r.Reader.Read(b[:min(int64(len(b)), body)])
	r.left -= int64(n)
	return n, unexpected(err)
}

// body reads the whole body of the present object.
func (r *reader) body(size int64) ([]byte, error) {
	b := make([]byte, size)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, unexpected(err)
	}
	return b, nil
}

// Stream is a number of objects that git prints one after the other.
type Stream struct {
	reader
	walk, cat *Process
}

// Missing says what becomes of trees and blobs that are missing.
type Missing string

// What can become of them.
const (
	MissingFails   Missing = "error"
	MissingLeftOut Missing = "allow-any"
)

// Walk streams every object that the tips reach and the known commits do not:
// commits, trees, blobs and tags, in the order of git's own packs as far as
// possible. A commit that is known must be in the repository. Trees and blobs that
// are missing end it, or are left out by the caller's choice, who finds them then
// where they are named.
func (r *Repo) Walk(ctx context.Context, tips, known []gitobj.OID, missing Missing) (*Stream, error) {
	walk, err := r.Start(ctx, revisions(tips, known), "rev-list", "--objects", "--no-object-names", "--missing="+string(missing), "--stdin")
	if err != nil {
		return nil, err
	}
	return r.cat(ctx, walk)
}

// Commits streams the commits that the tips reach and the known ones do not,
// parents before children.
func (r *Repo) Commits(ctx context.Context, tips, known []gitobj.OID) (*Stream, error) {
	walk, err := r.Start(ctx, revisions(tips, known), "rev-list", "--topo-order", "--reverse", "--stdin")
	if err != nil {
		return nil, err
	}
	return r.cat(ctx, walk)
}

// cat streams the objects that another process names.
func (r *Repo) cat(ctx context.Context, walk *Process) (*Stream, error) {
	cat, err := r.Start(ctx, walk.Out, "cat-file", "--batch", "--buffer")
	if err != nil {
		walk.Stop()
		return nil, err
	}
	return &Stream{reader: reader{Reader: bufio.NewReaderSize(cat.Out, readBuffer)}, walk: walk, cat: cat}, nil
}

func revisions(tips, known []gitobj.OID) io.Reader {
	var b strings.Builder
	for _, oid := range tips {
		b.WriteString(oid.String() + "\n")
	}
	for _, oid := range known {
		b.WriteString("^" + oid.String() + "\n")
	}
	return strings.NewReader(b.String())
}

// Next returns the header of the next object; io.EOF at the end of all, when
// git has ended well.
func (s *Stream) Next() (Header, error) {
	h, err := s.next()
	if err == nil {
		return h, nil
	}
	if !errors.Is(err, io.EOF) {
		// What git says is a better reason than that its words end.
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.Join(s.wait(), err)
		}
		return Header{}, err
	}
	if err := s.wait(); err != nil {
		return Header{}, err
	}
	return Header{}, io.EOF
}

// wait takes the ends of both processes; that of the walk comes first.
func (s *Stream) wait() error {
	walk, cat := s.walk, s.cat
	s.walk, s.cat = nil, nil
	if walk == nil {
		return nil
	}
	catErr := cat.Wait()
	_ = walk.out.Close() // or a walk whose reader is gone would wait for one
	if err := walk.Wait(); err != nil {
		return err
	}
	return catErr
}

// Body reads the whole body of the object that Next announced.
func (s *Stream) Body(h Header) ([]byte, error) { return s.body(h.Size) }

// Close ends the processes.
func (s *Stream) Close() {
	if s.walk != nil {
		s.cat.Stop()
		s.walk.Stop()
		s.walk, s.cat = nil, nil
	}
}

// Batch answers questions for single objects.
type Batch struct {
	reader
	p  *Process
	in *os.File
}

// Batch starts a process that answers questions. Close ends it.
func (r *Repo) Batch(ctx context.Context) (*Batch, error) { return r.batch(ctx, "--batch") }

// Check is Batch without the bodies: Get is not to be called.
func (r *Repo) Check(ctx context.Context) (*Batch, error) { return r.batch(ctx, "--batch-check") }

func (r *Repo) batch(ctx context.Context, mode string) (*Batch, error) {
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p, err := r.Start(ctx, from, "cat-file", mode)
	_ = from.Close()
	if err != nil {
		_ = to.Close()
		return nil, err
	}
	return &Batch{reader: reader{Reader: bufio.NewReaderSize(p.Out, readBuffer)}, p: p, in: to}, nil
}

// Get returns an object with its body. *MissingObjectError if it is not there.
func (b *Batch) Get(oid gitobj.OID) (Header, []byte, error) {
	h, err := b.Ask(oid)
	if err != nil {
		return h, nil, err
	}
	body, err := b.Body(h)
	return h, body, err
}

// Body reads the whole body of the object that Ask announced.
func (b *Batch) Body(h Header) ([]byte, error) { return b.body(h.Size) }

// Stat returns the header of an object of a Check. *MissingObjectError if it is
// not there.
func (b *Batch) Stat(oid gitobj.OID) (Header, error) {
	h, err := b.Ask(oid)
	b.left = 0 // no body follows
	return h, err
}

// Ask returns the header of an object, whose body can be read then.
// *MissingObjectError if it is not there.
func (b *Batch) Ask(oid gitobj.OID) (Header, error) {
	if _, err := io.WriteString(b.in, oid.String()+"\n"); err != nil {
		return Header{}, b.failed(err)
	}
	h, err := b.next()
	var missing *MissingObjectError
	if err != nil && !errors.As(err, &missing) {
		return h, b.failed(unexpected(err))
	}
	return h, err
}

// failed prefers what git says to what its pipes do.
func (b *Batch) failed(err error) error {
	_ = b.in.Close()
	if said := b.p.Wait(); said != nil {
		return said
	}
	return err
}

// Close ends the process.
func (b *Batch) Close() {
	_ = b.in.Close()
	b.p.Stop()
}
