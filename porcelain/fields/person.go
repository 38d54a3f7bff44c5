package fields

import (
	"time"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/workspace"
)

// Person is who did something and when, in the order of fields of
// objects.JSON. Time is absent for a year that RFC 3339 cannot write.
type Person struct {
	Name          string `json:"name"`
	NameEncoding  string `json:"name_encoding,omitempty"`
	Email         string `json:"email"`
	EmailEncoding string `json:"email_encoding,omitempty"`
	Seconds       int64  `json:"seconds"`
	Time          string `json:"time,omitempty"`
	Zone          string `json:"zone"`
	ZoneEncoding  string `json:"zone_encoding,omitempty"`
	Agent         string `json:"agent,omitempty"`
}

// PersonOf makes the fields of a person.
func PersonOf(p objects.Person) Person {
	out := Person{Seconds: p.Seconds, Agent: p.Agent}
	if year := time.Unix(p.Seconds, 0).UTC().Year(); year >= 0 && year <= 9999 {
		out.Time = Time(p.Seconds)
	}
	out.Name, out.NameEncoding = Encode(string(p.Name))
	out.Email, out.EmailEncoding = Encode(string(p.Email))
	out.Zone, out.ZoneEncoding = Encode(string(p.Zone))
	return out
}

// Signature is a person who does something at a time.
func Signature(id workspace.Identity, t time.Time, agent string) objects.Person {
	return objects.Person{
		Name: objects.Bytes(id.Name), Email: objects.Bytes(id.Email),
		Seconds: t.Unix(), Zone: objects.Bytes(t.Format("-0700")), Agent: agent,
	}
}

// Time writes seconds since 1970 as RFC 3339 in UTC.
func Time(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }

// LocalTime writes when a person did something, on that person's clock, for
// people: "2026-11-30 14:05 +0100".
func LocalTime(p objects.Person) string {
	return time.Unix(p.Seconds, 0).In(location(string(p.Zone))).Format("2006-01-02 15:04 -0700")
}

// location reads a zone as Git writes it; what is not one counts as UTC.
func location(zone string) *time.Location {
	t, err := time.Parse("-0700", zone)
	if err != nil {
		return time.UTC
	}
	_, offset := t.Zone()
	return time.FixedZone("", offset)
}
