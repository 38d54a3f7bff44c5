// Package memstore is an objects.Store in memory, for tests and for work that
// must leave no trace. It checks everything that a store on disk checks
// (canonical form, expectations, guards, hashes on every read) and forgets
// everything when it is dropped.
package memstore
