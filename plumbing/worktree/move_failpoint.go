package worktree

// point is a place in a move at which a test can stop the process, make time
// pass or change files: before and after each step that lasts.
type point string

// The points, in the order in which a move passes them.
const (
	beforeSave    point = "beforeSave" // the objects that save what is overwritten
	afterSave     point = "afterSave"
	beforeJournal point = "beforeJournal"
	afterSync     point = "afterJournalSync" // the journal's temporary file is on the disk
	afterJournal  point = "afterJournal"
	beforeRemove  point = "beforeRemove" // one file or directory
	afterRemove   point = "afterRemove"
	beforeWrite   point = "beforeWrite" // one file, directory or symlink
	beforeRename  point = "beforeRename"
	afterWrite    point = "afterWrite"
	beforeCommit  point = "beforeCommit"
	afterCommit   point = "afterCommit"
	beforeEnd     point = "beforeEnd" // the journal goes
	afterEnd      point = "afterEnd"
)

// onPoint is nil but in tests.
var onPoint func(point)

func failpoint(p point) {
	if onPoint != nil {
		onPoint(p)
	}
}
