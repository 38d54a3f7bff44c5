// Package refs gives names to objects and keeps the history of every change,
// so that each can be taken back.
//
// # Glossary
//
//   - A ref is a full name with the identity of an object: refs/heads/main.
//   - A branch is a ref under refs/heads; it names a commit.
//   - HEAD says where one workspace stands: on a branch or on a commit. Every
//     workspace has its own, also when several share a store.
//   - A pin keeps an object from being collected.
//   - A row is a ref, a HEAD, a pin, a setting or a remote's mark as the store
//     keeps it: a space, a name and a value.
//   - An operation is the record of one transaction: who changed which rows
//     from what to what. Operations form one chain, newest first.
//   - A reversal is what undo, redo and restore do: rows go back to values that
//     operations recorded. A reversal is itself an operation.
//
// # Guarantees
//
// A transaction changes all of its rows, together with the objects of its
// stage and the operation that records it, or none of them; what Commit
// acknowledged survives power loss. Between the reading of a row and its
// change nothing slips in: every row that a transaction looked at is published
// with the value that was seen, and a name that it creates is published with a
// guard against refs above and below it. So of several writers who state the
// same expectation exactly one wins, and of two that create "a" and "a/b"
// exactly one wins.
//
// A lost race is of one of two sorts. If the caller stated what a row must
// hold (Expect, or the plan of a reversal) and it holds something else, the
// decision is the caller's: the transaction fails with *ConflictError or
// *UndoConflictError, and nothing is tried again. If the caller stated nothing,
// the transaction reads the rows, asks the policy and tries again, at most
// MaxAttempts times; then it fails with *ContendedError. A retry is invisible:
// the objects of the stage are published once, with the attempt that wins.
//
// # Caveats
//
// Lists of refs and of operations without a limit are held in memory. A stage
// that is given to Commit has ended when Commit returns, whatever it returns.
package refs
