package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	batchObjects  = 1000
	mostQuestions = 200_000
)

// exam is one tool with the questions that it is asked.
type exam struct {
	call
	questions string // path of the file with them
	count     int
}

// measureBatch asks one process whether it has objects; every second one is
// not there.
func measureBatch(ctx context.Context, lab *lab) ([]Row, error) {
	p, err := openPair(ctx, lab, "batch")
	if err != nil {
		return nil, err
	}
	if err := p.fill(ctx, lab, batchObjects); err != nil {
		return nil, err
	}
	place, err := lab.place("questions")
	if err != nil {
		return nil, err
	}
	// git looks through its directories for each object that it lacks, so it is
	// asked less; it is the rate that counts.
	n := min(mostQuestions, 20_000*lab.opts.Samples)
	exams := []exam{
		{call: lab.genesis(p.genesis, "store", "batch"), questions: filepath.Join(place, "genesis"), count: n},
		{call: lab.git(p.git, "cat-file", "--batch-check"), questions: filepath.Join(place, "git"), count: n / 10},
	}
	if err := exams[0].write(`{"op":"has","hash":"%s"}`, p.hashes); err != nil {
		return nil, err
	}
	if err := exams[1].write("%s", p.oids); err != nil {
		return nil, err
	}
	row := Row{Work: "has", Unit: "/s", Command: "genesis store batch <QUESTIONS", Targets: []Target{{Least: 100_000}}}
	rates := map[string][]float64{}
	for turn := range max(3, lab.opts.Samples/4) {
		for k := range exams {
			e := exams[(turn+k)%len(exams)]
			wall, err := e.hold(ctx, lab, filepath.Join(place, "answers"))
			if err != nil {
				return nil, err
			}
			rates[e.tool] = append(rates[e.tool], float64(e.count)/wall.Seconds())
		}
	}
	row.Genesis = summarize(rates["genesis"])
	row.Rivals = []Rival{{Name: "git", Command: "git cat-file --batch-check <QUESTIONS", Stat: summarize(rates["git"])}}
	return []Row{row}, nil
}

// write writes one line for each question; every second hash is changed in its
// last digits to one that nobody has.
func (e exam) write(format string, hashes []string) error {
	var b bytes.Buffer
	for i := range e.count {
		hash := hashes[i/2%len(hashes)]
		if i%2 == 1 {
			hash = hash[:len(hash)-6] + fmt.Sprintf("%06x", i)
		}
		fmt.Fprintf(&b, format+"\n", hash)
	}
	return os.WriteFile(e.questions, b.Bytes(), 0o666)
}

// hold asks everything at once and counts the answers.
func (e exam) hold(ctx context.Context, lab *lab, answers string) (time.Duration, error) {
	in, err := os.Open(e.questions)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(answers)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	c := e.call
	c.stdin, c.stdout = in, out
	done, err := lab.run(ctx, c)
	if err != nil {
		return 0, err
	}
	got, err := countLines(answers)
	if err == nil && got != e.count {
		err = fmt.Errorf("%s gave %d answers to %d questions", c.name(), got, e.count)
	}
	return done.wall, err
}

func countLines(path string) (lines int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		lines++
	}
	return lines, scanner.Err()
}

func writeFile(path, content string) error { return os.WriteFile(path, []byte(content), 0o666) }
