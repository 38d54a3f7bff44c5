package gitobj

import "github.com/genesis-vcs/genesis/objects"

// RawHeader is the foreign header that keeps the bytes of a commit or tag that
// the fields cannot hold.
const RawHeader = "genesis-git-raw"

// CommitBody is a commit of Git.
type CommitBody struct {
	Tree    OID
	Parents []OID
	// Fields has all the rest; its Parents and Snapshot are not set.
	Fields objects.Commit
}

// ParseCommit reads the body of a commit. Only a body without a tree, or with
// ids that are none, is an error: what else is odd is kept in RawHeader.
func ParseCommit(body []byte) (*CommitBody, error) { panic("not built") }

// Encode returns the body. Fields of our own (agent, why, …) become headers
// whose names begin with "genesis-", which ParseCommit reads back.
func (c *CommitBody) Encode() []byte { panic("not built") }

// TagBody is an annotated tag of Git.
type TagBody struct {
	Target OID
	Type   Type // of the target
	// Fields has all the rest; its Target and TargetKind are not set.
	Fields objects.Tag
}

// ParseTag reads the body of a tag, by the same rules as ParseCommit.
func ParseTag(body []byte) (*TagBody, error) { panic("not built") }

// Encode returns the body.
func (t *TagBody) Encode() []byte { panic("not built") }
