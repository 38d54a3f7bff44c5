package fields

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/plumbing/worktree"
	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// Limits are the flags --max-file and --max-files of commands that read the
// working tree. The zero value keeps the defaults of package worktree.
type Limits struct {
	maxFile  byteSize
	maxFiles fileCount
}

// Register adds the flags.
func (l *Limits) Register(fs *pflag.FlagSet) {
	l.maxFile, l.maxFiles = worktree.DefaultMaxFile, worktree.DefaultMaxFiles
	fs.Var(&l.maxFile, "max-file", "the greatest `SIZE` of a file, like 500M or 2G")
	fs.Var(&l.maxFiles, "max-files", "the greatest number `N` of files")
}

// Apply sets the limits of a working tree.
func (l *Limits) Apply(o *worktree.Options) {
	o.MaxFile, o.MaxFiles = uint64(l.maxFile), int(l.maxFiles)
}

// TooMany says that the working tree has more files than a commit takes.
type TooMany struct {
	Files int `json:"files"`
	Limit int `json:"limit"`
}

// TooMany is nil unless a scan found more files than the limit.
func (l *Limits) TooMany(scan *worktree.Scan) *TooMany {
	if scan.TooMany == 0 {
		return nil
	}
	return &TooMany{Files: scan.TooMany, Limit: int(l.maxFiles)}
}

// Scan is what a command that works on the working tree passes to
// cli.Env.WorktreeWith: the limits, and displays of what is read, with the
// label, and of what is written then.
func (l *Limits) Scan(env *cli.Env, label string) func(*worktree.Options) {
	return func(o *worktree.Options) {
		l.Apply(o)
		if p := env.Progress(label); p != nil {
			o.Progress, o.Writing = advance(p), writing(env)
		}
	}
}

// writing shows what is written, from the first file on.
func writing(env *cli.Env) func(done, all worktree.Amount) {
	var show func(files int, bytes uint64)
	return func(done, all worktree.Amount) {
		if show == nil {
			p := env.Progress("writing files")
			p.Total(all.Files, all.Bytes)
			show = advance(p)
		}
		show(done.Files, done.Bytes)
	}
}

// advance turns what was read so far into what was read since.
func advance(p *render.Progress) func(files int, bytes uint64) {
	var seenFiles int
	var seenBytes uint64
	return func(files int, bytes uint64) {
		p.Add(files-seenFiles, bytes-seenBytes)
		seenFiles, seenBytes = files, bytes
	}
}

// byteSize is a flag that is a number of bytes, with K, M, G or T for powers of
// 1,024.
type byteSize uint64

// String implements pflag.Value, with the greatest unit that needs no fraction.
func (s *byteSize) String() string {
	n, unit := uint64(*s), ""
	for i := 0; i < len(units) && n > 0 && n%1024 == 0; i++ {
		n, unit = n/1024, units[i:i+1]
	}
	return strconv.FormatUint(n, 10) + unit
}

// units are the letters behind a number of bytes, each 1,024 of the one before.
const units = "KMGT"

// Type implements pflag.Value.
func (s *byteSize) Type() string { return "size" }

// Set implements pflag.Value.
func (s *byteSize) Set(text string) error {
	digits := strings.TrimRight(text, units+strings.ToLower(units))
	n, err := cli.ParseDecimal(digits)
	unit := strings.ToUpper(text[len(digits):])
	shift := 10 * (1 + strings.Index(units, unit))
	if unit == "" {
		shift = 0
	}
	if err != nil || len(unit) > 1 || n < 1 || uint64(n) > math.MaxUint64>>shift {
		return fmt.Errorf("a size is a number with K, M, G or T, like 500M")
	}
	*s = byteSize(uint64(n) << shift)
	return nil
}

// fileCount is a flag that is a number of files, at least one.
type fileCount int

// String implements pflag.Value.
func (c *fileCount) String() string { return strconv.Itoa(int(*c)) }

// Type implements pflag.Value.
func (c *fileCount) Type() string { return "int" }

// Set implements pflag.Value.
func (c *fileCount) Set(text string) error {
	n, err := cli.ParseDecimal(text)
	if err != nil || n < 1 {
		return fmt.Errorf("a number of files is at least 1")
	}
	*c = fileCount(n)
	return nil
}
