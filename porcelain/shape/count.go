package shape

// CountList puts a number of another name in place of a field at the top of an
// object.
func CountList(object []byte, field, countField string, count int) ([]byte, error) {
	panic("shape: not built")
}
