package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// userFile is how reports name the user's configuration, without the path of
// the user's home.
const userFile = "genesis/config.toml"

// Config is the merged configuration: user file below workspace file.
type Config struct {
	AuthorName, AuthorEmail string
	Safe                    []string // only from the user file
	Excludes                string   // ignore file of the user
}

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
	file, err := decodeFile(host.UserConfig, userFile, &text)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for i, dir := range text.Safe {
		text.Safe[i] = expandHome(dir, host.Home)
		if !filepath.IsAbs(text.Safe[i]) {
			return file.fault("safe", fmt.Sprintf("safe directory %q is not absolute", dir))
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
	file, err := decodeFile(filepath.Join(ws.Meta(), configFile), name, &text)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	// Whoever could write here would otherwise vouch for itself.
	if text.Safe != nil {
		return file.fault("safe", "only the user's own configuration may list safe directories")
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
