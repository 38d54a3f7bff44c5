package cli

import (
	"slices"

	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// ofEvery are the statuses that any command may end with: those of a process, and
// where -C leads to no directory or to a link without an end.
var ofEvery = [...]contract.Status{
	contract.OK, contract.Internal, contract.Usage, contract.Refused, contract.NotFound, contract.IO, contract.Timeout,
	contract.Interrupted, contract.Crashed, contract.BrokenPipe, contract.Terminated,
}

// ofOpening are those that a command may end with before its own work, because it
// looks for a workspace and opens the store.
var ofOpening = [...]contract.Status{contract.Parse, contract.Denied, contract.Verification, contract.Busy}

// endsWith reports whether the command may end with the status.
func (c *Command) endsWith(status contract.Status) bool {
	return slices.Contains(ofEvery[:], status) || !c.NoStore && slices.Contains(ofOpening[:], status) || slices.Contains(c.Exits, status)
}

// exits lists the statuses that the command may end with, in the order of the
// table.
func (c *Command) exits() []contract.ExitRow {
	return exitRows(c.endsWith)
}

func exitRows(with func(contract.Status) bool) []contract.ExitRow {
	var rows []contract.ExitRow
	for _, row := range contract.Exits {
		if with(row.Status) {
			rows = append(rows, row)
		}
	}
	return rows
}

// exitsBelow lists the statuses of any of the nodes.
func exitsBelow(nodes []*Node) []contract.ExitRow {
	return exitRows(func(status contract.Status) bool {
		return slices.ContainsFunc(nodes, func(n *Node) bool {
			return slices.ContainsFunc(n.Exits, func(row contract.ExitRow) bool { return row.Status == status })
		})
	})
}

// MayEndWith reports whether the command that a command line is for declares that
// it may end with the status. Lines for no command are those of the help.
func MayEndWith(line []string, status contract.Status, families ...Family) (command string, ok bool) {
	t := newTree(new(globals), commandsOf(families))
	c := helpCommand()
	if _, help := t.helpWords(line); !help {
		node, _ := t.resolve(line)
		if found := t.commands[node]; found != nil {
			c = found
		}
	}
	return c.name(), c.endsWith(status)
}
