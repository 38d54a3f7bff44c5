package git

import (
	"bufio"
	"os"
)

// spool keeps bodies that have to wait, in a file without a name.
type spool struct {
	f   *os.File
	w   *bufio.Writer
	end int64
}

const spoolBuffer = 1 << 20

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "genesis-import-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		_ = f.Close()
		return nil, err
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, spoolBuffer)}, nil
}

// add keeps a body and returns where it is.
func (s *spool) add(body []byte) (at int64, err error) {
	at = s.end
	s.end += int64(len(body))
	_, err = s.w.Write(body)
	return at, err
}

// get returns a body that was added.
func (s *spool) get(at int64, length int32) ([]byte, error) {
	if at+int64(length) > s.end-int64(s.w.Buffered()) {
		if err := s.w.Flush(); err != nil {
			return nil, err
		}
	}
	b := make([]byte, length)
	_, err := s.f.ReadAt(b, at)
	return b, err
}

func (s *spool) close() { _ = s.f.Close() }
