// Package objects defines the identities, the kinds and the canonical
// encoding of everything that a store holds, and the Store interface.
package objects
