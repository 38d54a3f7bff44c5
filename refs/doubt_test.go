package refs

import "testing"

// TestHeadInDoubt: HEAD without a commit is the truth when an operation left it so
// and nothing that came later is lost.
func TestHeadInDoubt(t *testing.T) {
	const newBranch Name = "refs/heads/new"
	goOnto := func(s *story, name Name) {
		tx := s.db.Begin("vcs switch")
		tx.SetHead(Head{Branch: name})
		mustCommit(s.T, tx)
	}
	repaired := func(s *story) {
		tx := s.db.Begin(VerbRepair)
		tx.Set("refs/heads/restored", s.commits[0], Missing())
		mustCommit(s.T, tx)
	}
	for name, c := range map[string]struct {
		arrange func(s *story)
		branch  Name
		want    bool
	}{
		"new branch": {func(s *story) { s.move(0); goOnto(s, newBranch); s.move(1) }, newBranch, false},
		"removed branch": {func(s *story) {
			goOnto(s, storyBranch)
			s.move(0)
			tx := s.db.Begin("refs delete")
			tx.Delete(storyBranch, Expect{})
			mustCommit(s.T, tx)
		}, storyBranch, false},
		"damage below":         {func(s *story) { s.store.Damage(s.move(0)); goOnto(s, newBranch) }, newBranch, false},
		"damage above":         {func(s *story) { goOnto(s, newBranch); s.store.Damage(s.move(0)); s.move(1) }, newBranch, true},
		"a repair below":       {func(s *story) { repaired(s); goOnto(s, newBranch) }, newBranch, false},
		"a repair above":       {func(s *story) { goOnto(s, newBranch); repaired(s); s.move(1) }, newBranch, true},
		"nobody went there":    {func(s *story) { s.move(0) }, newBranch, true},
		"HEAD was never set":   {func(s *story) { s.move(0) }, "", true},
		"no operation is left": {func(*story) {}, newBranch, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			c.arrange(s)
			if got, err := s.db.HeadInDoubt(t.Context(), Head{Branch: c.branch}); err != nil || got != c.want {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
			if got, err := inWorkspace(s.db, "").HeadInDoubt(t.Context(), Head{}); err != nil || got {
				t.Errorf("without a workspace: %v, %v", got, err)
			}
		})
	}
}
