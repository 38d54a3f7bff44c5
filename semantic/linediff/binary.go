package linediff

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // Git's name of a content, which its binary patches must state
	"encoding/hex"
	"fmt"
)

// blobID is Git's name of a content, without which git apply takes no binary patch.
func blobID(f *File) string {
	if f == nil {
		return ""
	}
	h := sha1.New() //nolint:gosec // see the import
	_, _ = fmt.Fprintf(h, "blob %d\x00", len(f.Content))
	_, _ = h.Write(f.Content)
	return hex.EncodeToString(h.Sum(nil))
}

// appendBinaryPatch prints both contents whole, the new one first, so that the
// patch can be applied either way.
func appendBinaryPatch(out []byte, from, to *File) []byte {
	out = append(out, "GIT binary patch\n"...)
	return appendLiteral(appendLiteral(out, contentOf(to)), contentOf(from))
}

func contentOf(f *File) []byte {
	if f == nil {
		return nil
	}
	return f.Content
}

// perLine is how many bytes a line of a binary patch holds.
const perLine = 52

// appendLiteral prints a content deflated and in base 85.
func appendLiteral(out, content []byte) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write(content) // a bytes.Buffer takes everything
	_ = z.Close()
	out = fmt.Appendf(out, "literal %d\n", len(content))
	for rest := packed.Bytes(); len(rest) > 0; {
		line := rest[:min(perLine, len(rest))]
		rest = rest[len(line):]
		length := byte('A' - 1 + len(line))
		if len(line) > 26 {
			length = byte('a' - 27 + len(line))
		}
		out = append(out, length)
		for ; len(line) > 0; line = line[min(4, len(line)):] {
			out = appendBase85(out, line)
		}
		out = append(out, '\n')
	}
	return append(out, '\n')
}

const base85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"

// appendBase85 prints up to four bytes, the missing ones as zeros, as five digits.
func appendBase85(out, data []byte) []byte {
	var word [4]byte
	copy(word[:], data)
	n := uint32(word[0])<<24 | uint32(word[1])<<16 | uint32(word[2])<<8 | uint32(word[3])
	var digits [5]byte
	for i := len(digits) - 1; i >= 0; i-- {
		digits[i] = base85[n%85]
		n /= 85
	}
	return append(out, digits[:]...)
}
