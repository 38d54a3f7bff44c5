package render

import (
	"fmt"
	"strings"
)

// Bytes writes a number of bytes for a person, in binary units: "0 B",
// "999 B", "1.4 MiB".
func Bytes(n uint64) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	const units = "KMGTPE"
	value, unit := float64(n)/1024, 0
	for value >= 999.95 && unit < len(units)-1 { // it would be rounded to four digits
		value /= 1024
		unit++
	}
	return fmt.Sprintf("%.1f %ciB", value, units[unit])
}

// Count writes a number with its noun: "1 file", "2 files".
func Count[N int | uint64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		noun = stem + "ie"
	} else if strings.HasSuffix(noun, "ch") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
