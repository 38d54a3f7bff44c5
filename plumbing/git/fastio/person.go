package fastio

import (
	"errors"
	"strconv"
	"strings"
)

// Errors of CheckPerson.
var (
	errPersonForm = errors.New("it is not NAME <EMAIL> SECONDS ZONE")
	errPersonDate = errors.New("its date is not in the raw format, SECONDS ZONE")
)

// CheckPerson checks what stands behind author, committer or tagger, by the rules of
// git fast-import. It returns the text with the blank that is always there when the
// name is missing, and whether the zone is one that only the date format
// raw-permissive has.
func CheckPerson(text string) (_ string, oddZone bool, err error) {
	if strings.HasPrefix(text, "<") {
		text = " " + text
	}
	name, rest, ok := strings.Cut(text, "<")
	if !ok || strings.ContainsAny(name, ">\x00\n") || !strings.HasSuffix(name, " ") {
		return text, false, errPersonForm
	}
	email, date, ok := strings.Cut(rest, ">")
	if !ok || strings.ContainsAny(email, "<\x00\n") {
		return text, false, errPersonForm
	}
	if date, ok = strings.CutPrefix(date, " "); !ok {
		return text, false, errPersonForm
	}
	oddZone, ok = checkDate(date)
	if !ok {
		return text, false, errPersonDate
	}
	return text, oddZone, nil
}

// maxZone is the greatest zone of the format raw, ±1400.
const maxZone = 1400

// checkDate reads SECONDS and a ZONE. Seconds before 1970 are negative.
func checkDate(date string) (oddZone, ok bool) {
	seconds, zone, _ := strings.Cut(date, " ")
	if _, err := strconv.ParseUint(strings.TrimPrefix(seconds, "-"), 10, 64); err != nil {
		return false, false
	}
	if zone == "" || zone[0] != '+' && zone[0] != '-' {
		return false, false
	}
	n, err := strconv.ParseUint(zone[1:], 10, 64)
	return n > maxZone, err == nil
}
