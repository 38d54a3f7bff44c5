package linediff

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
)

// File is one side of a difference. Its path has slashes and no slash in front.
type File struct {
	Path    string
	Mode    uint32 // as Git has it: 0o100644, 0o100755, 0o120000 for a link
	ID      string // for the index line, in hexadecimal; may be ""
	Content []byte
}

// kind is the part of the mode that a change of mode cannot bridge.
func (f *File) kind() uint32 { return f.Mode &^ 0o7777 }

// sniffed is how much of a content is looked at to see whether it is binary.
const sniffed = 8000

// Binary says whether a content is not text: it has a zero byte near its start.
func Binary(content []byte) bool {
	return bytes.IndexByte(content[:min(len(content), sniffed)], 0) >= 0
}

// Similarity is how much of the larger text the two have in common, in percent of
// bytes; it is 100 only if they are equal.
func Similarity(a, b [][]byte, script []Edit) int {
	common, at := 0, 0
	for _, e := range script {
		common += size(a[at:e.A0])
		at = e.A1
	}
	common += size(a[at:])
	largest := max(size(a), size(b))
	if len(script) == 0 {
		return 100
	}
	return min(99, 100*common/largest)
}

func size(lines [][]byte) (n int) {
	for _, line := range lines {
		n += len(line)
	}
	return n
}

// name is the path with its prefix in a header, or where there is no file.
func name(prefix string, f *File) string {
	if f == nil {
		return "/dev/null"
	}
	return Quote(prefix + f.Path)
}

// nameLine is name on a line that patch would otherwise take to end at a space.
func nameLine(prefix string, f *File) string {
	if f != nil && strings.Contains(f.Path, " ") {
		return name(prefix, f) + "\t"
	}
	return name(prefix, f)
}

// appendHead prints what comes before the hunks, without the two names.
func appendHead(out []byte, from, to *File, similarity int) []byte {
	a, b := cmp.Or(from, to), cmp.Or(to, from)
	out = append(out, "diff --git "+name("a/", a)+" "+name("b/", b)+"\n"...)
	switch {
	case from == nil:
		out = appendMode(out, "new file mode ", to.Mode)
	case to == nil:
		out = appendMode(out, "deleted file mode ", from.Mode)
	default:
		if from.Mode != to.Mode {
			out = appendMode(out, "old mode ", from.Mode)
			out = appendMode(out, "new mode ", to.Mode)
		}
		if from.Path != to.Path {
			out = append(out, "similarity index "+strconv.Itoa(similarity)+"%\n"...)
			out = append(out, "rename from "+Quote(from.Path)+"\nrename to "+Quote(to.Path)+"\n"...)
		}
	}
	return out
}

func appendMode(out []byte, what string, mode uint32) []byte {
	out = append(out, what...)
	out = strconv.AppendUint(out, uint64(mode), 8)
	return append(out, '\n')
}

// appendIndex prints the line with the identities of the contents if all are known;
// that of a file that is not there is zeros.
func appendIndex(out []byte, from, to *File, idFrom, idTo string) []byte {
	if from == nil {
		idFrom = zeros(len(idTo))
	}
	if to == nil {
		idTo = zeros(len(idFrom))
	}
	if idFrom == "" || idTo == "" {
		return out
	}
	out = append(out, "index "+idFrom+".."+idTo...)
	if from != nil && to != nil && from.Mode == to.Mode {
		out = append(out, ' ')
		out = strconv.AppendUint(out, uint64(from.Mode), 8)
	}
	return append(out, '\n')
}

func zeros(n int) string { return strings.Repeat("0", n) }
