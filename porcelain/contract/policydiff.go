package contract

// PolicyDiffSchema is the schema id of a proposal to change a policy.
const PolicyDiffSchema = "genesis/capability-policy-diff-v0.1"

// Denial is what a policy denied.
type Denial struct {
	Capability     string
	PolicyIdentity string // SHA-256 of the policy, in hexadecimal digits
}

// PolicyDiff proposes to allow a capability. It applies nothing: the policy stays
// as it is until someone reviewed and accepted a diff of its own.
type PolicyDiff struct {
	Schema             string `json:"schema" enum:"genesis/capability-policy-diff-v0.1"`
	Status             string `json:"status" enum:"proposal"`
	Operation          string `json:"operation" enum:"add-allow"`
	Capability         string `json:"capability" min:"1"`
	BasePolicyIdentity string `json:"base_policy_identity_sha256" pattern:"^[0-9a-f]{64}$"`
	RequiresReview     bool   `json:"requires_review" enum:"true"`
	AutoApply          bool   `json:"auto_apply" enum:"false"`
}

// proposal is the diff that would allow what was denied; nil when nothing was,
// or when the action is no review of a policy.
func (d *Denial) proposal(kind ActionKind) *PolicyDiff {
	if d == nil || kind != ActionPolicyReview {
		return nil
	}
	return &PolicyDiff{
		Schema:             PolicyDiffSchema,
		Status:             "proposal",
		Operation:          "add-allow",
		Capability:         d.Capability,
		BasePolicyIdentity: d.PolicyIdentity,
		RequiresReview:     true,
	}
}
