package packstore

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/zeebo/blake3"

	"github.com/genesis-vcs/genesis/objects"
)

// formatVersion is the layout of a store that this version reads and writes.
const formatVersion = 1

// formatFile is the content of format.toml. Its last line is a checksum of the
// lines above; every later format keeps that line, so that a flipped bit is
// never taken for a newer format.
type formatFile struct {
	Format   int       `toml:"format"`
	ID       string    `toml:"id"`
	Created  time.Time `toml:"created"`
	Checksum string    `toml:"checksum"`
}

const checksumKey = "checksum = "

func newFormatFile(now time.Time) []byte {
	var id [16]byte
	_, _ = rand.Read(id[:])
	b := fmt.Appendf(nil, "# Format of this store. Written once, do not edit.\nformat = %d\nid = %q\ncreated = %s\n",
		formatVersion, hex.EncodeToString(id[:]), now.UTC().Format(time.RFC3339))
	return fmt.Appendf(b, "%s%q\n", checksumKey, formatSum(b))
}

func formatSum(b []byte) string {
	sum := blake3.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// checkFormat reads format.toml. Errors: *NotStoreError, *FormatError,
// *UnreadableError, *objects.CorruptError.
func checkFormat(dir string) error {
	b, err := os.ReadFile(filepath.Join(dir, formatName))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return missingFormat(dir)
	}
	if err != nil {
		return faulty("format", formatName, err)
	}
	f, err := parseFormat(b)
	if err != nil {
		return faulty("format", formatName, err)
	}
	if f.Format != formatVersion {
		return &FormatError{Found: f.Format, Supported: formatVersion}
	}
	return nil
}

// missingFormat tells a directory that is no store from a store that lost its
// format record.
func missingFormat(dir string) error {
	files, err := os.ReadDir(filepath.Join(dir, packsName))
	if refused := unreadable("packs", packsName, err); refused != nil {
		return refused
	}
	if slices.ContainsFunc(files, func(f fs.DirEntry) bool { return strings.HasSuffix(f.Name(), packSuffix) }) {
		return &objects.CorruptError{What: "format", Path: formatName, Reason: "the file is missing"}
	}
	return &NotStoreError{Dir: dir}
}

func parseFormat(b []byte) (formatFile, error) {
	var f formatFile
	at := bytes.LastIndex(b, []byte(checksumKey))
	if at < 0 || string(b[at:]) != fmt.Sprintf("%s%q\n", checksumKey, formatSum(b[:at])) {
		return f, errors.New("the checksum does not match")
	}
	err := toml.Unmarshal(b, &f)
	return f, err
}
