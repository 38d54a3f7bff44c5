package agentcmd

import (
	"cmp"
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// exitCode is an exit status with what leads to it.
type exitCode struct {
	Code       contract.Status `json:"code"`
	Name       string          `json:"name"`
	ErrorClass contract.Class  `json:"error_class"`
	Retryable  bool            `json:"retryable"`
	Source     string          `json:"source" enum:"error-variant,process"`
}

// processStatuses are those that a process ends with whatever the command does.
var processStatuses = [...]contract.Status{
	contract.OK, contract.Timeout, contract.Interrupted, contract.Crashed, contract.BrokenPipe, contract.Terminated,
}

// exitCodes has a row for each fault of the registry and for each status of a
// process, by status, then by name.
func exitCodes() []exitCode {
	var rows []exitCode
	for _, f := range contract.Faults() {
		rows = append(rows, exitCode{f.Exit, f.Code, f.Class(), f.Retryable, "error-variant"})
	}
	for _, status := range processStatuses {
		row := status.Row()
		class := row.Class
		if class == "" { // of a success, which is nobody's to repeat
			class = contract.Permanent
		}
		rows = append(rows, exitCode{status, row.Name, class, false, "process"})
	}
	slices.SortFunc(rows, func(a, b exitCode) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Name, b.Name))
	})
	return rows
}
