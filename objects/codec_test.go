package objects

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTripOfEveryKind(t *testing.T) {
	seen := map[Kind]int{}
	for _, want := range samples() {
		seen[want.Kind()]++
		data, err := Encode(want)
		if err != nil {
			t.Fatalf("Encode(%+v): %v", want, err)
		}
		got, err := Decode(want.Kind(), data)
		if err != nil {
			t.Fatalf("Decode(%x): %v", data, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: decoded differs:\n%s", want.Kind(), diff)
		}
		if err := CheckCanonical(want.Kind(), data); err != nil {
			t.Errorf("CheckCanonical: %v", err)
		}
	}
	for _, kind := range Kinds {
		if kind.Structured() && seen[kind] < 2 {
			t.Errorf("samples lacks objects of kind %s", kind)
		}
	}
}

func wantMalformed(t *testing.T, err error) {
	t.Helper()
	var e *EncodingError
	if !errors.As(err, &e) || e.Reason == "" {
		t.Errorf("error is %v (%T), want an EncodingError with a reason", err, err)
	}
}
