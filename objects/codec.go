package objects

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// body is what every structured kind implements for the codec.
type body interface {
	Structured
	// check applies the rules of the kind that its encoding does not express.
	check() error
	marshal() ([]byte, error)
	unmarshal(data []byte) error
}

// newBody makes an empty object of each structured kind.
var newBody = [...]func() body{
	KindChunkList: func() body { return new(ChunkList) },
	KindTree:      func() body { return new(Tree) },
	KindSnapshot:  func() body { return new(Snapshot) },
	KindCommit:    func() body { return new(Commit) },
	KindTag:       func() body { return new(Tag) },
	KindOperation: func() body { return new(Operation) },
	KindView:      func() body { return new(View) },
	KindConflict:  func() body { return new(Conflict) },
	KindPatch:     func() body { return new(Patch) },
}

// Encode returns the canonical bytes of a structured object, or an
// *EncodingError when it breaks a rule of its kind or exceeds a cap.
func Encode(v Structured) ([]byte, error) {
	b, ok := v.(body)
	if !ok {
		return nil, &EncodingError{Kind: v.Kind(), Reason: "the kind has no encoding"}
	}
	if err := b.check(); err != nil {
		return nil, malformed(b, err)
	}
	data, err := b.marshal()
	if err != nil {
		return nil, malformed(b, err)
	}
	if limit := maxSize[b.Kind()]; len(data) > limit {
		return nil, malformed(b, tooLarge(len(data), limit))
	}
	return data, nil
}

// Decode reads the canonical bytes of a structured object. It is strict:
// unknown and duplicate fields, indefinite lengths, tags, floats, null, wrong
// order and trailing bytes are an *EncodingError, and so is everything that
// exceeds the caps of its kind. Whether the bytes are the one canonical form
// is checked by CheckCanonical. The result does not alias data.
func Decode(kind Kind, data []byte) (Structured, error) {
	v, _, err := decode(kind, data)
	return v, err
}

// decode is Decode that also tells when the bytes are known to be canonical,
// because only such are decoded by hand.
func decode(kind Kind, data []byte) (v Structured, canonical bool, err error) {
	if !kind.Structured() {
		return nil, false, &EncodingError{Kind: kind, Reason: "the kind is not structured"}
	}
	b := newBody[kind]()
	if limit := maxSize[kind]; len(data) > limit {
		return nil, false, malformed(b, tooLarge(len(data), limit))
	}
	if fast, ok := b.(fastBody); ok && fast.decodeFast(data) {
		return b, true, nil
	}
	if err := scan(data); err != nil {
		return nil, false, malformed(b, err)
	}
	if err := b.unmarshal(data); err != nil {
		return nil, false, malformed(b, err)
	}
	if err := b.check(); err != nil {
		return nil, false, malformed(b, err)
	}
	return b, false, nil
}

// DecodeAs is Decode for a known type, for example DecodeAs[*Tree](data).
func DecodeAs[T Structured](data []byte) (T, error) {
	var want T
	v, err := Decode(want.Kind(), data)
	if err != nil {
		return want, err
	}
	return v.(T), nil
}

// CheckCanonical decodes and re-encodes: what every store does with a
// structured object that enters it. Raw kinds are always canonical, but a
// chunk is neither empty nor larger than MaxChunk. Errors: *EncodingError.
func CheckCanonical(kind Kind, data []byte) error {
	_, err := CanonicalEdges(kind, data)
	return err
}

// CanonicalEdges is CheckCanonical and Edges in one, for one decoding.
func CanonicalEdges(kind Kind, data []byte) ([]Edge, error) {
	switch {
	case !kind.Valid():
		return nil, &EncodingError{Kind: kind, Reason: "unknown kind"}
	case kind == KindChunk && (len(data) == 0 || len(data) > MaxChunk):
		return nil, &EncodingError{Kind: kind, Reason: fmt.Sprintf("%d bytes are not a chunk", len(data))}
	case !kind.Structured():
		return nil, nil
	}
	v, canonical, err := decode(kind, data)
	switch {
	case err != nil:
		return nil, err
	case canonical:
		return edgesOf(v), nil
	}
	again, err := Encode(v)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(data, again) {
		return nil, &EncodingError{Kind: kind, Reason: "not the canonical form"}
	}
	return edgesOf(v), nil
}

func malformed(b body, err error) error {
	return &EncodingError{Kind: b.Kind(), Reason: err.Error()}
}

func tooLarge(size, limit int) error {
	return fmt.Errorf("%d bytes are over the cap of %d", size, limit)
}

// The modes are built when the first object needs them: it takes longer than
// many a command.
var encMode = sync.OnceValue(func() cbor.EncMode {
	o := cbor.CoreDetEncOptions()
	o.NilContainers = cbor.NilContainerAsEmpty
	return must(o.EncMode())
})

var decMode = sync.OnceValue(func() cbor.DecMode {
	return must(cbor.DecOptions{
		DupMapKey:         cbor.DupMapKeyEnforcedAPF,
		IndefLength:       cbor.IndefLengthForbidden,
		TagsMd:            cbor.TagsForbidden,
		MaxNestedLevels:   maxDepth,
		MaxArrayElements:  MaxEntries,
		MaxMapPairs:       64,
		ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
	}.DecMode())
})

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// marshal encodes by struct tags. Whether text is UTF-8 has been checked.
func marshal(v any) ([]byte, error) { return encMode().Marshal(v) }

func unmarshal(data []byte, v any) error { return decMode().Unmarshal(data, v) }

// MarshalCBOR implements cbor.Marshaler: a byte string.
func (id ID) MarshalCBOR() ([]byte, error) {
	return append([]byte{0x58, IDSize}, id[:]...), nil
}

// UnmarshalCBOR implements cbor.Unmarshaler: a byte string of exactly 32 bytes.
func (id *ID) UnmarshalCBOR(data []byte) error {
	if len(data) != 2+IDSize || data[0] != 0x58 || data[1] != IDSize {
		return fmt.Errorf("an id is not a byte string of %d bytes", IDSize)
	}
	copy(id[:], data[2:])
	return nil
}
