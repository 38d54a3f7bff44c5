package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// maxConfig is the greatest size of a configuration file, in bytes: a file that
// is larger is no configuration.
const maxConfig = 1 << 20

// userFile is how reports name the user's configuration, without the path of
// the user's home.
const userFile = "genesis/config.toml"

// Config is the merged configuration: user file below workspace file.
type Config struct {
	AuthorName, AuthorEmail string
	Safe                    []string // only from the user file
	Excludes                string   // ignore file of the user
}

// ConfigError reports a configuration file that cannot be used. File is a name
// that is free of the user's own paths; Line is 1-based, 0 when unknown.
type ConfigError struct {
	File   string
	Line   int
	Reason string
}

func (e *ConfigError) Error() string { return e.File + ": " + e.Reason }

// configText is what a configuration file may say.
type configText struct {
	Safe     []string   `toml:"safe"`
	Excludes string     `toml:"excludes"`
	Author   authorText `toml:"author"`
}

type authorText struct {
	Name  string `toml:"name"`
	Email string `toml:"email"`
}

// LoadConfig reads the user's file and, if ws is not nil, the workspace's
// config.toml. Neither has to exist. *ConfigError names file and line of what
// does not parse. The user's ignore file is the one that "excludes" names, else
// the file "ignore" beside the user's config.toml when it exists.
func LoadConfig(ctx context.Context, host Host, ws *Workspace) (Config, error) {
	if err := ctx.Err(); err != nil {
		return Config{}, err
	}
	var cfg Config
	if err := cfg.addUser(host); err != nil {
		return Config{}, err
	}
	if ws == nil || ws.ID == "" {
		return cfg, nil
	}
	return cfg, cfg.addWorkspace(ws, host.Home)
}

func (c *Config) addUser(host Host) error {
	if host.UserConfig == "" {
		return nil
	}
	var text configText
	if err := decodeFile(host.UserConfig, userFile, &text); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for i, dir := range text.Safe {
		text.Safe[i] = expandHome(dir, host.Home)
		if !filepath.IsAbs(text.Safe[i]) {
			return &ConfigError{File: userFile, Reason: fmt.Sprintf("safe directory %q is not absolute", dir)}
		}
	}
	c.Safe = text.Safe
	dir := filepath.Dir(host.UserConfig)
	if text.Excludes == "" {
		if _, err := os.Stat(filepath.Join(dir, "ignore")); err == nil {
			text.Excludes = "ignore"
		}
	}
	c.merge(text, dir, host.Home)
	return nil
}

func (c *Config) addWorkspace(ws *Workspace, home string) error {
	var text configText
	name := MetaDir + "/" + configFile
	err := decodeFile(filepath.Join(ws.Meta(), configFile), name, &text)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	// Whoever could write here would otherwise vouch for itself.
	if text.Safe != nil {
		return &ConfigError{File: name, Reason: "only the user's own configuration may list safe directories"}
	}
	c.merge(text, ws.Meta(), home)
	return nil
}

// merge lays what a file says over what is there; relative paths are relative
// to the file's directory.
func (c *Config) merge(text configText, dir, home string) {
	if text.Author.Name != "" {
		c.AuthorName = text.Author.Name
	}
	if text.Author.Email != "" {
		c.AuthorEmail = text.Author.Email
	}
	if text.Excludes == "" {
		return
	}
	c.Excludes = expandHome(text.Excludes, home)
	if !filepath.IsAbs(c.Excludes) {
		c.Excludes = filepath.Join(dir, c.Excludes)
	}
}

func expandHome(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return path
}

// decodeFile reads a TOML file strictly: unknown keys are refused. name is how
// a *ConfigError calls the file.
func decodeFile(path, name string, into any) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return err
	}
	if len(data) > maxConfig {
		return &ConfigError{File: name, Reason: "is larger than 1 MiB"}
	}
	return decodeTOML(data, name, into)
}

func decodeTOML(data []byte, name string, into any) error {
	dec := toml.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		return nil
	}
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		first := unknown.Errors[0]
		row, _ := first.Position()
		return &ConfigError{File: name, Line: row, Reason: "unknown key " + strings.Join(first.Key(), ".")}
	}
	var bad *toml.DecodeError
	if errors.As(err, &bad) {
		row, _ := bad.Position()
		return &ConfigError{File: name, Line: row, Reason: strings.TrimPrefix(bad.Error(), "toml: ")}
	}
	return &ConfigError{File: name, Reason: err.Error()}
}
