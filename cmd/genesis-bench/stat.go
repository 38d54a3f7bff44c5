package main

import "slices"

// Stat sums up the repetitions of one measurement.
type Stat struct {
	N      int     `json:"n"`
	Median float64 `json:"median"`
	Min    float64 `json:"min"`
	Max    float64 `json:"max"`
}

// summarize returns the Stat of the values; without any it is the zero Stat.
func summarize(values []float64) Stat {
	if len(values) == 0 {
		return Stat{}
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	median := sorted[n/2]
	if n%2 == 0 {
		median = (sorted[n/2-1] + sorted[n/2]) / 2
	}
	return Stat{N: n, Median: median, Min: sorted[0], Max: sorted[n-1]}
}

// exactly is the Stat of a value that was counted, not measured.
func exactly(value float64) Stat { return Stat{N: 1, Median: value, Min: value, Max: value} }

// ratio is a / b, or 0 where there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
