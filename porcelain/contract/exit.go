package contract

// Class says what a caller can do about a failure.
type Class string

// The classes of failures.
const (
	Permanent    Class = "permanent"
	Conflict     Class = "conflict"
	Precondition Class = "precondition_failed"
	Transient    Class = "transient"
)

// Status is an exit status of the process. Each one means one thing.
type Status int

// The exit statuses.
const (
	OK           Status = 0
	Internal     Status = 1
	Usage        Status = 2
	Conflicted   Status = 3
	Parse        Status = 10
	Format       Status = 11
	Refused      Status = 20
	Obligation   Status = 30
	Replay       Status = 40
	Denied       Status = 41
	NotFound     Status = 44
	Verification Status = 50
	IO           Status = 70
	Busy         Status = 75
	Timeout      Status = 124
	Interrupted  Status = 130
	Crashed      Status = 134
	BrokenPipe   Status = 141
	Terminated   Status = 143
)

// ExitRow describes an exit status.
type ExitRow struct {
	Status Status
	Name   string
	Class  Class // empty for ok
	When   string
}

// Exits is the table of exit statuses. Help, catalog and documentation are
// made from it.
var Exits = []ExitRow{
	{OK, "ok", "", "the command did what it was asked to do"},
	{Internal, "internal", Permanent, "a bug of genesis"},
	{Usage, "usage", Permanent, "unknown flag, missing or bad argument"},
	{Conflicted, "conflict", Conflict, "merge conflict, lost expectation, stale base, non-fast-forward"},
	{Parse, "parse", Permanent, "input that does not parse or validate"},
	{Format, "format", Precondition, "a format check found differences"},
	{Refused, "refused", Precondition, "a precondition of the operation does not hold"},
	{Obligation, "obligation", Precondition, "a check or an obligation failed"},
	{Replay, "replay", Conflict, "a replay did not match"},
	{Denied, "denied", Precondition, "a capability or a policy denied it"},
	{NotFound, "not-found", Precondition, "a named object, ref, path or session does not exist"},
	{Verification, "verification", Precondition, "integrity or signature verification failed"},
	{IO, "io", Transient, "file system or network"},
	{Busy, "busy", Transient, "the store or the workspace is held; retry"},
	{Timeout, "timeout", Permanent, "--timeout passed"},
	{Interrupted, "interrupted", Permanent, "SIGINT"},
	{Crashed, "crashed", Permanent, "the Go runtime gave up; nothing could be reported"},
	{BrokenPipe, "broken-pipe", Permanent, "the reader of stdout went away"},
	{Terminated, "interrupted", Permanent, "SIGTERM"},
}

// Row returns the table's row of the status.
func (s Status) Row() ExitRow {
	for _, row := range Exits {
		if row.Status == s {
			return row
		}
	}
	panic("contract: exit status without a row")
}
