package objects

import "errors"

// Snapshot is a whole tree with its totals.
type Snapshot struct {
	Root ID `cbor:"root"`
	// Files counts files and symlinks, Bytes sums the sizes of files.
	Files   uint64       `cbor:"files"`
	Bytes   uint64       `cbor:"bytes"`
	Package *PackageInfo `cbor:"package,omitempty"`
}

// PackageInfo names the package whose tree a snapshot is.
type PackageInfo struct {
	Name     string `cbor:"name"`
	Version  string `cbor:"version"`
	Manifest ID     `cbor:"manifest"`
}

// Kind implements Structured.
func (*Snapshot) Kind() Kind { return KindSnapshot }

func (s *Snapshot) check() error {
	if s.Root.IsZero() {
		return errors.New("no root")
	}
	p := s.Package
	if p == nil {
		return nil
	}
	if p.Name == "" || p.Manifest.IsZero() {
		return errors.New("a package without a name or a manifest")
	}
	return checkText("package", p.Name, p.Version)
}

func (s *Snapshot) marshal() ([]byte, error)    { return marshal(s) }
func (s *Snapshot) unmarshal(data []byte) error { return unmarshal(data, s) }
