package memstore

import (
	"bytes"
	"context"
	"slices"

	"github.com/genesis-vcs/genesis/objects"
)

var _ objects.Derived = (*Store)(nil)

// derivedFile implements objects.DerivedFile.
type derivedFile struct{ *bytes.Reader }

func (derivedFile) Close() error { return nil }

// OpenDerived implements objects.Derived.
func (s *Store) OpenDerived(_ context.Context, name string) (objects.DerivedFile, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	data, ok := s.derived[name]
	if !ok {
		return nil, nil
	}
	return derivedFile{bytes.NewReader(data)}, nil
}

// SaveDerived implements objects.Derived.
func (s *Store) SaveDerived(_ context.Context, name string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.derived[name] = slices.Clone(data)
	return nil
}
