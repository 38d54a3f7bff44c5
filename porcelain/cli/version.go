package cli

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/genesis-vcs/genesis/porcelain/contract"
	"github.com/genesis-vcs/genesis/porcelain/render"
)

// versionResult is the data of `version`.
type versionResult struct {
	Version  string  `json:"version" min:"1"`
	Commit   string  `json:"commit" min:"1"`
	Platform string  `json:"platform" pattern:"^[a-z0-9]+/[a-z0-9]+$"`
	Formats  formats `json:"formats"`
}

// formats are the versions of what outlives a process.
type formats struct {
	Store      int    `json:"store"`
	Diagnostic string `json:"diagnostic_catalog" pattern:"^[0-9]+\\.[0-9]+\\.[0-9]+$"`
}

// storeFormat is the format of the stores that this build writes.
const storeFormat = 1

// Human implements Result.
func (r *versionResult) Human(p *render.Printer) {
	p.Linef("genesis %s (%s, %s, store format %d)", r.Version, r.Commit, r.Platform, r.Formats.Store)
}

// versionCommand is `genesis version`, also reached by --version.
func versionCommand() *Command {
	return &Command{
		Path:    []string{"version"},
		Short:   "Print the version of genesis and of its formats",
		Example: "  genesis version --json",
		Data:    []Result{(*versionResult)(nil)},
		Exits:   []contract.Status{},
		NoStore: true,
		Run: func(context.Context, *Env, []string) (Result, error) {
			return buildVersion(), nil
		},
	}
}

// Version is the version of this build, as `genesis --version` prints it.
func Version() string { return buildVersion().Version }

// buildVersion reads what the linker recorded.
func buildVersion() *versionResult {
	r := &versionResult{
		Version:  "devel",
		Commit:   "unknown",
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Formats:  formats{Store: storeFormat, Diagnostic: contract.CatalogVersion},
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return r
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		r.Version = v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			r.Commit = s.Value
		}
	}
	return r
}
