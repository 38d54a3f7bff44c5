package fields

import (
	"strings"

	"github.com/genesis-vcs/genesis/porcelain/render"
)

// A person is shown so many lines of a path, so many of all paths together, and
// so many bytes of a line.
const (
	maxPreviewPathLines = 100
	maxPreviewLines     = 1000
	maxPreviewLine      = 200
)

// WritePreviews shows previews to a person: a line for each path, and below it
// the text that it would hold.
func WritePreviews(p *render.Printer, list []Preview) {
	left := maxPreviewLines
	for _, v := range list {
		p.Linef("%s", v.title(p))
		if v.Content == nil || v.Encoding != utf8Name {
			continue
		}
		left -= writeText(p, *v.Content, min(left, maxPreviewPathLines))
	}
}

// title names the path, the change, and why no text follows.
func (v *Preview) title(p *render.Printer) string {
	name := v.Path.Text
	if v.OldPath != "" {
		name = v.OldPath + " -> " + name
	}
	notes := []string{v.Change}
	if v.Kind != "" && v.Kind != "file" {
		notes = append(notes, v.Kind)
	}
	if v.Size != nil {
		notes = append(notes, render.Bytes(*v.Size))
	}
	switch {
	case v.Omitted != "":
		notes = append(notes, "content omitted: "+v.Omitted)
	case v.Content != nil && v.Encoding != utf8Name:
		notes = append(notes, "binary")
	}
	return p.Styled(render.Strong, name) + "  (" + strings.Join(notes, ", ") + ")"
}

// writeText writes at most limit lines of a text and says how many are missing.
// It returns how many it wrote.
func writeText(p *render.Printer, text string, limit int) int {
	if text == "" {
		return 0
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	shown := min(len(lines), limit)
	for _, line := range lines[:shown] {
		if len(line) > maxPreviewLine {
			line = strings.ToValidUTF8(line[:maxPreviewLine], "") + " ..."
		}
		p.Linef("%s", strings.TrimRight("    "+line, " \r"))
	}
	if rest := len(lines) - shown; rest > 0 {
		p.Linef("    %s", p.Styled(render.Faint, render.Count(rest, "more line")+"; --json shows them"))
	}
	return shown
}
