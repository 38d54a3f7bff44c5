package fastio

import (
	"bufio"
	"io"
	"strconv"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
)

// Writer writes a stream, which git fast-import takes. A stream begins with Begin and
// is whole only with Done: a reader that meets the end before that has to refuse it.
// After an error of the writer below, every call returns that error.
type Writer struct {
	b *bufio.Writer
	n uint64
}

const writeBuffer = 256 << 10

// NewWriter returns a writer of a stream.
func NewWriter(w io.Writer) *Writer {
	s := &Writer{}
	s.b = bufio.NewWriterSize(&counter{w: w, n: &s.n}, writeBuffer)
	return s
}

type counter struct {
	w io.Writer
	n *uint64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	*c.n += uint64(n)
	return n, err
}

// Bytes is how much was written, all of it after Done.
func (s *Writer) Bytes() uint64 { return s.n }

// text writes the parts of a line, or of several.
func (s *Writer) text(parts ...string) {
	for _, part := range parts {
		_, _ = s.b.WriteString(part)
	}
}

// failed returns the error that the buffer keeps.
func (s *Writer) failed() error {
	_, err := s.b.Write(nil)
	return err
}

// Begin promises Done. With oddZones the stream has zones beyond 14 hours, which
// git fast-import wants to be told.
func (s *Writer) Begin(oddZones bool) error {
	if oddZones {
		s.text("feature date-format=raw-permissive\n")
	}
	s.text("feature done\n")
	return s.failed()
}

// Done ends the stream and writes what is buffered.
func (s *Writer) Done() error {
	s.text("done\n")
	return s.b.Flush()
}

// Blob writes a blob of size bytes, which data writes.
func (s *Writer) Blob(mark, size uint64, data io.WriterTo) error {
	s.text("blob\n")
	s.mark(mark)
	s.text("data ", strconv.FormatUint(size, 10), "\n")
	if err := s.failed(); err != nil {
		return err
	}
	if _, err := data.WriteTo(s.b); err != nil {
		return err
	}
	s.text("\n")
	return s.failed()
}

// MarkName is how a stream refers to a mark.
func MarkName(mark uint64) string { return ":" + strconv.FormatUint(mark, 10) }

func (s *Writer) mark(mark uint64) {
	if mark != 0 {
		s.text("mark ", MarkName(mark), "\n")
	}
}

// field writes a line unless its value is empty.
func (s *Writer) field(name, value string) {
	if value != "" {
		s.text(name, " ", value, "\n")
	}
}

func (s *Writer) message(b []byte) {
	s.text("data ", strconv.Itoa(len(b)), "\n")
	_, _ = s.b.Write(b)
	s.text("\n")
}

// Commit writes a commit up to its changes, which Change writes and EndCommit ends.
func (s *Writer) Commit(c *Commit) error {
	s.text("commit ", c.Ref, "\n")
	s.mark(c.Mark)
	s.field("author", c.Author)
	s.field("committer", c.Committer)
	s.field("encoding", c.Encoding)
	s.message(c.Message)
	s.field("from", c.From)
	for _, m := range c.Merges {
		s.field("merge", m)
	}
	return s.failed()
}

// Change writes a Modify or a Delete of the commit.
func (s *Writer) Change(c *Change) error {
	if c.Kind == Delete {
		s.text("D ", quote(c.Path), "\n")
	} else {
		s.text("M ", gitobj.FormatMode(streamMode(c.Mode)), " ", c.Object, " ", quote(c.Path), "\n")
	}
	return s.failed()
}

// EndCommit ends the changes of a commit.
func (s *Writer) EndCommit() error {
	s.text("\n")
	return s.failed()
}

// Tag writes an annotated tag.
func (s *Writer) Tag(t *Tag) error {
	s.text("tag ", t.Name, "\n")
	s.mark(t.Mark)
	s.field("from", t.From)
	s.field("tagger", t.Tagger)
	s.message(t.Message)
	return s.failed()
}

// Reset moves a ref, or lets a branch begin anew.
func (s *Writer) Reset(r *Reset) error {
	s.text("reset ", r.Ref, "\n")
	s.field("from", r.From)
	s.text("\n")
	return s.failed()
}

// CarriesMode reports whether a stream can have the mode: of a file, it has only
// whether it may be executed.
func CarriesMode(mode objects.Mode) bool { return streamMode(mode) == mode }

// streamMode is the mode of a stream that comes next to one of a tree.
func streamMode(mode objects.Mode) objects.Mode {
	switch mode {
	case objects.ModeFile, objects.ModeExec, objects.ModeSymlink, objects.ModeDir, objects.ModeGitlink:
		return mode
	}
	if mode[3]&1 == 1 { // as Git does: what the owner may
		return objects.ModeExec
	}
	return objects.ModeFile
}

// quote returns a path as git writes it: in the quotes of C when it has bytes that
// are no plain ASCII.
func quote(path string) string {
	plain := true
	for i := range len(path) {
		plain = plain && path[i] >= ' ' && path[i] < 0x7f && path[i] != '"' && path[i] != '\\'
	}
	if plain {
		return path
	}
	b := []byte{'"'}
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c >= 0x7f:
			b = append(b, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
