package cli

import (
	"testing"

	"github.com/spf13/pflag"
)

func TestNumbersAreDecimal(t *testing.T) {
	for text, want := range map[string]int{"0": 0, "1": 1, "10": 10, "-3": -3, "9223372036854775807": 1<<63 - 1} {
		if got, err := ParseDecimal(text); got != want || err != nil {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "010", "0x10", "0b1", "0o7", "1_000", "+1", "-0", "-01", " 1", "1 ", "1e3", "1.0", "9223372036854775808", "٣"} {
		fs := pflag.NewFlagSet("x", pflag.ContinueOnError)
		var n int
		Int(fs, &n, "limit", 7, "a `N`")
		fault := flagError(fs.Parse([]string{"--limit=" + text}), "x")
		if fault.Code != "usage/bad-argument" || fault.Message != "The value of --limit is no decimal number" || fault.Facts["value"] != text {
			t.Errorf("%q: %s, %v", text, fault.Message, fault.Facts)
		}
	}
}
