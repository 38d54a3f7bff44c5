package objects

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"unicode/utf8"
)

// scan checks that data is one item of the subset of CBOR that structured
// objects are made of, in core-deterministic form (RFC 8949 §4.2.1): integers,
// byte strings, UTF-8 text, lists, and maps with ascending text keys; every
// head in its shortest form. It reads each byte once, keeps nothing, and its
// depth is bounded.
func scan(data []byte) error {
	rest, err := scanItem(data, 0)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return fmt.Errorf("%d trailing bytes", len(rest))
	}
	return nil
}

// The major types of CBOR.
const (
	majorUint = iota
	majorNegative
	majorBytes
	majorText
	majorList
	majorMap
)

var errCut = errors.New("the encoding ends too early")

// scanHead reads a head: the major type and its argument.
func scanHead(data []byte) (major byte, arg uint64, rest []byte, err error) {
	if len(data) == 0 {
		return 0, 0, nil, errCut
	}
	major, low := data[0]>>5, data[0]&0x1f
	data = data[1:]
	if major > majorMap {
		return 0, 0, nil, errors.New("a tag, a float or a simple value")
	}
	if low < 24 {
		return major, uint64(low), data, nil
	}
	if low > 27 {
		return 0, 0, nil, errors.New("an indefinite or reserved length")
	}
	width := 1 << (low - 24)
	if len(data) < width {
		return 0, 0, nil, errCut
	}
	var wide [8]byte
	copy(wide[8-width:], data)
	arg = binary.BigEndian.Uint64(wide[:])
	if arg < 24 || width > 1 && arg>>(4*width) == 0 {
		return 0, 0, nil, errors.New("an integer that is not in its shortest form")
	}
	return major, arg, data[width:], nil
}

func scanItem(data []byte, depth int) (rest []byte, err error) {
	if depth > maxDepth {
		return nil, errors.New("nested too deeply")
	}
	major, arg, rest, err := scanHead(data)
	if err != nil {
		return nil, err
	}
	switch major {
	case majorUint, majorNegative:
		return rest, nil
	case majorBytes, majorText:
		if arg > uint64(len(rest)) {
			return nil, errCut
		}
		if major == majorText && !utf8.Valid(rest[:arg]) {
			return nil, errors.New("text that is not UTF-8")
		}
		return rest[arg:], nil
	case majorList:
		for ; arg > 0; arg-- {
			if rest, err = scanItem(rest, depth+1); err != nil {
				return nil, err
			}
		}
		return rest, nil
	default:
		return scanMap(rest, arg, depth)
	}
}

func scanMap(rest []byte, pairs uint64, depth int) ([]byte, error) {
	var last []byte
	for ; pairs > 0; pairs-- {
		start := rest
		major, length, text, err := scanHead(rest)
		switch {
		case err != nil:
			return nil, err
		case major != majorText:
			return nil, errors.New("a map key that is not text")
		case length > uint64(len(text)):
			return nil, errCut
		}
		rest = text[length:]
		key := start[:len(start)-len(rest)]
		if !utf8.Valid(text[:length]) {
			return nil, errors.New("text that is not UTF-8")
		}
		if last != nil && bytes.Compare(last, key) >= 0 {
			return nil, fmt.Errorf("field %q is out of order or there twice", text[:length])
		}
		last = key
		if rest, err = scanItem(rest, depth+1); err != nil {
			return nil, err
		}
	}
	return rest, nil
}
