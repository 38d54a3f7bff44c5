package cli

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// explained is the fault with what its repair plan needs of the command line:
// where it worked, and, where exactly one word was a mistake and only one thing
// can have been meant, the corrected command line.
func (r *run) explained(fault *contract.Error) *contract.Error {
	e := *fault
	e.Place, e.DryRun = r.place(), r.env.DryRun
	if !e.Row().Repair.Corrects {
		return &e
	}
	fix, ok := r.mistake(&e)
	if !ok {
		return &e
	}
	if fix.right != "" {
		e.Facts = maps.Clone(e.Facts)
		e.Facts["suggestions"] = []string{fix.right}
	}
	e.Corrected = r.corrected(fix)
	return &e
}

// place says where the command line worked.
func (r *run) place() contract.Place {
	var p contract.Place
	for _, f := range []struct{ flag, value string }{{"-C", r.globals.workspace}, {"--store", r.globals.store}} {
		if f.value != "" {
			p.Flags = append(p.Flags, f.flag, f.value)
		}
	}
	p.Hidden = slices.ContainsFunc(p.Flags, hidden)
	return p
}

// fix is a mistake in a command line and what was meant.
type fix struct {
	wrong string // the argument
	right string // the word that was meant; empty when the argument is to go
	with  string // the argument in its place, unless it is to go
	// review: what the argument asked for is lost with it.
	review bool
}

// corrected is the command line with one argument replaced; nil when it is not
// certain which, when an argument may not be repeated, or when the new command
// line would not do either.
func (r *run) corrected(f fix) *contract.Correction {
	if slices.ContainsFunc(r.line, hidden) || hidden(f.with) {
		return nil
	}
	at := slices.Index(r.line, f.wrong)
	if at < 0 || slices.Contains(r.line[at+1:], f.wrong) {
		return nil
	}
	line := slices.Clone(r.line)
	if f.right == "" {
		line = slices.Delete(line, at, at+1)
	} else {
		line[at] = f.with
	}
	again := newRun(line, r.std, r.environ)
	if o := again.prepare(line, r.families); o.err != nil || again.destroys() {
		return nil
	}
	return &contract.Correction{Command: append([]string{"genesis"}, line...), Review: f.review || again.changes()}
}

// changes reports that the command line changes something.
func (r *run) changes() bool { return r.command != nil && r.command.Mutates && !r.env.DryRun }

// destructive are the commands that replace or remove what was there, and the
// flags with which others do. No diagnostic holds a whole one of these.
var destructive = [...]struct{ command, flag string }{
	{"refs set", ""}, {"refs delete", ""}, {"refs update", ""},
	{"op undo", ""}, {"op redo", ""}, {"op restore", ""},
	{"vcs checkout", "discard"}, {"vcs switch", "discard"}, {"commit new", "amend"},
	{"vcs branch", "delete"}, {"vcs branch", "move"}, {"vcs tag", "delete"}, {"store get", "out"},
}

// destroys reports that the command line is a destructive one.
func (r *run) destroys() bool {
	if r.command == nil || r.env.DryRun {
		return false
	}
	for _, d := range destructive {
		if d.command == r.command.name() && (d.flag == "" || r.node.Flags().Changed(d.flag)) {
			return true
		}
	}
	return false
}

// hidden reports that an argument may not be repeated in a document: it names
// an absolute path, or is not plain text.
func hidden(arg string) bool {
	value := arg
	if _, inline, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
		value = inline
	} else if len(arg) > 2 && arg[0] == '-' && arg[1] != '-' {
		value = arg[2:] // of a shorthand
	}
	return strings.HasPrefix(value, "/") || contract.CleanText(arg) != arg
}

// mistake finds the argument that is the mistake, and what was meant.
func (r *run) mistake(e *contract.Error) (fix, bool) {
	switch e.Code {
	case "usage/unknown-flag":
		return r.misspelledFlag(factText(e, "flag"))
	case "usage/flag-conflict":
		return r.uselessFlag(factText(e, "flag"))
	case "usage/unknown-field":
		return r.misspelledField(factText(e, "value"), factList(e, "allowed"))
	case "usage/unknown-schema":
		near, ok := meant(factText(e, "value"), factList(e, "allowed"))
		return r.replacing(factText(e, "value"), near), ok
	case "refs/not-found":
		return r.misspelledRef(factText(e, "name"), factList(e, "suggestions"))
	default:
		near := factList(e, "suggestions")
		if len(near) != 1 {
			return fix{}, false
		}
		return r.replacing(firstOfFacts(e, "value", "revision", "command"), near[0]), true
	}
}

func factText(e *contract.Error, key string) string {
	text, _ := e.Facts[key].(string)
	return text
}

func factList(e *contract.Error, key string) []string {
	list, _ := e.Facts[key].([]string)
	return list
}

func firstOfFacts(e *contract.Error, keys ...string) string {
	for _, key := range keys {
		if text := factText(e, key); text != "" {
			return text
		}
	}
	return ""
}

// meant is the one word that is near to a word, unless half of its letters are
// others: that is another word, but for two neighbors that changed places.
func meant(word string, words []string) (near string, ok bool) {
	near, ok = Nearest(word, words)
	return near, ok && (editDistance(word, near) <= (len(word)-1)/2 || swapped(word, near))
}

// swapped reports that two words differ in the order of two neighbors alone.
func swapped(a, b string) bool {
	for i := range len(a) - 1 {
		if a[:i]+a[i+1:i+2]+a[i:i+1]+a[i+2:] == b {
			return len(a) > 3
		}
	}
	return false
}

// replacing is the fix that puts another word in the place of a word, which is
// an argument, the value of "--flag=value", or a revision with steps behind it.
func (r *run) replacing(word, right string) fix {
	if word == "" {
		return fix{}
	}
	for _, arg := range r.line {
		if arg == word {
			return fix{wrong: arg, right: right, with: right}
		}
		if flag, value, ok := strings.Cut(arg, "="); ok && value == word && strings.HasPrefix(flag, "--") {
			return fix{wrong: arg, right: right, with: flag + "=" + right}
		}
		if steps, ok := strings.CutPrefix(arg, word); ok && (steps[0] == '~' || steps[0] == '^') {
			return fix{wrong: arg, right: right, with: right + steps}
		}
	}
	return fix{}
}

// misspelledFlag finds the flag of the command that was meant.
func (r *run) misspelledFlag(flag string) (fix, bool) {
	name, long := strings.CutPrefix(flag, "--")
	if !long || r.node == nil {
		return fix{}, false
	}
	var names []string
	r.node.Flags().VisitAll(func(f *pflag.Flag) {
		if r.command == nil || r.command.honors(f.Name) {
			names = append(names, f.Name)
		}
	})
	near, ok := meant(name, names)
	if !ok {
		return fix{}, false
	}
	for _, arg := range r.line {
		if given, value, inline := strings.Cut(arg, "="); given == flag {
			with := "--" + near
			if inline {
				with += "=" + value
			}
			return fix{wrong: arg, right: "--" + near, with: with}, true
		}
	}
	return fix{}, false
}

// uselessFlag leaves out a flag that asks for what holds anyway: that a command
// which changes nothing shall change nothing. Without --json a raw stream is
// something else than was asked for.
func (r *run) uselessFlag(flag string) (fix, bool) {
	if r.command == nil {
		return fix{}, false
	}
	switch {
	case (flag == "--dry-run" || flag == "--preview") && !r.command.Mutates:
		return fix{wrong: flag}, true
	case flag == "--json" && r.command.Raw != NotRaw:
		return fix{wrong: flag, review: true}, true
	}
	return fix{}, false
}

// misspelledField finds the field that was meant in the value of --select.
func (r *run) misspelledField(field string, allowed []string) (fix, bool) {
	near, ok := meant(field, allowed)
	if !ok {
		return fix{}, false
	}
	fields := strings.Split(r.globals.selected, ",")
	for i, f := range fields {
		if f == field {
			fields[i] = near
		} else if inner, ok := strings.CutPrefix(f, field+"."); ok {
			fields[i] = near + "." + inner
		}
	}
	f := r.replacing(r.globals.selected, strings.Join(fields, ","))
	f.right = near
	return f, true
}

// refSpaces are the beginnings that a short name stands for.
var refSpaces = [...]string{"", "refs/heads/", "refs/tags/", "refs/remotes/"}

// misspelledRef finds the ref that was meant, in the form in which the wrong one
// was given. near has full names.
func (r *run) misspelledRef(name string, near []string) (fix, bool) {
	if len(near) != 1 {
		return fix{}, false
	}
	for _, space := range refSpaces {
		wrong, inSpace := strings.CutPrefix(name, space)
		right, nearInSpace := strings.CutPrefix(near[0], space)
		if !inSpace || !nearInSpace || !slices.Contains(r.line, wrong) {
			continue
		}
		return fix{wrong: wrong, right: right, with: right}, true
	}
	return fix{}, false
}

// suggestRef adds the one ref whose name is near to a name that names nothing.
// It looks into the store that the command opened; what fails there is not the
// fault that is reported.
func (e *Env) suggestRef(ctx context.Context, err error) error {
	if e.db == nil || !e.JSON || !contract.Is(err, "history/unknown-revision") && !contract.Is(err, "refs/not-found") {
		return err
	}
	all, listErr := e.db.List(ctx, "")
	if listErr != nil {
		return err
	}
	fault := *contract.From(err)
	full := fault.Code == "refs/not-found"
	var names []string
	for _, ref := range all {
		if name := string(ref.Name); full {
			names = append(names, name)
		} else {
			names = append(names, name, ref.Name.Short())
		}
	}
	if near, ok := meant(firstOfFacts(&fault, "name", "revision"), names); ok {
		fault.Facts = maps.Clone(fault.Facts)
		fault.Facts["suggestions"] = []string{near}
		fault.Err = err
		return &fault
	}
	return err
}
