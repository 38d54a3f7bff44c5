// Package cli is the frame of a command: flags, output modes, signals, time
// limits and the one place where results and faults become output.
//
// A family package returns Command values whose Run works with an Env and
// returns a Result or an error. Everything else happens here, the same way for
// every command: Run resolves the command, parses flags and arguments, runs
// the command under the signals and the time limit, and answers with one
// envelope or with text for a person.
//
// Guarantees:
//
//   - With --json, stdout carries exactly one JSON object and one line feed,
//     whatever happened: success, refusal, bad flag, panic, signal, time limit.
//     stderr stays empty unless --progress asks for something there.
//   - A flag that a command cannot honor is refused, never ignored.
//   - The exit status is the one of the fault's row.
//   - A command that is interrupted and succeeds all the same has published,
//     and its success is reported.
//
// Caveats: a panic in a goroutine that a library started cannot be caught; the
// Go runtime then ends the process with SIGABRT (134 in a shell). A stdout that
// was closed before the start is /dev/null to a Go program.
package cli
