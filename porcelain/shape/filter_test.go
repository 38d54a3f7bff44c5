package shape

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

const filterRecord = `{"hash":"8f3a","kind":"blob","size":12345678901234567890,"small":7,"tags":["a","b"],"none":null,"off":false}`

// keeps compiles and runs an expression.
func keeps(t *testing.T, expression string) (bool, error) {
	t.Helper()
	f, err := ParseFilter(expression)
	if err != nil {
		return false, err
	}
	return f.Keep(t.Context(), []byte(filterRecord))
}

func TestFilterIsAPredicate(t *testing.T) {
	for expression, want := range map[string]bool{
		`.kind == "blob"`:                   true,
		`select(.kind == "blob")`:           true,
		`select(.kind == "tree")`:           false,
		`.kind == "tree"`:                   false,
		`.`:                                 true,
		`.none`:                             false,
		`.off`:                              false,
		`.missing`:                          false,
		`empty`:                             false,
		`0`:                                 true,
		`""`:                                true,
		`false, null, 1`:                    true,
		`.tags[] | select(. == "b")`:        true,
		`.tags | any(. == "c")`:             false,
		`.size == 12345678901234567890`:     true,
		`.size == 12345678901234567891`:     false, // as floating-point numbers they are equal
		`.size > 12345678901234567889`:      true,
		`.size + 1 == 12345678901234567891`: true,
		`.kind | test("^b.*b$")`:            true,
		`(.missing // "x") == "x"`:          true,
		`(try error("x") catch .) == "x"`:   true,
		`repeat(1)`:                         true, // the first value decides
		`true, error("not looked at")`:      true,
		`"1970" == (0 | strftime("%Y"))`:    true,
		`def f(x): x; f(.small) == 7`:       true,

		// What has a limit does the same as without one.
		`[(1, 2) * (3, 4)] == [3, 6, 4, 8]`:                      true,
		`2 + 3 * 4 == 14`:                                        true,
		`def f: 7; f * 2 == 14`:                                  true,
		`"\("ab" * 2)-" == "abab-"`:                              true,
		`2 * "ab" == "abab"`:                                     true,
		`"ab" * 0 | length == 0`:                                 true,
		`({a: 1} * {b: 2}) == {a: 1, b: 2}`:                      true,
		`(.small |= . * 2 | .small) == 14`:                       true,
		`(.small *= 3 | .small) == 21`:                           true,
		`def _multiply(l; r): 0; 2 * 3 == 6`:                     true,
		`(.tags | join(", ")) == "a, b"`:                         true,
		`[.tags | join("-", "+")] == ["a-b", "a+b"]`:             true,
		`([1, null, "x"] | join("/")) == "1//x"`:                 true,
		`("a" * 16777216 | length) == 16777216`:                  true,
		`([range(17)] | join("a" * 900000)) | length > 14000000`: true,
	} {
		if got, err := keeps(t, expression); err != nil || got != want {
			t.Errorf("%s: %v, %v", expression, got, err)
		}
	}
}

// What a filter says depends on the record alone.
func TestFilterSeesTheRecordAlone(t *testing.T) {
	for expression, reason := range map[string]string{
		`env.HOME == null`:               "environment",
		`$ENV.HOME == null`:              "environment",
		`"\($ENV.HOME)" == ""`:           "environment",
		`[.tags[] | {a: env}]`:           "environment",
		`input`:                          "one record",
		`[inputs] | length > 0`:          "one record",
		`now | localtime`:                "time zone",
		`0 | strflocaltime("%H")`:        "time zone",
		`import "a" as a; a::f`:          "modules",
		`include "a"; f`:                 "modules",
		`import "/etc/passwd" as $x; $x`: "modules",
		`input_filename`:                 "not defined",
		`debug`:                          "not defined",
		`stderr`:                         "not defined",
		`get_search_list`:                "not defined",
		`$__prog_args`:                   "not defined",
		`"x" | modulemeta`:               "",
	} {
		_, err := keeps(t, expression)
		e, ok := errors.AsType[*FilterError](err)
		if !ok || !strings.Contains(e.Reason, reason) {
			t.Errorf("%s: %v", expression, err)
		}
	}
}

func TestBadFilters(t *testing.T) {
	for _, expression := range []string{
		"", "  \n", ".kind ==", "select(", "nosuch(1)", "$x", ".kind = ", "\"", ".[", "\x00", "\xff", "break $x",
		strings.Repeat("(", maxExpression+1), strings.Repeat("(", maxExpression), strings.Repeat("[", maxExpression),
	} {
		_, err := ParseFilter(expression)
		e, ok := errors.AsType[*FilterError](err)
		if !ok || e.Running {
			t.Fatalf("%.20q: %v", expression, err)
		}
		checkReason(t, e)
	}
}

func checkReason(t *testing.T, e *FilterError) {
	t.Helper()
	if e.Reason == "" || len(e.Reason) > maxReason+len("…") || strings.IndexFunc(e.Reason, unicode.IsControl) >= 0 || !utf8.ValidString(e.Reason) {
		t.Errorf("reason %q", e.Reason)
	}
}

func TestFiltersThatFail(t *testing.T) {
	for expression, reason := range map[string]string{
		`.kind.x`:                           "string",
		`error("at /home/ann/x\u001b[31m")`: "at x",
		`error(null)`:                       "",
		`error({a: 1})`:                     "a",
		`halt`:                              "halts with exit status 0",
		`"bye" | halt_error`:                "halts with exit status 5",
		`{} | halt_error(9)`:                "halts with exit status 9",
		`try halt catch true`:               "halts",
		`range(1e9) | false`:                "more than 10000 values",
		`repeat(null)`:                      "more than 10000 values",
		`last(range(1e12))`:                 "steps",
		`[range(1e12)]`:                     "steps",
		`def f: f; f`:                       "steps",
		`def f: 1 + f; f`:                   "steps",
		`until(false; .)`:                   "steps",
		`error("` + strings.Repeat("é", 500) + `")`: "éé",
	} {
		_, err := keeps(t, expression)
		e, ok := errors.AsType[*FilterError](err)
		if !ok || !e.Running || !strings.Contains(e.Reason, reason) || strings.Contains(e.Reason, "/home") {
			t.Errorf("%.40s: %v", expression, err)
			continue
		}
		checkReason(t, e)
	}
}

// A filter that goes on for ever ends with the context, and says so as the
// context does.
func TestFilterEndsWithTheContext(t *testing.T) {
	f, err := ParseFilter(`last(range(1e12))`)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := f.Keep(ctx, []byte(filterRecord)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestFilterOfARecordThatIsNone(t *testing.T) {
	f, err := ParseFilter(`.`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Keep(t.Context(), []byte(`{`)); err == nil {
		t.Error("kept")
	}
}

func FuzzFilter(f *testing.F) {
	for _, expression := range []string{`.`, `.a.b[0]?`, `select(.kind == "blob") | .size > 10`, `reduce .[] as $x (0; . + $x)`, `"\(.a)"`, `try error catch .`, `[limit(3; repeat(1))]`, `def f(g): g | g; f(.a)`, `$ENV`, `@base64 "x\(.)"`, `{a: 1, "b": [2]} | to_entries`} {
		f.Add(expression)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		if len(expression) > 256 {
			return // long ones are slow, not different
		}
		filter, err := ParseFilter(expression)
		if err != nil {
			checkReason(t, err.(*FilterError))
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err = filter.Keep(ctx, []byte(filterRecord))
		if e, ok := errors.AsType[*FilterError](err); ok {
			checkReason(t, e)
		} else if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v", err)
		}
	})
}
