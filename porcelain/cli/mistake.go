package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

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
		near, ok := Nearest(factText(e, "value"), factList(e, "allowed"))
		return r.replacing(factText(e, "value"), near), ok
	case "refs/invalid-name":
		if near := factList(e, "suggestions"); len(near) == 1 {
			return r.replacing(factText(e, "name"), near[0]), true
		}
		return fix{}, false
	case "refs/not-found":
		return r.misspelledRef(factText(e, "name"), factList(e, "suggestions"))
	default:
		if factText(e, "separator") != "" {
			return fix{wrong: factText(e, "argument"), right: separator, before: true}, true
		}
		near := factList(e, "suggestions")
		if len(near) != 1 {
			return fix{}, false
		}
		return r.replacing(cmp.Or(factText(e, "value"), factText(e, "revision"), factText(e, "command")), near[0]), true
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

// replacing is the fix that puts another word in the place of a word, which is
// an argument or the value of "--flag=value".
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
	near, ok := Nearest(name, names)
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
	near, ok := Nearest(field, allowed)
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
