package workspace

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"unicode"
)

// Identity is the name and the email address of a person, bytes as given.
type Identity struct{ Name, Email string }

// IdentitySources are where a person's identity may come from when no flag gives
// it, strongest first.
type IdentitySources struct {
	EnvName  string   // GENESIS_AUTHOR_NAME
	EnvEmail string   // GENESIS_AUTHOR_EMAIL
	Config   Config   // workspace file over user file
	Dir      string   // where Git is asked
	Environ  []string // the environment that Git is asked in
}

// NoIdentityError reports that no source gave both a name and an address.
// Missing is "name", "email" or both joined by " and ".
type NoIdentityError struct{ Missing string }

func (e *NoIdentityError) Error() string { return "no " + e.Missing + " of the author is configured" }

// BadIdentityError reports text that is not "Name <email>".
type BadIdentityError struct{ Text, Reason string }

func (e *BadIdentityError) Error() string { return fmt.Sprintf("malformed identity: %s", e.Reason) }

// Resolve takes each part from the strongest source that has it. Git is asked
// only when nothing else gives both. Errors: *NoIdentityError,
// *BadIdentityError.
func (s IdentitySources) Resolve(ctx context.Context) (Identity, error) {
	id := Identity{Name: s.EnvName, Email: s.EnvEmail}
	id.fill(Identity{Name: s.Config.AuthorName, Email: s.Config.AuthorEmail})
	if id.Name == "" || id.Email == "" {
		id.fill(gitIdentity(ctx, s.Dir, s.Environ))
	}
	return id, id.check()
}

func (id *Identity) fill(from Identity) {
	if id.Name == "" {
		id.Name = from.Name
	}
	if id.Email == "" {
		id.Email = from.Email
	}
}

// check refuses what is missing, what could not be told apart once it is written
// as "Name <email>", and what would show as something else. Bytes that are no
// UTF-8 stay as they are.
func (id Identity) check() error {
	var missing []string
	if id.Name == "" {
		missing = append(missing, "name")
	}
	if id.Email == "" {
		missing = append(missing, "email")
	}
	if missing != nil {
		return &NoIdentityError{Missing: strings.Join(missing, " and ")}
	}
	text := id.Name + " <" + id.Email + ">"
	switch all := id.Name + id.Email; {
	case strings.ContainsAny(all, "<>"):
		return &BadIdentityError{Text: text, Reason: "contains an angle bracket"}
	case strings.ContainsFunc(all, unicode.IsControl):
		return &BadIdentityError{Text: text, Reason: "contains a control character"}
	case strings.ContainsFunc(all, turnsText):
		return &BadIdentityError{Text: text, Reason: "contains a character that changes the direction of text"}
	}
	return nil
}

// turnsText reports whether a character makes what is around it read in another
// order, so that a name shows as a different one.
func turnsText(r rune) bool {
	return '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// ParseIdentity reads "Name <email>". *BadIdentityError for anything else.
func ParseIdentity(text string) (Identity, error) {
	name, rest, ok := strings.Cut(text, "<")
	email, after, closed := strings.Cut(rest, ">")
	id := Identity{Name: strings.TrimSpace(name), Email: strings.TrimSpace(email)}
	if !ok || !closed || strings.TrimSpace(after) != "" || id.Name == "" || id.Email == "" {
		return Identity{}, &BadIdentityError{Text: text, Reason: `is not of the form "Name <email>"`}
	}
	return id, id.check()
}

// gitIdentity asks Git for its user; empty where Git or the values are missing.
func gitIdentity(ctx context.Context, dir string, environ []string) Identity {
	cmd := exec.CommandContext(ctx, "git", "config", "-z", "--get-regexp", `^user\.(name|email)$`)
	cmd.Dir, cmd.Env = dir, environ
	out, err := cmd.Output()
	if err != nil {
		return Identity{}
	}
	var id Identity
	// Each value is "key LF value NUL"; a later one replaces an earlier.
	for pair := range bytes.SplitSeq(out, []byte{0}) {
		key, value, _ := strings.Cut(string(pair), "\n")
		switch strings.ToLower(key) {
		case "user.name":
			id.Name = strings.TrimSpace(value)
		case "user.email":
			id.Email = strings.TrimSpace(value)
		}
	}
	return id
}
