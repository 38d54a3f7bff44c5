package objects

import (
	"fmt"
	"unicode/utf8"
)

// first returns the first error of a list of checks.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkUTF8 refuses text that has no encoding.
func checkUTF8(field, s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("%s is not UTF-8", field)
	}
	return nil
}

// checkText applies the rules of every short text: UTF-8 within MaxName.
func checkText(field string, texts ...string) error {
	for _, s := range texts {
		if err := first(checkUTF8(field, s), checkLength(field, len(s))); err != nil {
			return err
		}
	}
	return nil
}

// checkLength refuses more than MaxName bytes.
func checkLength(field string, n int) error {
	if n > MaxName {
		return fmt.Errorf("%s has %d bytes, over the cap of %d", field, n, MaxName)
	}
	return nil
}

func checkCount(field string, n, limit int) error {
	if n > limit {
		return fmt.Errorf("%s has %d elements, over the cap of %d", field, n, limit)
	}
	return nil
}

// checkSet refuses what is not strictly ascending.
func checkSet[T any](field string, list []T, compare func(a, b T) int) error {
	for i := 1; i < len(list); i++ {
		if compare(list[i-1], list[i]) >= 0 {
			return fmt.Errorf("%s is not sorted and unique", field)
		}
	}
	return nil
}

// checkIDs refuses what is not a set of at most limit ids.
func checkIDs(field string, ids []ID, limit int) error {
	if len(ids) > 0 && ids[0].IsZero() {
		return fmt.Errorf("%s holds the zero id", field)
	}
	return first(checkCount(field, len(ids), limit), checkSet(field, ids, ID.Compare))
}
