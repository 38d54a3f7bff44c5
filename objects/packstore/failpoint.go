package packstore

import "sync/atomic"

// point names a place in the code right before a durable step, where tests
// stop the process or make the step fail.
type point string

// The failpoints, in the order in which a publication passes them.
const (
	pointCreate         point = "create"          // before each step of making a store, the format record last
	pointStageCreate    point = "stage-create"    // before a temporary pack is created
	pointStageWrite     point = "stage-write"     // before a buffer of records is written
	pointStageSync      point = "stage-sync"      // before the records are synced, outside of the lock
	pointFooterWrite    point = "footer-write"    // before operation, view and footer are written
	pointFooterSync     point = "footer-sync"     // before they are synced
	pointRename         point = "rename"          // before the pack gets its name
	pointDirSync        point = "dir-sync"        // before the directory is synced
	pointCatalogOpen    point = "catalog-open"    // before the catalog is opened for writing
	pointCatalogCommit  point = "catalog-commit"  // before the transaction of the catalog
	pointSlotWrite      point = "slot-write"      // after it, before a slot is written
	pointSlotSync       point = "slot-sync"       // before the slot is synced
	pointCatalogClose   point = "catalog-close"   // before the catalog is closed
	pointDropDelete     point = "drop-delete"     // before the file of a merged pack is deleted
	pointRecover        point = "recover"         // before a lost tail of the catalog is replayed
	pointRebuildSwap    point = "rebuild-swap"    // before a rebuilt catalog takes the old one's place
	pointRebuildSlots   point = "rebuild-slots"   // after it, before the slots are written
	pointOptimizeCheck  point = "optimize-check"  // before an optimized pack is read back
	pointOptimizeCommit point = "optimize-commit" // before it becomes live, or old packs go
	pointAccess         point = "access"          // when it is asked whether a file may be written
	pointSpace          point = "space"           // when the free space is asked for
)

var failHook atomic.Pointer[func(point) error]

// setFailpoints makes every passage of a failpoint call hook, for tests. An
// error of the hook is the error of the step; a hook that ends the process is a
// crash. It returns a function that takes the hook away. Nil costs one load.
func setFailpoints(hook func(point) error) (restore func()) {
	old := failHook.Swap(&hook)
	return func() { failHook.Store(old) }
}

func reach(p point) error {
	if hook := failHook.Load(); hook != nil {
		return (*hook)(p)
	}
	return nil
}
