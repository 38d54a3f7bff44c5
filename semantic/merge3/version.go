package merge3

import "bytes"

// versionLen gives the length of the version that b begins with, 0 if it begins
// with none: three or more numbers joined by dots, or two behind a "v", with a
// suffix of words, numbers, dots, hyphens and plus signs, as in 1.2.0, v1.2,
// v0.1.6-0.20210802203754-9b21a8868e16, 5.0.0-next and 3.1.0.dev0. Two numbers
// without a "v" are as likely a decimal fraction.
func versionLen(b []byte) int {
	n, least := 0, 2
	if len(b) > 0 && b[0] == 'v' {
		n, least = 1, 1
	}
	dots := 0
	for {
		digits := digitsLen(b[n:])
		if digits == 0 {
			return 0
		}
		n += digits
		if n+1 >= len(b) || b[n] != '.' || !isDigit(b[n+1]) {
			break
		}
		dots++
		n++
	}
	if dots < least {
		return 0
	}
	n += suffixLen(b[n:])
	if n < len(b) && (b[n] == '_' || isAlnum(b[n])) {
		return 0
	}
	return n
}

// suffixLen is the length of a pre-release or build suffix, which does not end
// with a separator.
func suffixLen(b []byte) int {
	end := 0
	if len(b) == 0 || b[0] != '-' && b[0] != '+' && b[0] != '.' {
		return 0
	}
	for n := 1; n < len(b); n++ {
		switch {
		case isAlnum(b[n]):
			end = n + 1
		case b[n] != '.' && b[n] != '-' && b[n] != '+':
			return end
		}
	}
	return end
}

func digitsLen(b []byte) int {
	n := 0
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlnum(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// compareVersions orders versions by their numbers; a suffix after "-" comes
// before the version without one, and suffixes compare part by part, numbers
// below words.
func compareVersions(a, b []byte) int {
	numbersA, suffixA := splitVersion(a)
	numbersB, suffixB := splitVersion(b)
	if c := compareParts(numbersA, numbersB); c != 0 {
		return c
	}
	switch {
	case len(suffixA) == 0 && len(suffixB) == 0:
		return 0
	case len(suffixA) == 0:
		return 1
	case len(suffixB) == 0:
		return -1
	}
	return compareParts(suffixA, suffixB)
}

func splitVersion(v []byte) (numbers, suffix []byte) {
	v = bytes.TrimPrefix(v, []byte{'v'})
	if i := bytes.IndexByte(v, '+'); i >= 0 {
		v = v[:i]
	}
	n := digitsLen(v)
	for n+1 < len(v) && v[n] == '.' && isDigit(v[n+1]) {
		n += 1 + digitsLen(v[n+1:])
	}
	return v[:n], bytes.TrimLeft(v[n:], ".-")
}

func compareParts(a, b []byte) int {
	for len(a) > 0 && len(b) > 0 {
		var x, y []byte
		x, a = nextPart(a)
		y, b = nextPart(b)
		if c := comparePart(x, y); c != 0 {
			return c
		}
	}
	return len(a) - len(b)
}

func nextPart(v []byte) (part, rest []byte) {
	if i := bytes.IndexAny(v, ".-"); i >= 0 {
		return v[:i], v[i+1:]
	}
	return v, nil
}

func comparePart(a, b []byte) int {
	numericA, numericB := digitsLen(a) == len(a), digitsLen(b) == len(b)
	switch {
	case numericA && numericB:
		a, b = bytes.TrimLeft(a, "0"), bytes.TrimLeft(b, "0")
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return bytes.Compare(a, b)
	case numericA:
		return -1
	case numericB:
		return 1
	}
	return bytes.Compare(a, b)
}
