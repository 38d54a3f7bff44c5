// Package cli is the frame of a command: flags, output modes, signals, time
// limits and the one place where results and faults become output.
//
// A family package returns Command values whose Run works with an Env and
// returns a Result or an error. Everything else happens here, the same way for
// every command: Run resolves the command, parses flags and arguments, runs
// the command under the signals and the time limit, and answers with one
// envelope, with a stream of records, or with text for a person.
//
// Glossary:
//
//   - A result is the data of a command; its JSON is the envelope's data.
//   - Records are the entries of the one List that a result may have. A command
//     adds them as it finds them, and the flags on records decide about each:
//     filter, selection, limit, budget.
//   - Content are texts of any length in a result: fields with the tag
//     `cut:"content"`, which --truncate-content shortens.
//   - The shape of an answer is what these flags make of it. Package shape has
//     the rules; the files shapes, shaper and document apply them.
//   - The terminal record is the last line of --ndjson: the envelope, in which a
//     count stands for the list of records.
//   - A Node describes a command as data. Help, manual pages, completions, the
//     reference and the descriptions for programs are made from it.
//
// Guarantees:
//
//   - With --json, stdout carries exactly one JSON object and one line feed,
//     whatever happened: success, refusal, bad flag, panic, signal, time limit.
//     With --ndjson it carries one object a line, and the last one is the
//     envelope. stderr stays empty unless --progress asks for something there.
//   - Nothing of a command follows its answer, also when it could not be stopped.
//   - A flag that a command cannot honor is refused, never ignored.
//   - The exit status is the one of the fault's row.
//   - A command that is interrupted and succeeds all the same has published,
//     and its success is reported. Its records go out when it has.
//
// Caveats: a panic in a goroutine that a library started cannot be caught; the
// Go runtime then ends the process with SIGABRT (134 in a shell). A stdout that
// was closed before the start is reported where package startup knows of it.
package cli
