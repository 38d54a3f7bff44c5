package objects

import "fmt"

// Person is who did something and when, in that person's time zone.
type Person struct {
	Name  Bytes `cbor:"name"`
	Email Bytes `cbor:"email"`
	// Seconds since 1970-01-01 UTC; Zone as Git writes it ("+0100").
	Seconds int64 `cbor:"seconds"`
	Zone    Bytes `cbor:"zone"`
	// Agent names the program that acted for the person; optional.
	Agent string `cbor:"agent,omitempty"`
}

// Header is a foreign header that is kept as found, in order.
type Header struct {
	Name  Bytes `cbor:"name"`
	Value Bytes `cbor:"value"`
}

// check accepts any bytes: names with odd characters are in Git's histories.
func (p *Person) check(field string) error {
	for _, b := range []Bytes{p.Name, p.Email, p.Zone} {
		if err := checkLength(field, len(b)); err != nil {
			return err
		}
	}
	return checkText(field, p.Agent)
}

func checkHeaders(extra []Header) error {
	if err := checkCount("extra", len(extra), MaxHeaders); err != nil {
		return err
	}
	for _, h := range extra {
		if h.Name == "" || len(h.Name) > MaxName {
			return fmt.Errorf("extra: a header name of %d bytes", len(h.Name))
		}
	}
	return nil
}
