package objects

// JSON projects a structured object for people and agents: an ordered JSON
// object with the field names of the encoding. Hashes are hex; bytes that are
// not UTF-8 are percent-escaped and have a sibling "<field>_encoding":
// "percent"; people gain a derived "time" (RFC 3339, UTC); values of ref rows
// are hex.
func JSON(v Structured) ([]byte, error) { panic("todo") }
