package helpcmd

import (
	"context"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func manCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"man"},
		Short: "Print the manual page of genesis or of a command",
		Long: `Prints the manual page in the language of the program man, which shows it:

  genesis man vcs log | man -l -`,
		Example: "  genesis man vcs log > genesis-vcs-log.1",
		Args: []cli.Arg{
			{Name: "COMMAND", Optional: true, Repeat: true, Help: "the words of the command; genesis itself without it"},
		},
		Raw:     cli.HumanText,
		Exits:   []contract.Status{},
		NoStore: true,
		Run: func(_ context.Context, env *cli.Env, args []string) (cli.Result, error) {
			manual, err := env.Manual(args)
			if err == nil {
				_, err = env.Stdout.Write(ManPage(manual))
			}
			return nil, err
		},
	}
}
