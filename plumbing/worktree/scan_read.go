package worktree

import (
	"errors"
	"io"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"golang.org/x/sys/unix"
)

// rereads is how often a file that changed while it was read is read again.
const rereads = 3

// A batch of files is as much as one worker reads before others may help.
const (
	batchFiles = 64
	batchBytes = 1 << 20
)

// reads returns the files that have to be read, in batches.
func (s *scanner) reads(n *node) [][]int {
	var batches [][]int
	var batch []int
	size := uint64(0)
	for i := range n.files {
		f := &n.files[i]
		if f.hit || f.lazy {
			continue
		}
		batch = append(batch, i)
		size += f.stat.size
		if len(batch) == batchFiles || size >= batchBytes {
			batches = append(batches, batch)
			batch, size = nil, 0
		}
	}
	if len(batch) > 0 {
		batches = append(batches, batch)
	}
	return batches
}

// readBatch reads some files of a directory.
func (s *scanner) readBatch(w *worker, n *node, files []int) error {
	s.startClock()
	for _, i := range files {
		if s.refused() {
			break
		}
		if err := s.ctx.Err(); err != nil {
			return err
		}
		f := &n.files[i]
		err := s.read(w, n.fd, n.path, f)
		if failed := (*UnreadableError)(nil); errors.As(err, &failed) {
			f.unread = true
			err = s.unreadable(failed.Path, failed.Err)
		}
		if err != nil {
			return err
		}
	}
	n.release()
	return s.complete(n)
}

// read gives the file the id of its content, staging it if there is a stage.
// The stat record is the one that the content belongs to. Errors:
// *ChangedError, *UnreadableError, those of the stage.
func (s *scanner) read(w *worker, dir int, path string, f *scanFile) error {
	path = joinPath(path, f.name)
	for attempt := 0; attempt <= rereads; attempt++ {
		if attempt > 0 {
			st, err := lstatAt(dir, f.name)
			if err != nil && !vanished(err) {
				return &UnreadableError{Path: path, Err: err}
			}
			if kind := st.kind(); err != nil || kind != unix.S_IFREG && kind != unix.S_IFLNK {
				f.gone = true
				return nil
			}
			f.stat, f.mode = st, st.entryMode()
		}
		var done bool
		var err error
		if f.mode == objects.ModeSymlink {
			done, err = s.readLink(dir, path, f)
		} else {
			done, err = s.readFile(w, dir, path, f)
		}
		if done {
			s.progress.file(f)
		}
		if err != nil || done {
			return err
		}
	}
	return &ChangedError{Path: path}
}

// readLink reads a symlink's target; done is false when it changed meanwhile.
func (s *scanner) readLink(dir int, path string, f *scanFile) (done bool, err error) {
	target, err := readlinkAt(dir, f.name)
	if vanished(err) || err == unix.EINVAL { // it is no link any more
		return false, nil
	}
	if err != nil {
		return false, &UnreadableError{Path: path, Err: err}
	}
	s.opts.seams.onRead(path)
	if after, err := lstatAt(dir, f.name); err != nil || after != f.stat {
		return false, nil
	}
	f.id, err = s.put([]byte(target))
	return err == nil, err
}

// readFile reads a file; done is false when it changed meanwhile. A file that
// took the place of this one is read in its stead.
func (s *scanner) readFile(w *worker, dir int, path string, f *scanFile) (done bool, err error) {
	err = s.opts.seams.onOpen(path)
	fd := -1
	if err == nil {
		fd, err = openAt(dir, f.name, 0)
	}
	if vanished(err) {
		return false, nil
	}
	if err != nil {
		return false, &UnreadableError{Path: path, Err: err}
	}
	defer unix.Close(fd)
	before, err := fstat(fd)
	if err != nil {
		return false, &UnreadableError{Path: path, Err: err}
	}
	if before.kind() != unix.S_IFREG {
		return false, nil
	}
	same := func() (bool, error) {
		s.opts.seams.onRead(path)
		after, err := fstat(fd)
		if err != nil {
			return false, &UnreadableError{Path: path, Err: err}
		}
		return after == before, nil
	}
	f.stat, f.mode = before, before.entryMode()
	if before.size >= chunk.Threshold {
		return s.readLarge(fd, path, f, same)
	}
	return s.readSmall(w, fd, path, f, same)
}

// readSmall reads a file that is one object, and stages it only when it is
// known to be whole.
func (s *scanner) readSmall(w *worker, fd int, path string, f *scanFile, same func() (bool, error)) (bool, error) {
	if w.content == nil {
		w.content = make([]byte, chunk.Threshold)
	}
	n, err := io.ReadFull(fdReader(fd), w.content)
	if err == nil {
		return false, nil // it has grown
	}
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return false, &UnreadableError{Path: path, Err: err}
	}
	if ok, err := same(); !ok || err != nil || uint64(n) != f.stat.size {
		return false, err
	}
	f.id, err = s.put(w.content[:n])
	return err == nil, err
}

// readLarge streams a file in bounded memory. If it turns out to have changed,
// what was staged of it is named by nothing.
func (s *scanner) readLarge(fd int, path string, f *scanFile, same func() (bool, error)) (bool, error) {
	var size uint64
	var err error
	// A file that grows as fast as it is read must come to an end.
	in := &failingReader{r: io.LimitReader(fdReader(fd), int64(f.stat.size)+1)}
	if s.req.Stage == nil {
		f.id, size, err = chunk.Hash(s.ctx, in)
	} else {
		var result chunk.Result
		result, err = chunk.Put(s.ctx, s.req.Stage, in, nil)
		f.id, size = result.ID, result.Size
	}
	if in.err != nil {
		return false, &UnreadableError{Path: path, Err: in.err}
	}
	if err != nil {
		return false, err
	}
	ok, err := same()
	return ok && size == f.stat.size, err
}

// put stages a blob, or only computes its id.
func (s *scanner) put(content []byte) (objects.ID, error) {
	if s.req.Stage == nil {
		return objects.Sum(objects.KindBlob, content), nil
	}
	id, _, err := s.req.Stage.Put(s.ctx, objects.KindBlob, content)
	return id, err
}

// failingReader remembers the error of reading, so that it can be told from
// those of storing.
type failingReader struct {
	r   io.Reader
	err error
}

func (r *failingReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if err != nil && err != io.EOF {
		r.err = err
	}
	return n, err
}

// readIgnoreFile reads an ignore file of a directory. One that is a link or no
// regular file has no rules, as with Git.
func readIgnoreFile(dir int, name string) (string, error) {
	fd, err := openAt(dir, name, 0)
	if vanished(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	st, err := fstat(fd)
	if err != nil || st.kind() != unix.S_IFREG {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(fdReader(fd), maxIgnoreFile+1))
	if len(text) > maxIgnoreFile {
		return "", errIgnoreFileSize
	}
	return string(text), err
}
