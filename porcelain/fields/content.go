package fields

import (
	"encoding/base64"
	"unicode/utf8"
)

// Content turns the content of a file into text for JSON: as it is where it is
// UTF-8, and in base64 where it is not.
func Content(data []byte) (text, encoding string) {
	if utf8.Valid(data) {
		return string(data), utf8Name
	}
	return base64.StdEncoding.EncodeToString(data), "base64"
}

const utf8Name = "utf-8"
