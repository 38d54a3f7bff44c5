package fields

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

func TestInputGivesEverything(t *testing.T) {
	for _, size := range []int{0, 1, inputBuffer - 1, inputBuffer, 5*inputBuffer + 17} {
		want := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		for name, r := range map[string]io.Reader{
			"whole":  bytes.NewReader(want),
			"halves": iotest.HalfReader(bytes.NewReader(want)),
			"late":   iotest.DataErrReader(bytes.NewReader(want)),
		} {
			got, err := io.ReadAll(Input(t.Context(), r))
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s of %d bytes: got %d, %v", name, size, len(got), err)
			}
		}
	}
}

func TestInputPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	in := Input(t.Context(), io.MultiReader(bytes.NewReader([]byte("abc")), iotest.ErrReader(broken)))
	got, err := io.ReadAll(in)
	if string(got) != "abc" || !errors.Is(err, broken) {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := in.Read(make([]byte, 1)); !errors.Is(err, broken) {
		t.Errorf("the second time: %v", err)
	}
}

// A stream that never says anything ends with the context.
func TestInputEndsWithTheContext(t *testing.T) {
	silent, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	in := Input(ctx, silent)
	cancel()
	if _, err := in.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
