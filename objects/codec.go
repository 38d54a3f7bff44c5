package objects

// Encode returns the canonical bytes of a structured object, or an
// *EncodingError when it breaks a rule of its kind or exceeds a cap.
func Encode(v Structured) ([]byte, error) { panic("todo") }

// Decode reads the canonical bytes of a structured object. It is strict:
// unknown and duplicate fields, indefinite lengths, tags, floats, null, wrong
// order and trailing bytes are an *EncodingError, and so is everything that
// exceeds the caps of its kind. Whether the bytes are the one canonical form
// is checked by CheckCanonical.
func Decode(kind Kind, data []byte) (Structured, error) { panic("todo") }

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
// structured object that enters it. Raw kinds are always canonical.
func CheckCanonical(kind Kind, data []byte) error { panic("todo") }
