package helpcmd

import (
	"bytes"
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/genesis-vcs/genesis/porcelain/cli"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

func completionCommand() *cli.Command {
	return &cli.Command{
		Path:  []string{"completion"},
		Short: "Print the completion script of a shell",
		Long: `Prints a script that lets the shell complete the commands of genesis, their
flags, and the names of branches, tags, refs and operations. The script asks the
program each time, so it need not be made anew after an update.

  bash        in ~/.bashrc: source <(genesis completion bash)
  zsh         in a directory of $fpath, as a file with the name _genesis
  fish        in ~/.config/fish/completions, as genesis.fish
  powershell  in the profile:
              genesis completion powershell | Out-String | Invoke-Expression`,
		Example: "  genesis completion bash > genesis.bash",
		Args: []cli.Arg{
			{Name: "SHELL", Values: []string{"bash", "zsh", "fish", "powershell"}, Help: "the shell that reads the script"},
		},
		Raw:     cli.ShellScript,
		Exits:   []contract.Status{},
		NoStore: true,
		Run: func(_ context.Context, env *cli.Env, args []string) (cli.Result, error) {
			script, err := completionScript(args[0])
			if err == nil {
				_, err = env.Stdout.Write(script)
			}
			return nil, err
		},
	}
}

// completionScript is the script of the shell. It depends on nothing but the
// name of the program.
func completionScript(shell string) ([]byte, error) {
	root := &cobra.Command{Use: "genesis"}
	write := map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}[shell]
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return nil, err
	}
	if shell != "bash" {
		return b.Bytes(), nil
	}
	script := strings.ReplaceAll(b.String(), "_filedir", "__genesis_filedir")
	return []byte(script + bashAlone), nil
}

// bashAlone replaces what the script for bash takes from the package
// bash-completion where that is not loaded.
const bashAlone = `
# What the package bash-completion does, where it is not loaded: the words of
# the line, put together again where bash split them at "=" and ":".
__genesis_init_completion()
{
    COMPREPLY=()
    words=()
    local rest=$COMP_LINE blanks word i j=-1
    for ((i = 0; i <= COMP_CWORD; i++)); do
        blanks=${rest%%[![:space:]]*}
        word=${COMP_WORDS[i]}
        rest=${rest#"$blanks"}
        rest=${rest#"$word"}
        if [[ $j -ge 0 && -z $blanks && ( $word == [=:]* || ${words[j]} == *[=:] ) ]]; then
            words[j]+=$word
        else
            words[++j]=$word
        fi
    done
    cword=$j
    cur=${words[j]}
    prev=
    if ((j > 0)); then
        prev=${words[j-1]}
    fi
}

__genesis_filedir()
{
    if declare -F _filedir >/dev/null 2>&1; then
        _filedir "$@"
        return
    fi
    compopt -o filenames 2>/dev/null
    local name
    while IFS= read -r name; do
        COMPREPLY+=("$name")
    done < <(compgen "${1:--f}" -- "$cur")
}
`
