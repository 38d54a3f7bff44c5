package testscripts

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/genesis-vcs/genesis/porcelain/contract/contracttest"
	"github.com/genesis-vcs/genesis/porcelain/families/familiestest"
)

// commands are what the scripts have beyond testscript's own.
var commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"genesis":     cmdGenesis,
	"exits":       cmdExits,
	"refused":     cmdRefused,
	"dryrun":      cmdDryRun,
	"jsonget":     cmdJSONGet,
	"jsonlen":     cmdJSONLen,
	"jsonfields":  cmdJSONFields,
	"jsonenv":     cmdJSONEnv,
	"records":     cmdRecords,
	"record":      cmdRecord,
	"outputmax":   cmdOutputMax,
	"answers":     cmdAnswers,
	"kind":        cmdKind,
	"surface":     cmdSurface,
	"short":       cmdShort,
	"treehash":    cmdTreeHash,
	"sametree":    cmdSameTree,
	"damaged":     cmdDamaged,
	"file":        cmdFile,
	"random":      cmdRandom,
	"flip":        cmdFlip,
	"fifo":        cmdFIFO,
	"socket":      cmdSocket,
	"touch":       cmdTouch,
	"newerformat": cmdNewerFormat,
}

// run runs a program, which is genesis or starts it, and checks what holds for
// every run. It returns the exit status.
func run(ts *testscript.TestScript, args ...string) int {
	err := ts.Exec(args[0], args[1:]...)
	status := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		status = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	i := slices.Index(args, "genesis")
	if i < 0 {
		return status
	}
	stdout, stderr := ts.ReadFile("stdout"), ts.ReadFile("stderr")
	if err := contracttest.CheckRun(args[i+1:], status, []byte(stdout), []byte(stderr)); err != nil {
		ts.Fatalf("the output breaks the contract: %v\n%s", err, stdout)
	}
	ts.Check(familiestest.CheckExit(args[i+1:], status))
	if status != 0 && !contracttest.Machine(args[i+1:], status) {
		checkHuman(ts, stderr)
	}
	return status
}

var humanFailure = regexp.MustCompile(`(?m)\A[^\n]*[a-z-]+/[a-z-]+[^\n]*\n(.*\n)*cause: .+\n(.*\n)*next: .+\n`)

// checkHuman looks at a failure as a person sees it: code, cause and next
// action.
func checkHuman(ts *testscript.TestScript, stderr string) {
	if !humanFailure.MatchString(stderr) {
		ts.Fatalf("a failure without code, cause and next action:\n%s", stderr)
	}
}

// cmdGenesis is "[!] genesis ARG…": a success, or with ! a failure. A failure
// is better tested with exits or refused.
func cmdGenesis(ts *testscript.TestScript, neg bool, args []string) {
	status := run(ts, append([]string{"genesis"}, args...)...)
	if neg != (status != 0) {
		ts.Fatalf("exit status %d\n%s%s", status, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// cmdExits is "exits N COMMAND…": the exact exit status.
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command…")
	}
	if got := run(ts, args[1:]...); got != want {
		ts.Fatalf("exit status %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// cmdRefused is "refused CODE N COMMAND…": the command fails with this code
// and status, for people and in JSON, and nothing below $WORK changes.
func cmdRefused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: refused CODE N command…")
	}
	code, command := args[0], args[2:]
	before := treeHash(ts, ts.Getenv("WORK"))
	cmdExits(ts, false, args[1:])
	if first, _, _ := strings.Cut(ts.ReadFile("stderr"), "\n"); !strings.Contains(first, code) {
		ts.Fatalf("the first line does not say %s:\n%s", code, ts.ReadFile("stderr"))
	}
	withJSON := append([]string{args[1]}, addFlag(command, "--json")...)
	cmdExits(ts, false, withJSON)
	if got := document(ts).want(ts, "code").text(); got != code {
		ts.Fatalf("the code is %s, want %s", got, code)
	}
	if treeHash(ts, ts.Getenv("WORK")) != before {
		ts.Fatalf("the refused command changed something")
	}
}

// addFlag puts a flag right behind the word genesis.
func addFlag(command []string, flag string) []string {
	i := slices.Index(command, "genesis") + 1
	return slices.Insert(slices.Clone(command), i, flag)
}

// cmdDryRun is "dryrun COMMAND…": the command with --dry-run succeeds, for
// people and in JSON, shows no operation, and changes nothing below $WORK. The
// envelope stays in stdout.
func cmdDryRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("unsupported: ! dryrun")
	}
	before := treeHash(ts, ts.Getenv("WORK"))
	dry := addFlag(args, "--dry-run")
	cmdExits(ts, false, append([]string{"0"}, dry...))
	cmdExits(ts, false, append([]string{"0"}, addFlag(dry, "--json")...))
	if treeHash(ts, ts.Getenv("WORK")) != before {
		ts.Fatalf("the dry run changed something")
	}
	doc := document(ts)
	if _, ok := doc.at("data.operation"); ok {
		ts.Fatalf("a dry run shows an operation")
	}
}

// cmdKind is "kind KIND": the envelope in stdout has this kind.
func cmdKind(ts *testscript.TestScript, neg bool, args []string) {
	if got := document(ts).want(ts, "kind").text(); neg == (got == args[0]) {
		ts.Fatalf("the kind is %s", got)
	}
}

// cmdDamaged is "damaged DIR…": the stores are not verified after the script.
func cmdDamaged(ts *testscript.TestScript, neg bool, args []string) {
	for _, dir := range args {
		ts.Value(damaged{}).(map[string]bool)[ts.MkAbs(dir)] = true
	}
}

// genesisIn runs the binary outside of a script.
func genesisIn(dir string, env []string, args ...string) (string, error) {
	cmd := exec.Command(binary, args...)
	cmd.Dir, cmd.Env = dir, env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// cmdTouch is "touch SECONDS FILE…": sets both times to so long ago.
func cmdTouch(ts *testscript.TestScript, neg bool, args []string) {
	ago, err := strconv.Atoi(args[0])
	ts.Check(err)
	at := time.Now().Add(-time.Duration(ago) * time.Second)
	for _, path := range args[1:] {
		ts.Check(os.Chtimes(ts.MkAbs(path), at, at))
	}
}

func usage(ts *testscript.TestScript, ok bool, text string) {
	if !ok {
		ts.Fatalf("usage: %s", text)
	}
}
