package history

import (
	"context"
	"strings"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/git/gitobj"
	"github.com/genesis-vcs/genesis/plumbing/git/oidmap"
	"github.com/genesis-vcs/genesis/refs"
)

// gitPrefix stands before the start of an id of Git.
const gitPrefix = "git:"

// minGitID is the least number of digits behind gitPrefix.
const minGitID = 4

// isGitID reports whether the text is a whole id of Git.
func isGitID(text string) bool { return len(text) == 2*gitobj.OIDSize && objects.IsHex(text) }

// resolveGit finds the commit or tag that came from Git, or went there, under an
// id that begins with the digits, which may be written large, as Git takes them too.
func resolveGit(ctx context.Context, db *refs.DB, text, digits string) (Rev, error) {
	digits = strings.ToLower(digits)
	if len(digits) < minGitID || len(digits) > 2*gitobj.OIDSize || !objects.IsHex(digits) {
		return Rev{}, &RevSyntaxError{Rev: text, Reason: "has no 4 to 40 hex digits behind git:"}
	}
	ids, err := oidmap.Open(ctx, db)
	if err != nil {
		return Rev{}, err
	}
	found, err := ids.WithPrefix(digits, maxCandidates)
	switch {
	case err != nil:
		return Rev{}, err
	case len(found) == 0:
		return Rev{}, &UnknownRevError{Rev: text}
	case len(found) > 1:
		e := &AmbiguousError{Rev: text}
		for _, p := range found {
			e.Candidates = append(e.Candidates, gitPrefix+p.OID.String())
		}
		return Rev{}, e
	}
	_, err = db.Store().Stat(ctx, found[0].ID)
	return Rev{ID: found[0].ID}, unknown(text, err)
}

// gitDigits returns what stands behind gitPrefix.
func gitDigits(base string) (string, bool) { return strings.CutPrefix(base, gitPrefix) }
