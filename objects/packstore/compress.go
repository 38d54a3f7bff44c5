package packstore

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/klauspost/compress"
	"github.com/klauspost/compress/zstd"
)

const (
	// minCompress is the least size worth a try.
	minCompress = 64
	// sampleSize bytes are judged before a large object is compressed, so that
	// video and archives do not cost a pass through zstd.
	sampleSize = 4 << 10
	// bulkBytes is the amount from which a stage is worth the better encoder:
	// making one takes some 6 ms, more than a small put as a whole.
	bulkBytes = 1 << 20
)

// encoderPool keeps idle encoders. A sync.Pool would drop them at every
// garbage collection, and they are dear to make.
type encoderPool struct {
	idle chan *zstd.Encoder
	opts []zstd.EOption
}

func newEncoderPool(opts ...zstd.EOption) *encoderPool {
	opts = append(opts, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
	return &encoderPool{idle: make(chan *zstd.Encoder, runtime.GOMAXPROCS(0)), opts: opts}
}

func (p *encoderPool) encode(data []byte) ([]byte, error) {
	var enc *zstd.Encoder
	select {
	case enc = <-p.idle:
	default:
		var err error
		if enc, err = zstd.NewWriter(nil, p.opts...); err != nil {
			return nil, err
		}
	}
	out := enc.EncodeAll(data, make([]byte, 0, len(data)))
	select {
	case p.idle <- enc:
	default:
	}
	return out, nil
}

var (
	fastEncoders = sync.OnceValue(func() *encoderPool {
		return newEncoderPool(zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(64<<10), zstd.WithLowerEncoderMem(true))
	})
	bulkEncoders = sync.OnceValue(func() *encoderPool {
		return newEncoderPool(zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(512<<10))
	})
	decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
		return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxRaw), zstd.WithDecodeAllCapLimit(true))
	})
)

// compressRecord chooses how data is stored: as it is, or compressed where that saves at
// least one byte in 32. The result may be data itself.
func compressRecord(data []byte, bulk bool) ([]byte, codec, error) {
	if len(data) < minCompress || incompressible(data) {
		return data, codecRaw, nil
	}
	pool := fastEncoders()
	if bulk {
		pool = bulkEncoders()
	}
	out, err := pool.encode(data)
	if err != nil {
		return nil, 0, fmt.Errorf("compress: %w", err)
	}
	if len(out)+len(data)/32 >= len(data) {
		return data, codecRaw, nil
	}
	return out, codecZstd, nil
}

// incompressible judges two samples of a large object.
func incompressible(data []byte) bool {
	if len(data) < 4*sampleSize {
		return false
	}
	const hopeless = 0.02
	middle := data[len(data)/2:]
	return compress.Estimate(data[:sampleSize]) < hopeless && compress.Estimate(middle[:sampleSize]) < hopeless
}

// decompress unfolds exactly raw bytes; more or fewer are an error.
func decompress(data []byte, raw int) ([]byte, error) {
	dec, err := decoder()
	if err != nil {
		return nil, err
	}
	out, err := dec.DecodeAll(data, make([]byte, 0, raw))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	if len(out) != raw {
		return nil, fmt.Errorf("record unfolds to %d bytes instead of %d", len(out), raw)
	}
	return out, nil
}
