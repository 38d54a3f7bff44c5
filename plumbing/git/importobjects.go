package git

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/objects/chunk"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/gitproc"
)

// maxBody bounds commits, tags and trees, which are held as a whole.
const maxBody = 256 << 20

// readObjects reads everything that is new, in the order of Git's packs. Blobs
// are stored as they come; trees and tags wait in the spool; commits come again
// later, parents first.
func (imp *importer) readObjects(ctx context.Context, tips, known []gitobj.OID) error {
	s, err := imp.repo.Walk(ctx, tips, known, gitproc.MissingLeftOut)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		h, err := s.Next()
		if errors.Is(err, io.EOF) {
			return imp.sink.drain()
		}
		if err == nil {
			imp.note(h)
			err = imp.readObject(ctx, s, h)
		}
		if err != nil {
			return err
		}
	}
}

func (imp *importer) readObject(ctx context.Context, s *gitproc.Stream, h gitproc.Header) error {
	switch h.Type {
	case gitobj.Blob:
		return imp.storeBlob(ctx, s, h)
	case gitobj.Tree, gitobj.Tag:
		return imp.keep(s, h)
	case gitobj.Commit:
		// It comes again.
	}
	return nil
}

// storeBlob gives a blob to the workers; a large one is cut into chunks here.
func (imp *importer) storeBlob(ctx context.Context, s *gitproc.Stream, h gitproc.Header) error {
	it := imp.table.add(h.OID, gitobj.Blob)
	it.size = uint64(h.Size)
	if h.Size < chunk.Threshold {
		body, err := s.Body(h)
		if err != nil {
			return err
		}
		return imp.sink.put(ctx, objects.KindBlob, body, it)
	}
	return imp.storeLarge(ctx, it, s)
}

// storeLarge stores a blob as it is read.
func (imp *importer) storeLarge(ctx context.Context, it *item, body io.Reader) error {
	if err := imp.sink.begin(ctx); err != nil {
		return err
	}
	sum := gitobj.NewHash(gitobj.Blob, int64(it.size))
	done, err := chunk.Put(ctx, imp.sink.stage, io.TeeReader(body, sum), nil)
	if err != nil {
		return err
	}
	it.id, it.state = done.ID, itemStored
	return it.check(gitobj.OID(sum.Sum(nil)))
}

// keep puts the body of a tree or a tag into the spool.
func (imp *importer) keep(s *gitproc.Stream, h gitproc.Header) error {
	if h.Size > min(maxBody, math.MaxInt32) {
		return &ObjectError{OID: h.OID, Type: h.Type, Reason: "it is too large"}
	}
	body, err := s.Body(h)
	if err != nil {
		return err
	}
	return imp.keepBody(h, body)
}

func (imp *importer) keepBody(h gitproc.Header, body []byte) (err error) {
	it := imp.table.add(h.OID, h.Type)
	if err := it.check(gitobj.Sum(h.Type, body)); err != nil {
		return err
	}
	it.length = int32(len(body))
	it.at, err = imp.spool.add(body)
	if h.Type == gitobj.Tag {
		imp.tags = append(imp.tags, it)
	}
	return err
}

// objects answers questions for single objects.
func (imp *importer) objects(ctx context.Context) (_ *gitproc.Batch, err error) {
	if imp.batch == nil {
		imp.batch, err = imp.repo.Batch(ctx)
	}
	return imp.batch, err
}

// fetch finds an object that the walk left out, because something that is known
// has it too. If it was not paired, it is read.
func (imp *importer) fetch(ctx context.Context, oid gitobj.OID, want gitobj.Type) (*item, error) {
	if err := imp.openAll(ctx); err != nil {
		return nil, err
	}
	if it := imp.table.find(oid); it != nil {
		return it, nil
	}
	batch, err := imp.objects(ctx)
	if err != nil {
		return nil, err
	}
	h, err := batch.Ask(oid)
	if err != nil {
		return nil, err
	}
	if h.Type != want {
		return nil, &ObjectError{OID: oid, Type: h.Type, Reason: "it stands where a " + want.String() + " should"}
	}
	if want == gitobj.Blob {
		return imp.fetchBlob(ctx, h)
	}
	if h.Size > maxBody {
		return nil, &ObjectError{OID: oid, Type: h.Type, Reason: "it is too large"}
	}
	body, err := batch.Body(h)
	if err != nil {
		return nil, err
	}
	if err := imp.keepBody(h, body); err != nil {
		return nil, err
	}
	return imp.table.find(oid), nil
}

// fetchBlob stores a blob of which the store probably has the content.
func (imp *importer) fetchBlob(ctx context.Context, h gitproc.Header) (*item, error) {
	it := imp.table.add(h.OID, gitobj.Blob)
	it.size = uint64(h.Size)
	return it, imp.storeLarge(ctx, it, imp.batch)
}
