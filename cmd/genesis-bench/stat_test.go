package main

import (
	"math"
	"testing"
)

func TestSummarize(t *testing.T) {
	for name, test := range map[string]struct {
		values []float64
		want   Stat
	}{
		"none":      {nil, Stat{}},
		"one":       {[]float64{7}, Stat{1, 7, 7, 7}},
		"odd":       {[]float64{9, 1, 5}, Stat{3, 5, 1, 9}},
		"even":      {[]float64{4, 1, 2, 100}, Stat{4, 3, 1, 100}},
		"duplicate": {[]float64{2, 2, 2, 8}, Stat{4, 2, 2, 8}},
	} {
		if got := summarize(test.values); got != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
	values := []float64{3, 1, 2}
	summarize(values)
	if values[0] != 3 {
		t.Error("the order of the caller's values changed")
	}
}

func TestRatio(t *testing.T) {
	if got := ratio(1, 4); got != 0.25 {
		t.Errorf("1/4 = %v", got)
	}
	if got := ratio(1, 0); got != 0 || math.IsInf(got, 0) {
		t.Errorf("a rival that took no time gives %v", got)
	}
}
