package objects

import "strings"

// The kinds that histories are made of are decoded by hand, because walking and
// verifying a history is mostly decoding. Such a decoder takes valid canonical
// bytes and nothing else; for the rest it returns false, and the caller goes the
// general way, which knows what to complain about. Fuzz tests hold each to the
// decoding by struct tags.

// fastBody is a kind that is decoded by hand.
type fastBody interface {
	// decodeFast decodes a valid canonical object. When the bytes are anything
	// else it leaves the object empty and returns false.
	decodeFast(data []byte) bool
}

// fastReader reads an encoding. Its methods return false for whatever they do
// not expect, and for every head that is not in its shortest form.
type fastReader struct {
	data []byte
	text string // the same bytes: one copy serves all strings of an object
	pos  int
}

func newFastReader(data []byte) fastReader { return fastReader{data: data, text: string(data)} }

func (r *fastReader) skip(want string) bool {
	if !strings.HasPrefix(r.text[r.pos:], want) {
		return false
	}
	r.pos += len(want)
	return true
}

func (r *fastReader) head() (major byte, arg uint64, ok bool) {
	if r.pos < len(r.data) && r.data[r.pos]&0x1f < 24 {
		b := r.data[r.pos]
		r.pos++
		return b >> 5, uint64(b & 0x1f), b>>5 <= majorMap
	}
	major, arg, rest, err := scanHead(r.data[r.pos:])
	if err != nil {
		return 0, 0, false
	}
	r.pos = len(r.data) - len(rest)
	return major, arg, true
}

// str reads a byte string or a text as a part of r.text.
func (r *fastReader) str(want byte) (string, bool) {
	major, n, ok := r.head()
	if !ok || major != want || n > uint64(len(r.data)-r.pos) {
		return "", false
	}
	s := r.text[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return s, true
}

// bytes reads a byte string, which may be empty.
func (r *fastReader) bytes(to *Bytes) bool {
	s, ok := r.str(majorBytes)
	*to = Bytes(s)
	return ok
}

// filled reads a text that is not empty: one that is has no field.
func (r *fastReader) filled(to *string) bool {
	s, ok := r.str(majorText)
	*to = s
	return ok && s != ""
}

// id reads an id that is not zero: one that is has no field, or may not be.
func (r *fastReader) id(to *ID) bool {
	s, ok := r.str(majorBytes)
	if !ok || len(s) != IDSize {
		return false
	}
	copy(to[:], s)
	return !to.IsZero()
}

func (r *fastReader) uint(to *uint64) bool {
	major, n, ok := r.head()
	*to = n
	return ok && major == majorUint
}

func (r *fastReader) int(to *int64) bool {
	major, n, ok := r.head()
	if !ok || n > 1<<63-1 {
		return false
	}
	switch major {
	case majorUint:
		*to = int64(n)
	case majorNegative:
		*to = -1 - int64(n)
	default:
		return false
	}
	return true
}

// list reads the head of a list that is not empty: one that is has no field. Of
// the elements each takes at least least bytes, so that a head cannot make the
// reader allocate more than the data deserves.
func (r *fastReader) list(least int) (n int, ok bool) {
	major, arg, ok := r.head()
	if !ok || major != majorList || arg == 0 || arg > uint64((len(r.data)-r.pos)/least) {
		return 0, false
	}
	return int(arg), true
}

// fields reads a map whose keys come in canonical order. field is told each key
// and reads its value; all the required ones must be there.
func (r *fastReader) fields(field func(key string) (required, ok bool), required int) bool {
	major, pairs, ok := r.head()
	if !ok || major != majorMap {
		return false
	}
	last := ""
	for ; pairs > 0; pairs-- {
		key, ok := r.str(majorText)
		if !ok || len(key) < len(last) || len(key) == len(last) && key <= last {
			return false
		}
		last = key
		needed, ok := field(key)
		if !ok {
			return false
		}
		if needed {
			required--
		}
	}
	return required == 0
}
