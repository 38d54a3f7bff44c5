//go:build race

package testscripts

// raceDetector: the binary has it when the tests have it, so that its own
// goroutines are watched, too. A race ends a run with another exit status and a
// text that no command prints.
const raceDetector = true
