package fields

import "github.com/genesis-vcs/genesis/porcelain/render"

// NotShown tells a person how many records of a list the flags on records
// dropped; nothing when none.
func NotShown(p *render.Printer, hidden int, noun string) {
	if hidden > 0 {
		p.Linef("%s", p.Styled(render.Faint, render.Count(hidden, noun)+" not shown"))
	}
}
