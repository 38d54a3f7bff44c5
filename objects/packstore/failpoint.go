package packstore

import "sync/atomic"

// Point names a place in the code right before a durable step, where tests
// stop the process or make the step fail.
type Point string

// The failpoints, in the order in which a publication passes them.
const (
	PointCreate        Point = "create"         // before the format record of a new store
	PointStageCreate   Point = "stage-create"   // before a temporary pack is created
	PointStageWrite    Point = "stage-write"    // before a buffer of records is written
	PointStageSync     Point = "stage-sync"     // before the records are synced, outside of the lock
	PointFooterWrite   Point = "footer-write"   // before operation, view and footer are written
	PointFooterSync    Point = "footer-sync"    // before they are synced
	PointRename        Point = "rename"         // before the pack gets its name
	PointDirSync       Point = "dir-sync"       // before the directory is synced
	PointCatalogOpen   Point = "catalog-open"   // before the catalog is opened for writing
	PointCatalogCommit Point = "catalog-commit" // before the transaction of the catalog
	PointSlotWrite     Point = "slot-write"     // after it, before a slot is written
	PointSlotSync      Point = "slot-sync"      // before the slot is synced
	PointCatalogClose  Point = "catalog-close"  // before the catalog is closed
	PointDropDelete    Point = "drop-delete"    // before the file of a merged pack is deleted
	PointRecover       Point = "recover"        // before a lost tail of the catalog is replayed
	PointRebuildSwap   Point = "rebuild-swap"   // before a rebuilt catalog takes the old one's place
	PointRebuildSlots  Point = "rebuild-slots"  // after it, before the slots are written
	PointSpace         Point = "space"          // when the free space is asked for
)

// Points lists every failpoint.
var Points = []Point{
	PointCreate, PointStageCreate, PointStageWrite, PointStageSync, PointFooterWrite, PointFooterSync,
	PointRename, PointDirSync, PointCatalogOpen, PointCatalogCommit, PointSlotWrite, PointSlotSync,
	PointCatalogClose, PointDropDelete, PointRecover, PointRebuildSwap, PointRebuildSlots, PointSpace,
}

var failHook atomic.Pointer[func(Point) error]

// SetFailpoints makes every passage of a failpoint call hook, for tests. An
// error of the hook is the error of the step; a hook that ends the process is a
// crash. It returns a function that takes the hook away. Nil costs one load.
func SetFailpoints(hook func(Point) error) (restore func()) {
	old := failHook.Swap(&hook)
	return func() { failHook.Store(old) }
}

func reach(p Point) error {
	if hook := failHook.Load(); hook != nil {
		return (*hook)(p)
	}
	return nil
}
