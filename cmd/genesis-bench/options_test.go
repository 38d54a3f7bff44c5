package main

import (
	"io"
	"strings"
	"testing"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]uint64{"4096": 4096, "64KiB": 64 << 10, "512MiB": 512 << 20, "8GiB": 8 << 30} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "GiB", "2GB", "-1", "1.5GiB", "99999999999GiB", "18446744073709551616"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

func TestParseOptions(t *testing.T) {
	opts, err := parseOptions([]string{"-sets", "floor,batch", "--size", "8GiB", "--without", "restic"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !opts.wants("batch") || opts.wants("tree") || opts.Size != 8<<30 || !opts.without("restic") || opts.without("git") {
		t.Errorf("%+v", opts)
	}
	for args, want := range map[string]string{
		"-sets tree,speed": `no set "speed"`,
		"-json -markdown":  "exclude",
		"-rounds 0":        "at least 1",
		"-puts 19":         "at least 20",
		"-size 10":         "at least 1MiB",
		"-size big":        "not a size",
		"tree":             "unexpected argument",
		"-fast":            "not defined",
	} {
		if _, err := parseOptions(strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}
