package main

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"
)

// randomBytes is an endless stream that no compressor can shorten, the same for
// the same seed.
func randomBytes(seed uint64) io.Reader {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return rand.NewChaCha8(key)
}

// writeRandom writes a file of incompressible bytes.
func writeRandom(path string, size, seed uint64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.CopyBuffer(f, io.LimitReader(randomBytes(seed), int64(size)), make([]byte, 1<<20))
	return errors.Join(err, f.Close())
}

// writeSequential writes size bytes in order, syncs them and returns the time.
// The bytes are made beforehand: it is the disk that is measured.
func writeSequential(path string, size uint64) (time.Duration, error) {
	buffer := make([]byte, 4<<20)
	if _, err := io.ReadFull(randomBytes(4), buffer); err != nil {
		return 0, err
	}
	start := time.Now()
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	for size > 0 && err == nil {
		n := min(size, uint64(len(buffer)))
		_, err = f.Write(buffer[:n])
		size -= n
	}
	err = errors.Join(err, f.Sync(), f.Close())
	return time.Since(start), err
}

// edit puts bytes into a file at an offset: instead of what is there, or before
// it when insert is set.
type edit struct {
	offset uint64
	bytes  []byte
	insert bool
}

// edits makes n small edits of at most 64 bytes at random offsets, half of them
// insertions, in the order of their offsets.
func edits(size uint64, n int, seed uint64) []edit {
	source := rand.New(rand.NewPCG(seed, seed))
	list := make([]edit, n)
	for i := range list {
		bytes := make([]byte, 1+source.IntN(64))
		for k := range bytes {
			bytes[k] = byte(source.Uint32())
		}
		list[i] = edit{offset: source.Uint64N(size), bytes: bytes, insert: i%2 == 0}
	}
	slices.SortFunc(list, func(a, b edit) int { return cmp.Compare(a.offset, b.offset) })
	return list
}

// writeEdited copies a file with the edits, which are sorted by offset.
func writeEdited(from, to string, list []edit) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	reader, writer := bufio.NewReaderSize(in, 1<<20), bufio.NewWriterSize(out, 1<<20)
	err = applyEdits(reader, writer, list)
	return errors.Join(err, writer.Flush(), out.Close())
}

func applyEdits(reader *bufio.Reader, writer io.Writer, list []edit) error {
	var at uint64
	for _, e := range list {
		if e.offset > at {
			n, err := io.CopyN(writer, reader, int64(e.offset-at))
			at += uint64(n)
			if err != nil {
				return err
			}
		}
		if _, err := writer.Write(e.bytes); err != nil {
			return err
		}
		if !e.insert {
			n, err := reader.Discard(len(e.bytes))
			at += uint64(n)
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
		}
	}
	_, err := io.Copy(writer, reader)
	return err
}

// sizeText prints a number of bytes with a binary unit.
func sizeText(n uint64) string {
	for _, unit := range []struct {
		name  string
		shift int
	}{{"GiB", 30}, {"MiB", 20}, {"KiB", 10}} {
		if n >= 1<<unit.shift {
			return number(float64(n)/float64(uint64(1)<<unit.shift)) + " " + unit.name
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
