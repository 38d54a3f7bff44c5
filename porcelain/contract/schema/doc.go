// Package schema makes the published JSON Schemas (2020-12) from the Go types
// of the results and of the envelope. The generator and tests use it; the binary
// carries only what it made.
//
// What a schema says comes from the type, so that the two cannot disagree:
//
//   - a struct is closed: no other property;
//   - a field without omitempty or omitzero is required. One with it is never
//     empty when it is there: a text has a character, a list with omitempty an
//     element, a switch is true;
//   - a pointer without omitempty may be null; a list never is;
//   - an int counts something and a float64 is a ratio: neither is negative. An
//     int64 may be;
//   - a field of the name "time" is RFC 3339 in UTC, and one that ends in
//     "_encoding" says "percent", unless the field has a tag;
//   - the tag enum:"a,b" lists the values of a text or of a switch, pattern:"…"
//     gives a regular expression, min:"1" the least number, or how long a text or
//     a list is at least, schemas:"a,b" the published schemas of which a value of
//     any type meets one, and jsonschema:"…" a description.
//
// A list of records is in a document of --json; in the terminal record of
// --ndjson its count stands for it. A schema accepts exactly one of the two. The
// schema of a record is $defs/record.
package schema
