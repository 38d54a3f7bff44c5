// Package startup finds out whether the process was started with a closed stdout.
//
// The Go runtime opens /dev/null on every standard descriptor that is closed,
// before any Go code runs, so a program written in Go cannot tell a stdout that
// was closed from a /dev/null that its caller meant. A caller that closed it
// would be told that all went well, and have no answer. So the process starts in
// a few instructions of our own, which ask the system about descriptor 1, note
// the answer, and go on to where the runtime starts.
//
// Guarantees: StdoutClosed is right in a program that was linked with Link, on
// Linux on amd64 and arm64. Everywhere else, and in a program that was built
// without the flag, it is false, and nothing else is different.
//
// Caveats: the instructions run before there is a stack, a thread or a signal
// handler of Go. They touch nothing but registers that the runtime does not
// expect anything in, and one variable.
package startup
