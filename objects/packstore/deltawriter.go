package packstore

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/genesis-vcs/genesis/objects"
)

// deltaWriter writes the records of one optimized pack: several goroutines read
// and encode, one writes in the order of the plan.
type deltaWriter struct {
	o    *optimizer
	w    *packWriter
	from int
	// offset of each object that this pack has, by its position from `from` on,
	// and the length of its chain.
	offsets []int64
	depths  []uint8
	bodies  *baseCache  // canonical bytes by position
	full    atomic.Bool // the pack is as large as it may be
}

// bodyCacheBytes bounds the canonical bytes that are kept for those that are
// stored against them.
const bodyCacheBytes = 64 << 20

func newDeltaWriter(o *optimizer, w *packWriter, from int) *deltaWriter {
	return &deltaWriter{o: o, w: w, from: from, bodies: newBaseCache(bodyCacheBytes)}
}

// encoded is an object on its way to the writer.
type encoded struct {
	at     int // in the plan
	base   int // in the plan, -1: a whole record
	header recordHeader
	entry  entry
	// payload is that of a whole record, or the blocks of a delta.
	payload []byte
	raw     uint64
	err     error
}

// write places objects until the pack is full, and returns the position that
// the next pack begins at.
func (d *deltaWriter) write(ctx context.Context) (next int, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	const ahead = 64
	queue := make(chan chan encoded, ahead)
	work := make(chan func(), ahead)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for job := range work {
				job()
			}
		})
	}
	defer workers.Wait()
	var end int
	go func() {
		defer close(queue)
		defer close(work)
		end = d.feed(ctx, queue, work)
	}()
	for slot := range queue {
		e := <-slot
		if err == nil {
			err = e.err
		}
		if err == nil {
			err = d.add(e)
		}
		if err != nil {
			cancel() // and let the others end
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	return end, err
}

// feed hands out the objects of the pack in order and returns where it ends.
func (d *deltaWriter) feed(ctx context.Context, queue chan<- chan encoded, work chan<- func()) int {
	o := d.o
	count := 0
	at := d.from
	for ; at < len(o.plan) && count < o.s.opts.optimizeCount() && !d.full.Load() && ctx.Err() == nil; at++ {
		base := d.baseOf(at)
		if o.placed[at] {
			continue
		}
		count++
		slot, this := make(chan encoded, 1), at
		queue <- slot
		work <- func() { slot <- d.encode(this, base) }
	}
	return at
}

// baseOf notes the depth of an object and returns the position of its base, or
// -1: one that is not in this pack is none, nor is one at the end of a chain.
func (d *deltaWriter) baseOf(at int) int {
	base := int(d.o.plan[at].Base)
	depth := uint8(0)
	switch {
	case base < d.from, d.o.placed[base], d.depths[base-d.from] >= maxChain:
		base = -1
	default:
		depth = d.depths[base-d.from] + 1
	}
	d.depths = append(d.depths, depth)
	return base
}

// encode reads an object and encodes it, against its base if that is smaller.
func (d *deltaWriter) encode(at, base int) encoded {
	e := encoded{at: at, base: -1}
	object, err := d.object(at)
	if err != nil {
		e.err = err
		return e
	}
	e.entry = entry{id: object.ID, kind: object.Kind}
	e.raw = uint64(len(object.Data))
	if !object.List.IsZero() {
		e.header, e.payload = pointer{id: object.ID, size: object.Size, list: object.List}.record()
		e.entry.flags, e.entry.stored = flagChunked, pointerSize
		return e
	}
	e.header = recordHeader{kind: object.Kind, raw: uint32(len(object.Data))}
	if base >= 0 {
		e.err = d.against(&e, object, base)
	}
	if e.err != nil || e.base >= 0 && len(e.payload) <= len(object.Data)/surelyLess {
		return e
	}
	whole, how, err := compressRecord(object.Data, true)
	if e.base < 0 || err == nil && len(whole) <= len(e.payload)+maxDistance {
		e.base, e.payload, e.header.codec, e.err = -1, whole, how, err
	}
	return e
}

// surelyLess is the part of an object, as 1/n, that a delta must not exceed to be
// taken without a look at what the whole object would compress to.
const surelyLess = 8

// against makes the payload the blocks of a delta, where they are shorter than the
// object and unfold to it.
func (d *deltaWriter) against(e *encoded, object objects.Object, base int) error {
	of, err := d.object(base)
	if err != nil || !of.List.IsZero() || of.Kind != object.Kind {
		return err
	}
	blocks, ok, err := deltaBlocks(of.Data, object.Data)
	if err != nil || !ok {
		return err
	}
	back, err := applyDelta(of.Data, blocks, len(object.Data))
	if err != nil {
		return err
	}
	if !bytes.Equal(back, object.Data) {
		return errors.New("a delta does not unfold to what it was made from")
	}
	e.base, e.payload, e.header.codec = base, blocks, codecDelta
	return nil
}

// maxDistance is what the distance to a base takes at most in practice.
const maxDistance = 5

// object reads an object of the plan, verified.
func (d *deltaWriter) object(at int) (objects.Object, error) {
	id := d.o.plan[at].ID
	key := baseKey{offset: int64(at)}
	if raw, ok := d.bodies.get(key); ok {
		return objects.Object{Info: objects.Info{ID: id, Kind: objects.Kind(raw[0]), Size: uint64(len(raw) - 1)}, Data: raw[1:]}, nil
	}
	object, err := d.o.snap.read(id)
	if err != nil || !object.List.IsZero() {
		return object, err
	}
	raw := append(append(make([]byte, 0, 1+len(object.Data)), byte(object.Kind)), object.Data...)
	d.bodies.put(key, raw)
	return object, nil
}

// add writes a record. A delta is finished here, where the place of its base is
// known.
func (d *deltaWriter) add(e encoded) error {
	if e.base >= 0 {
		base := d.offsets[e.base-d.from]
		e.payload = joinDelta(d.w.off-base, e.payload)
		d.o.report.Deltas++
	}
	e.header.stored, e.header.sum = uint32(len(e.payload)), checksum(e.payload)
	e.entry.stored = e.header.stored
	for len(d.offsets) < e.at-d.from {
		d.offsets = append(d.offsets, 0)
	}
	d.offsets = append(d.offsets, d.w.off)
	if d.o.opts.Progress != nil {
		d.o.opts.Progress(1, e.raw)
	}
	err := d.w.add(e.entry, e.header, e.payload)
	if d.w.off > optimizeBytes {
		d.full.Store(true)
	}
	return spaceError(d.w.dir, err, uint64(len(e.payload)))
}
