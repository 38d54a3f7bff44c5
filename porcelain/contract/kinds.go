package contract

import "strings"

// Kind is the id of a command's result, for example genesis/store-put-v0.2.
type Kind string

// SchemaName is the name of the published schema of the kind's data, for example
// store-put-v0.2.
func (k Kind) SchemaName() string { return strings.TrimPrefix(string(k), "genesis/") }

// KindError is the kind of a failure that comes before a command's result.
const KindError Kind = "genesis/error-v0.2"

// KindRow binds a command (its words joined by blanks) to the kind of its
// result. Reserved rows belong to commands that are not built yet.
type KindRow struct {
	Command string
	Kind    Kind
}

// Kinds is the one table of kinds. The first part is the command contract's,
// letter by letter; the second part holds the commands that it does not list.
var Kinds = []KindRow{
	{"parse", "genesis/parse-v0.1"},
	{"fmt", "genesis/fmt-v0.2"},
	{"eval", "genesis/eval-v0.2"},
	{"explain", "genesis/explain-v0.2"},
	{"debug step", "genesis/debug-step-v0.1"},
	{"debug break", "genesis/debug-break-v0.1"},
	{"debug inspect", "genesis/debug-inspect-v0.1"},
	{"debug continue", "genesis/debug-continue-v0.1"},
	{"debug frames", "genesis/debug-frames-v0.1"},
	{"debug timeline", "genesis/debug-timeline-v0.1"},
	{"debug bisect", "genesis/debug-bisect-v0.1"},
	{"run", "genesis/run-v0.2"},
	{"replay", "genesis/replay-v0.2"},
	{"test", "genesis/test-v0.2"},
	{"pack", "genesis/pack-v0.2"},
	{"cli-schema", "genesis/cli-schema-v0.1"},
	{"agent-index", "genesis/agent-index-v0.1"},
	{"agent-index --search-symbol", "genesis/agent-symbol-search-v0.3"},
	{"agent-index --card", "genesis/agent-card-v0.3"},
	{"agent-plan", "genesis/agent-plan-v0.1"},
	{"bench *", "genesis/bench-v0.1"},
	{"warm", "genesis/warm-session-v0.2"},
	{"keygen", "genesis/keygen-v0.2"},
	{"sign", "genesis/sign-v0.2"},
	{"transparency-verify", "genesis/transparency-verify-v0.2"},
	{"typecheck", "genesis/typecheck-v0.2"},
	{"optimize", "genesis/optimize-v0.2"},
	{"semantic-edit index", "genesis/semantic-edit-index-v0.1"},
	{"semantic-edit workspace-graph", "genesis/semantic-edit-workspace-graph-v0.1"},
	{"semantic-edit refactor-plan", "genesis/semantic-edit-refactor-plan-v0.1"},
	{"semantic-edit apply-plan", "genesis/semantic-edit-apply-plan-v0.1"},
	{"apply-patch", "genesis/apply-patch-v0.2"},
	{"session begin", "genesis/agent-session-begin-v0.1"},
	{"session status", "genesis/agent-session-status-v0.1"},
	{"session stage", "genesis/agent-session-stage-v0.1"},
	{"session test", "genesis/agent-session-test-v0.1"},
	{"session apply", "genesis/agent-session-apply-v0.1"},
	{"session abort", "genesis/agent-session-abort-v0.1"},
	{"verify", "genesis/verify-v0.2"},
	{"selfhost-artifact", "genesis/selfhost-artifact-v0.2"},
	{"selfhost-dashboard", "genesis/selfhost-dashboard-v0.2"},
	{"store put", "genesis/store-put-v0.2"},
	{"store get", "genesis/store-get-v0.2"},
	{"store has", "genesis/store-has-v0.2"},
	{"store verify", "genesis/store-verify-v0.2"},
	{"refs get", "genesis/refs-get-v0.1"},
	{"refs list", "genesis/refs-list-v0.1"},
	{"refs set", "genesis/refs-set-v0.1"},
	{"refs delete", "genesis/refs-delete-v0.1"},
	{"commit new", "genesis/commit-new-v0.1"},
	{"commit show", "genesis/commit-show-v0.1"},
	{"policy list", "genesis/policy-list-v0.1"},
	{"policy show", "genesis/policy-show-v0.1"},
	{"policy set-default", "genesis/policy-set-default-v0.1"},
	{"sync pull", "genesis/sync-pull-v0.1"},
	{"sync push", "genesis/sync-push-v0.1"},
	{"gc plan", "genesis/gc-plan-v0.1"},
	{"gc run", "genesis/gc-run-v0.1"},
	{"gc pin", "genesis/gc-pin-v0.1"},
	{"gc unpin", "genesis/gc-unpin-v0.1"},
	{"gc purge", "genesis/gc-purge-v0.1"},
	{"vcs hash", "genesis/vcs-hash-v0.2"},
	{"vcs diff", "genesis/vcs-diff-v0.1"},
	{"vcs apply", "genesis/vcs-apply-v0.1"},
	{"vcs log", "genesis/vcs-log-v0.1"},
	{"vcs blame", "genesis/vcs-blame-v0.1"},
	{"vcs why", "genesis/vcs-why-v0.1"},
	{"vcs merge3", "genesis/vcs-merge3-v0.1"},
	{"vcs resolve-conflict", "genesis/vcs-resolve-conflict-v0.1"},

	{"agent-surface", "genesis/agent-surface-v0.1"},
	{"completion", "genesis/completion-v0.1"},
	{"git export", "genesis/git-export-v0.1"},
	{"git import", "genesis/git-import-v0.1"},
	{"git merge-driver", "genesis/git-merge-driver-v0.1"},
	{"help", "genesis/help-v0.1"},
	{"init", "genesis/init-v0.1"},
	{"man", "genesis/man-v0.1"},
	{"op log", "genesis/op-log-v0.1"},
	{"op redo", "genesis/op-redo-v0.1"},
	{"op restore", "genesis/op-restore-v0.1"},
	{"op show", "genesis/op-show-v0.1"},
	{"op undo", "genesis/op-undo-v0.1"},
	{"refs update", "genesis/refs-update-v0.1"},
	{"store batch", "genesis/store-batch-v0.1"},
	{"store cat-tree", "genesis/store-cat-tree-v0.1"},
	{"store ls", "genesis/store-ls-v0.1"},
	{"store optimize", "genesis/store-optimize-v0.1"},
	{"store repair", "genesis/store-repair-v0.1"},
	{"store stat", "genesis/store-stat-v0.1"},
	{"vcs branch", "genesis/vcs-branch-v0.1"},
	{"vcs checkout", "genesis/vcs-checkout-v0.1"},
	{"vcs merge", "genesis/vcs-merge-v0.1"},
	{"vcs snapshot", "genesis/vcs-snapshot-v0.1"},
	{"vcs status", "genesis/vcs-status-v0.1"},
	{"vcs switch", "genesis/vcs-switch-v0.1"},
	{"vcs tag", "genesis/vcs-tag-v0.1"},
	{"version", "genesis/version-v0.1"},
}

// KindOf returns the kind of the command with these words, for example
// KindOf("store", "put"). A command without a row is a bug and panics.
func KindOf(path ...string) Kind {
	command := strings.Join(path, " ")
	for _, row := range Kinds {
		if row.Command == command {
			return row.Kind
		}
	}
	panic("contract: no kind for the command " + command)
}
