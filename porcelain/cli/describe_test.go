package cli

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/spf13/pflag"
)

// described is a family whose command shows what a declaration can say.
func described() []*Command {
	var text, choice string
	var many []string
	return []*Command{{
		Path:       []string{"vcs", "log"},
		Alias:      "log",
		Short:      "List",
		Mutates:    true,
		LimitAlias: "max",
		Args: []Arg{
			{Name: "WHEN", Values: []string{"now", "then"}, Help: "the time"},
			{Name: "OLD-PATH", Optional: true, Repeat: true, AfterDash: true, Help: "the paths"},
		},
		Flags: func(fs *pflag.FlagSet) {
			fs.StringVarP(&text, "some-text", "t", "x", "a `TEXT`")
			fs.StringArrayVar(&many, "every", nil, "each `ONE`")
			fs.StringVar(&choice, "all", "", "nothing quoted")
		},
	}}
}

func TestDescribeAnOption(t *testing.T) {
	node := Describe(described).Find("vcs", "log")
	var names []string
	for _, o := range node.Options {
		names = append(names, o.Name)
	}
	if want := []string{"all", "every", "max", "some_text", "when", "old_path"}; !slices.Equal(names, want) {
		t.Fatalf("the options are %q, want flags by name, then arguments in their order: %q", names, want)
	}
	for i, want := range map[int]string{
		1: `{"name":"every","long":"every","short":null,"help":"each ONE","required":false,"global":false,"positional":false,` +
			`"value_names":["ONE"],"default_values":[],"allowed_values":[],"action":"append","value_type":"string","multiple":true,"min_values":1,"max_values":1}`,
		3: `{"name":"some_text","long":"some-text","short":"t","help":"a TEXT","required":false,"global":false,"positional":false,` +
			`"value_names":["TEXT"],"default_values":["x"],"allowed_values":[],"action":"set","value_type":"string","multiple":false,"min_values":1,"max_values":1}`,
		4: `{"name":"when","long":null,"short":null,"help":"the time","required":true,"global":false,"positional":true,` +
			`"value_names":["WHEN"],"default_values":[],"allowed_values":["now","then"],"action":"set","value_type":"string","multiple":false,"min_values":1,"max_values":1}`,
		5: `{"name":"old_path","long":null,"short":null,"help":"after --: the paths","required":false,"global":false,"positional":true,` +
			`"value_names":["OLD-PATH"],"default_values":[],"allowed_values":[],"action":"append","value_type":"string","multiple":true,"min_values":0,"max_values":null}`,
	} {
		got, err := json.Marshal(node.Options[i])
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("option %d is\n%s, want\n%s", i, got, want)
		}
	}
}

func TestDescribeTheTree(t *testing.T) {
	root := Describe(described)
	var words []string
	for _, n := range root.Commands() {
		words = append(words, n.Words())
	}
	if want := []string{"help", "vcs log", "version"}; !slices.Equal(words, want) {
		t.Errorf("the commands are %q, want %q: an alias is none", words, want)
	}
	group := root.Find("vcs")
	if group.Runnable() || group.About != "Work with the files of a workspace and their history" {
		t.Errorf("the group is %+v", group)
	}
	leaf := root.Find("vcs", "log")
	if leaf.Alias != "log" || leaf.Usage != "genesis vcs log [flags] WHEN [-- OLD-PATH...]" || !leaf.Command.Mutates {
		t.Errorf("the command is %+v", leaf)
	}
	if honors := leaf.Command.Honors; !slices.Contains(honors, "dry-run") || slices.Contains(honors, "filter") {
		t.Errorf("the command honors %q", honors)
	}
	if root.Find("vcs", "nothing") != nil {
		t.Error("a word that does not exist was found")
	}
	for _, o := range root.Options {
		if !o.Global {
			t.Errorf("the option %s of the root is not global", o.Name)
		}
	}
}
