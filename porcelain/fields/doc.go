// Package fields holds the parts that the results of several command families
// share: paths and other bytes as JSON text, the operation that a change made,
// people, and sizes for human output.
//
// JSON output is lossless: bytes that are not UTF-8 are percent-escaped, and
// then a sibling field "<name>_encoding" says "percent".
package fields
