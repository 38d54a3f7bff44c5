package commitcmd

import (
	"testing"
	"time"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func TestDatesAreRFC3339(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-02T03:04:05Z":        "2026-01-02T03:04:05Z",
		"2026-01-02t03:04:05z":        "2026-01-02T03:04:05Z",
		"2026-01-02T03:04:05.5+23:59": "2026-01-02T03:04:05+23:59",
		"2026-01-02t03:04:05-05:30":   "2026-01-02T03:04:05-05:30",
	} {
		if got, err := parseDate(text); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05-23:60", "2026-01-02T03:04:05+99:99",
		"2026-01-02T03:04:05", "2026-01-02", "2026-01-02T3:04:05Z", "2026-01-02T03:04:05,5Z",
		"2026-01-02T24:00:00Z", "2026-02-30T00:00:00Z", "2026-01-02 03:04:05Z", " 2026-01-02T03:04:05Z",
	} {
		if got, err := parseDate(text); !contract.Is(err, "commit/bad-date") {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}
