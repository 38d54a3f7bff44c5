package commitcmd

import (
	"testing"

	"github.com/genesis-vcs/genesis/objects"
	"github.com/genesis-vcs/genesis/plumbing/history"
	"github.com/genesis-vcs/genesis/porcelain/contract"
)

// A commit is shown with the fields, the names and the order that `store get`
// shows it with.
func TestShowIsTheJSONOfTheCommit(t *testing.T) {
	id := func(text string) objects.ID { return objects.Sum(objects.KindBlob, []byte(text)) }
	person := objects.Person{Name: "Ada\xff", Email: "ada@example.org", Seconds: 1, Zone: "+0100", Agent: "helper"}
	full := &objects.Commit{
		Parents: []objects.ID{id("p"), id("q")}, Snapshot: id("s"), Author: person,
		Committer: objects.Person{Name: "Grace", Email: "g%@\xff", Seconds: 1 << 60, Zone: "\xff"},
		Message:   "a <b> & c\xff\n", Encoding: "latin-1",
		Extra: []objects.Header{{Name: "gpgsig", Value: "\xffsigned"}, {Name: "x", Value: ""}},
		Base:  id("b"), Patch: id("d"), Target: &objects.Target{Kind: "module", ID: "core"}, Why: "so",
		Obligations: []string{"a", "b"}, Evidence: []objects.ID{id("e")}, Session: "s1",
	}
	for _, c := range []*objects.Commit{full, {Snapshot: id("s"), Author: person, Committer: person, Message: "m\n"}} {
		stored, err := objects.JSON(c)
		if err != nil {
			t.Fatal(err)
		}
		got, err := contract.EncodeJSON(showOf(history.Commit{ID: id("c"), Commit: c}))
		if err != nil {
			t.Fatal(err)
		}
		if want := `{"commit":"` + id("c").String() + `",` + string(stored[1:]); string(got) != want {
			t.Errorf("shown  %s\nstored %s", got, want)
		}
	}
}
