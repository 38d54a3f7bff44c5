package shape

// Fitted is a document that was made to fit.
type Fitted struct {
	Document []byte // with its line feed
	Dropped  int    // entries of the list that were dropped
	Cut      int    // entries of the list that were kept and shortened
	Changed  bool   // anything was shortened or dropped, inside or outside of the list
}

// Fit makes an envelope (one line with its line feed) at most limit bytes long.
// It drops entries of the list at the path from the end first, then shortens
// the texts at the content paths (relative to the document, each list that a
// path meets is gone through), then drops entries of other lists of data, error
// and diagnostics, the longest first, then shortens other long texts that are
// no ids. A document that fits is returned as it is.
func Fit(document []byte, list []string, content [][]string, limit int) (Fitted, error) {
	panic("shape: not built")
}

// Patch replaces the values of existing fields of a document, each named by its
// path with dots; what does not exist stays away.
func Patch(document []byte, values map[string]any) ([]byte, error) {
	panic("shape: not built")
}
