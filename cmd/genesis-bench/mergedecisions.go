package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"

	"github.com/genesis-vcs/genesis/semantic/linediff"
	"github.com/genesis-vcs/genesis/semantic/merge3"
)

// decisions writes what steps settled, for whoever wants to know which of them are
// right. Without a file it writes nothing.
type decisions struct {
	file *os.File
	enc  *json.Encoder
}

func openDecisions(path string) (*decisions, error) {
	if path == "" {
		return &decisions{}, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &decisions{file: f, enc: json.NewEncoder(f)}, nil
}

func (d *decisions) close() error {
	if d.file == nil {
		return nil
	}
	return errors.Join(d.file.Sync(), d.file.Close())
}

// decision is one region in a line of the file.
type decision struct {
	Dir      string      `json:"dir"`
	Path     string      `json:"path"`
	Language string      `json:"language"`
	File     verdict     `json:"file"` // what became of the whole file
	Step     merge3.Step `json:"step"`
	// Took is what stands there in what people committed, between the same lines:
	// result, left or right, or "" if it is something else.
	Took   string `json:"took"`
	Before string `json:"before"`
	Base   string `json:"base"`
	Left   string `json:"left"`
	Right  string `json:"right_side"`
	Result string `json:"result"`
	After  string `json:"after"`
}

// around is how many lines above and below a decision have to be right, too.
const around = 2

func (d *decisions) write(c *mergeCase, r mergeResult) error {
	if d.file == nil {
		return nil
	}
	base, left, right := linediff.Split(c.base), linediff.Split(c.left), linediff.Split(c.right)
	merged := linediff.Split(r.merged.Content)
	for _, e := range r.merged.Decisions {
		lo, hi := e.Result.First-1, e.Result.First-1+e.Result.Count
		out := decision{
			Dir: c.Dir, Path: c.Path, Language: c.Language, File: r.ours, Step: e.Step,
			Before: text(merged[max(lo-around, 0):lo]), After: text(merged[hi:min(hi+around, len(merged))]),
			Base: text(cutLines(base, e.Base)), Left: text(cutLines(left, e.Left)), Right: text(cutLines(right, e.Right)),
			Result: text(merged[lo:hi]),
		}
		out.Took = out.took(c.expected)
		if err := d.enc.Encode(out); err != nil {
			return err
		}
	}
	return nil
}

func (d *decision) took(committed []byte) string {
	for _, side := range []struct{ name, text string }{{"result", d.Result}, {"left", d.Left}, {"right", d.Right}} {
		if bytes.Contains(committed, []byte(d.Before+side.text+d.After)) {
			return side.name
		}
	}
	return ""
}

func text(lines [][]byte) string { return string(bytes.Join(lines, nil)) }

func cutLines(lines [][]byte, at merge3.Lines) [][]byte {
	return lines[at.First-1 : at.First-1+at.Count]
}
