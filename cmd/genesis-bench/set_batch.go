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
	batchObjects   = 1000
	batchQuestions = 200_000
)

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
	asked := map[string]string{"genesis": filepath.Join(place, "genesis"), "git": filepath.Join(place, "git")}
	if err := writeQuestions(asked["genesis"], `{"op":"has","hash":"%s"}`, p.hashes); err != nil {
		return nil, err
	}
	if err := writeQuestions(asked["git"], "%s", p.oids); err != nil {
		return nil, err
	}
	row := Row{Work: "has", Unit: "/s", Command: "genesis store batch <QUESTIONS", Targets: []Target{{Least: 100_000}}}
	rates := map[string][]float64{}
	calls := []call{lab.genesis(p.genesis, "store", "batch"), lab.git(p.git, "cat-file", "--batch-check")}
	for turn := range max(3, lab.opts.Samples/4) {
		for k := range calls {
			c := calls[(turn+k)%len(calls)]
			wall, err := askBatch(ctx, lab, c, asked[c.tool], place)
			if err != nil {
				return nil, err
			}
			rates[c.tool] = append(rates[c.tool], batchQuestions/wall.Seconds())
		}
	}
	row.Genesis = summarize(rates["genesis"])
	row.Rivals = []Rival{{Name: "git", Command: "git cat-file --batch-check <QUESTIONS", Stat: summarize(rates["git"])}}
	return []Row{row}, nil
}

// writeQuestions writes one line for each question; every second hash is
// changed in its last digits to one that nobody has.
func writeQuestions(path, format string, hashes []string) error {
	var b bytes.Buffer
	for i := range batchQuestions {
		hash := hashes[i/2%len(hashes)]
		if i%2 == 1 {
			hash = hash[:len(hash)-6] + fmt.Sprintf("%06x", i)
		}
		fmt.Fprintf(&b, format+"\n", hash)
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// askBatch runs one call over the questions and counts its answers.
func askBatch(ctx context.Context, lab *lab, c call, questions, place string) (time.Duration, error) {
	in, err := os.Open(questions)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	out, err := os.Create(filepath.Join(place, "answers"))
	if err != nil {
		return 0, err
	}
	defer out.Close()
	c.stdin, c.stdout = in, out
	done, err := lab.run(ctx, c)
	if err != nil {
		return 0, err
	}
	answers, err := countLines(out.Name())
	if err == nil && answers != batchQuestions {
		err = fmt.Errorf("%s gave %d answers to %d questions", c.name(), answers, batchQuestions)
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
