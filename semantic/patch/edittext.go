package patch

import (
	"bytes"
	"strconv"

	"github.com/genesis-vcs/genesis/semantic/coreform"
	"github.com/genesis-vcs/genesis/semantic/linediff"
)

// maxEdit is how large a content may be, in bytes, whose change is written down
// as lines. A larger one is written anew.
const maxEdit = 16 << 20

// EditText is the operation that makes a text of another one. ok is false where the
// content is better written anew: it is not text, or most of it changed.
func EditText(path string, from, to []byte) (op Op, ok bool, err error) {
	if len(from) > maxEdit || len(to) > maxEdit || linediff.Binary(from) || linediff.Binary(to) {
		return Op{}, false, nil
	}
	a, b := linediff.Split(from), linediff.Split(to)
	size := 0
	var hunks []coreform.Term
	for _, h := range linediff.Hunks(linediff.Diff(a, b), len(a), linediff.DefaultContext) {
		first, last := h.Edits[0], h.Edits[len(h.Edits)-1]
		parts := [...][][]byte{a[h.A0:first.A0], a[first.A0:last.A1], b[first.B0:last.B1], a[last.A1:h.A1]}
		items := []any{"line", coreform.IntOf(int64(h.A0) + 1)}
		for i, part := range parts {
			text := string(bytes.Join(part, nil))
			size += len(text)
			t, err := contentTerm(text)
			if err != nil {
				return Op{}, false, err
			}
			items = append(items, hunkFields[i+1], t)
		}
		hunk, err := mapOf(items...)
		if err != nil {
			return Op{}, false, err
		}
		hunks = append(hunks, hunk)
	}
	if len(hunks) == 0 || size > 2*len(to) {
		return Op{}, false, nil
	}
	vector, err := coreform.VectorOf(hunks...)
	if err != nil {
		return Op{}, false, err
	}
	op, err = New("edit-text", "path", []byte(path), "old", ContentID(from), "new", ContentID(to), "hunks", vector)
	return op, err == nil, err
}

// New makes an operation of keys and values in turns: terms, strings, and the bytes
// of a path or a content.
func New(name string, pairs ...any) (Op, error) {
	values := make(map[string]coreform.Term, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		var t coreform.Term
		var err error
		switch v := pairs[i+1].(type) {
		case string:
			if v != "" {
				t, err = coreform.StrOf(v)
			}
		case []byte:
			t, err = contentTerm(string(v))
		case coreform.Term:
			t = v
		}
		if err != nil {
			return Op{}, err
		}
		values[pairs[i].(string)] = t
	}
	op, ok := operationOf(name)
	if !ok {
		return Op{}, wrong(-1, "op", "there is no operation "+name)
	}
	return op.read(-1, func(f field) coreform.Term { return values[f.key] })
}

func (a *applier) editText() error {
	path := a.op.text("path")
	e, err := a.entry(path)
	if err != nil {
		return err
	}
	if err := a.expect(e, true); err != nil {
		return err
	}
	if e.Mode == ModeDir || e.Mode == ModeGitlink {
		return a.differs("the path", "a file", e.Mode)
	}
	content, err := a.content(e)
	if err != nil {
		return err
	}
	out, err := a.hunks(content, a.op.text("old") != "")
	if err != nil {
		return err
	}
	if want := a.op.text("new"); want != "" && ContentID(out) != want {
		return a.differs("the result", want, ContentID(out))
	}
	return a.write(path, out)
}

// hunks applies the hunks in their order. Where the whole content is known to be the
// expected one they stand at their lines. Else a hunk may also stand elsewhere, if
// there is exactly one such place.
func (a *applier) hunks(content []byte, exact bool) ([]byte, error) {
	starts := lineStarts(content)
	var out []byte
	done := 0
	for i, h := range a.op.get("hunks").Items() {
		line, _ := strconv.Atoi(valueOf(h, "line").Value())
		before, old := valueOf(h, "before").Value(), valueOf(h, "old").Value()
		want := []byte(before + old + valueOf(h, "after").Value())
		at := -1
		if line <= len(starts) && starts[line-1] >= done && bytes.HasPrefix(content[starts[line-1]:], want) {
			at = starts[line-1]
		} else if !exact && len(want) > 0 {
			at = onlyPlace(content, want, done)
		}
		if at < 0 {
			return nil, a.fail("hunk " + strconv.Itoa(i) + " does not stand at line " + strconv.Itoa(line) + " or at exactly one other place")
		}
		begin := at + len(before)
		if begin < done {
			return nil, a.fail("hunk " + strconv.Itoa(i) + " overlaps the one before it")
		}
		out = append(append(out, content[done:begin]...), valueOf(h, "new").Value()...)
		done = begin + len(old)
	}
	return append(out, content[done:]...), nil
}

// lineStarts are the offsets at which lines begin; the end of the content is one.
func lineStarts(content []byte) []int {
	starts := []int{0}
	for i, c := range content {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	if len(content) > 0 && starts[len(starts)-1] != len(content) {
		starts = append(starts, len(content))
	}
	return starts
}

// onlyPlace is the one line from done on at which want stands, or -1.
func onlyPlace(content, want []byte, done int) int {
	at := -1
	for i := done; ; {
		n := bytes.Index(content[i:], want)
		if n < 0 {
			return at
		}
		if i += n; i == 0 || content[i-1] == '\n' {
			if at >= 0 {
				return -1
			}
			at = i
		}
		i++
	}
}
