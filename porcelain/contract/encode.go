package contract

import (
	"bytes"
	"encoding/json"
)

// EncodeJSON returns a value as envelopes and records have it: on one line,
// without a line feed, and without the escapes that only HTML needs.
func EncodeJSON(value any) ([]byte, error) {
	encoded, err := encodeWith(value, "")
	return bytes.TrimSuffix(encoded, []byte("\n")), err
}

// EncodeDocument returns a value as published documents have it: indented, with a
// line feed at the end.
func EncodeDocument(value any) ([]byte, error) { return encodeWith(value, "  ") }

func encodeWith(value any, indent string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
