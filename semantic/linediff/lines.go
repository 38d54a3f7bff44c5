package linediff

import "bytes"

// Split cuts content into its lines, each with the line feed that ends it; the
// last has none if the content does not end with one. A carriage return is a byte
// like any other. The lines share the memory of content, and concatenated they are
// content.
func Split(content []byte) [][]byte {
	n := bytes.Count(content, []byte{'\n'})
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	lines := make([][]byte, 0, n)
	for len(content) > 0 {
		end := bytes.IndexByte(content, '\n') + 1
		if end == 0 {
			end = len(content)
		}
		lines = append(lines, content[:end:end])
		content = content[end:]
	}
	return lines
}
