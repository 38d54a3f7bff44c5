package diffview

import (
	"bytes"

	"github.com/genesis-vcs/genesis/porcelain/render"
	"github.com/genesis-vcs/genesis/semantic/linediff"
	"github.com/genesis-vcs/genesis/semantic/worddiff"
)

// inWords writes an edit such that a line that changed is one line: what went stands
// in [-these-] brackets, and what came in {+these+}.
func inWords(p *render.Printer, a, b [][]byte) {
	i, j := 0, 0
	flush := func(toA, toB int) {
		for ; i < toA; i++ {
			p.Code(render.Span{Style: render.Bad, Text: "[-" + body(a[i]) + "-]"})
		}
		for ; j < toB; j++ {
			p.Code(render.Span{Style: render.Good, Text: "{+" + body(b[j]) + "+}"})
		}
	}
	for _, pair := range worddiff.Lines(a, b) {
		flush(pair.A, pair.B)
		p.Code(woven(a[i], b[j])...)
		i, j = i+1, j+1
	}
	flush(len(a), len(b))
}

// body is a line without its end.
func body(line []byte) string { return string(bytes.TrimSuffix(line, []byte{'\n'})) }

// woven is two lines as one.
func woven(a, b []byte) []render.Span {
	wa, wb := worddiff.Split([]byte(body(a))), worddiff.Split([]byte(body(b)))
	script := linediff.DiffWith(wa, wb, linediff.Options{Algorithm: linediff.Myers, NoIndent: true})
	spans := []render.Span{{Text: " "}}
	at := 0
	for _, e := range script {
		spans = append(spans, render.Span{Text: joined(wa[at:e.A0])})
		if e.A1 > e.A0 {
			spans = append(spans, render.Span{Style: render.Bad, Text: "[-" + joined(wa[e.A0:e.A1]) + "-]"})
		}
		if e.B1 > e.B0 {
			spans = append(spans, render.Span{Style: render.Good, Text: "{+" + joined(wb[e.B0:e.B1]) + "+}"})
		}
		at = e.A1
	}
	return append(spans, render.Span{Text: joined(wa[at:])})
}

func joined(words [][]byte) string { return string(bytes.Join(words, nil)) }
