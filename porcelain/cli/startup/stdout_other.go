//go:build !linux || !(amd64 || arm64)

package startup

// Link is the flag with which `go build -ldflags` makes a program start here:
// none, because it cannot on this platform.
const Link = ""

// StdoutClosed is not known on this platform.
func StdoutClosed() bool { return false }
