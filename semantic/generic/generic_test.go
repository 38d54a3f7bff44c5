package generic_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/genesis-vcs/genesis/semantic"
	"github.com/genesis-vcs/genesis/semantic/generic"
	"github.com/genesis-vcs/genesis/semantic/semantictest"
)

func language(t testing.TB, file string) generic.Language {
	t.Helper()
	l, ok := generic.ForFile(file)
	if !ok {
		t.Fatalf("no language for %s", file)
	}
	return l
}

func parse(t testing.TB, file, content string) *semantic.Document {
	t.Helper()
	doc, err := language(t, file).Parse([]byte(content))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	if err := semantictest.Check(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	if err := semantictest.CheckLines(doc); err != nil {
		t.Fatalf("%v in:\n%s", err, content)
	}
	return doc
}

func TestUnits(t *testing.T) {
	for _, test := range []struct{ name, file, content, want string }{
		{"python", "a.py", `#!/usr/bin/env python
# A license.

"""What it is for."""
from __future__ import annotations
import os
from typing import (
    Any,
    List as L,
)

LIMIT: int = 3
x.y = [
  1,
]
# says what f does
@decorate(
    1)
async def f(a,
      b): # odd
    if a:
        return """
not indented
"""
class C(B):
    field = 1

    @property
    def g(self): return 1
    class D:
        def h(self):
            pass
# before the else
try:
    f()
except E:
    pass
else:
    g()
`, `statement 3-4
imports 5-5
  import __future__ 5-5
imports set 6-10
  import os 6-6
  import typing set 7-10
    name Any 8-8
    name List as L 9-9
var LIMIT 11-12
var x.y 13-15
func f 16-24
class C 25-32
  field field 26-26
  method g 27-29
  class D 30-32
    method h 31-32
statement 33-39
`},
		{"imports of one module", "a.py", "import a\nfrom b import c\nfrom b import d\nfrom e import *\nimport f\n", `imports set 1-3
  import a 1-1
  import from b import c 2-2
  import from b import d 3-3
imports 4-4
  import e 4-4
imports set 5-5
  import f 5-5
`},
		{"javascript", "a.js", "import a, { b } from './a'\nimport {\n  c,\n  d as e\n} from \"cd\";\nimport 'effects'\n\nconst fs = require('fs');\n" + `
// What f is.
export default async function f(x) {
  return /[/"']/.test(x) ? ` + "`a ${x + `}` + '}'} ${\n x}`" + ` : x / 2 / 1
}
exports.y = {
  a: 1
}
class A extends B {
  #x = 1
  static async *[Symbol.iterator]() { yield 1 }
  get y() { return 1 }

  z(a,
    b) {
  }
}
describe('the thing', () => {
  it("works", f)
})
let p = q
  .then(f)
if (p) {
  f()
}
else g()
`, `imports set 1-5
  import ./a 1-1
  import cd set 2-5
    name c 3-3
    name d as e 4-4
imports 6-6
  import effects 6-6
imports set 7-8
  import fs 7-8
func f 9-14
var exports.y 15-17
class A 18-26
  field #x 19-19
  statement 20-20
  method y 21-21
  method z 22-25
call describe the thing 27-29
var p 30-31
statement 32-35
`},
		{"typescript", "a.ts", `import type { A } from "a"
@Component({
  selector: "x",
})
export class C<T extends A> implements I {
  constructor(private readonly a: string) {}
  private b?: Map<string, () => void>
  abstract c(): void
}
export interface I extends J {
  a: string;
  b?(x: number): string
}
type U =
  | "a"
  | "b"
export enum E {
  A = 1,
  "B-C",
}
declare module "m" {
  const x: number;
}
`, `imports set 1-1
  import type a 1-1
class C 2-9
  method constructor 6-6
  field b 7-7
  method c 8-8
interface I 10-13
  field a 11-11
  method b 12-12
type U 14-16
enum E 17-20
  member A 18-18
  member B-C 19-19
module m 21-23
  var x 22-22
`},
		{"rust", "a.rs", `#![allow(dead_code)]
use std::{
    fmt::{self, Display},
    io,
};
pub(crate) use a::b;

/// A thing.
#[derive(Debug)]
pub struct S<'a> {
    pub a: &'a str, // first
    #[serde(default)]
    b: [u8; 3],
}
enum E { A, B }
impl<'a, T: X> Display for S<'a> where T: Y {
    const N: usize = 1;
    fn fmt(&self) -> char { if x { 'a' } else { '\'' } }
}
macro_rules! m {
    () => { r#"}"# };
}
#[cfg(test)]
mod tests {
    use super::*;
    /* a /* nested */ comment */
    async fn works() {}
}
static X: u8 = b'"';
thread_local!(static Y: u8 = 1);
`, `statement 1-1
imports set 2-6
  import std set 2-5
    name fmt::{self, Display} 3-3
    name io 4-4
  import a::b 6-6
struct S 7-14
  field a 11-11
  field b 12-13
enum E 15-15
impl Display for S<'a> 16-19
  field N 17-17
  method fmt 18-18
macro m 20-22
module tests 23-28
  imports 25-25
    import super::* 25-25
  func works 26-27
var X 29-29
statement 30-30
`},
		{"java", "A.java", `/* License */

package a.b;

import java.util.List;
import static a.B.c;

/** Says what. */
@Anno(x = {1, 2})
public final class A<T> extends B implements C {
    private static final int X = 1, Y = 2;
    static { f(); }
    @Override
    public <U> Map<T, U> get(List<U> a) throws E {
        return new Object() { };
    }

    int[] d;
    enum Kind { ONE, TWO }
    @interface Mark {
        String value() default "";
    }
}
enum E {
    A(1) {
        int f() { return 1; }
    },
    B;

    int x;
}
record R(int a) { }
`, `package a.b 2-3
imports set 4-6
  import java.util.List 4-5
  import static a.B.c 6-6
class A 7-23
  field X 11-11
  statement 12-12
  method get 13-16
  field d 17-18
  enum Kind 19-19
  interface Mark 20-22
    method value 21-21
enum E 24-31
  member A 25-27
  member B 28-28
  field x 29-30
record R 32-32
`},
		{"c", "a.c", `#include <a.h>
#define M(x) do { \
	x; } while (0)
#ifdef A
static int f(int a) {
#else
static int f(void) {
#endif
	return '{';
}
int g(const char *, struct s *);
struct s {
	int a;
	char *b[3];
};
enum e {
	A = 1,
	B
};
typedef struct { int a; } t;
struct s *
h(void)
{
}
static const struct s all[] = {
	{ 1, },
};
int n;
`, `include <a.h> 1-1
macro M 2-3
directive 4-4
func f 5-10
declaration g 11-11
struct s 12-15
  field a 13-13
  field b 14-14
enum e 16-19
  member A 17-17
  member B 18-18
type t 20-20
func h 21-24
var all 25-27
var n 28-28
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := semantictest.Outline(parse(t, test.file, test.content)); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	for _, test := range []struct{ file, content, want string }{
		{"a.py", "def f():\nx = 1\n", "line 2, column 1: a block is expected"},
		{"a.py", "x = 1\n  y = 2\n", "line 2, column 3: the line is indented"},
		{"a.py", "if x:\n    y\n  z\n", "line 3, column 3: the line is indented"},
		{"a.py", "if x:\n\ty\n        z\n", "line 3, column 9: tabs and spaces"},
		{"a.py", "if x:", "line 1, column 5: a block is expected"},
		{"a.py", "x = '''\n", "line 1, column 5: a string is not closed"},
		{"a.py", "<<<<<<< a\nx = 1\n=======\nx = 2\n>>>>>>> b\n", "line 1, column 1: a conflict marker"},
		{"a.rs", "fn f() {\n||||||| x\n}\n", "line 2, column 1: a conflict marker"},
		{"a.c", "int f() {\n=======\n}\n", "line 2, column 1: a conflict marker"},
		{"a.js", "f({)}", "line 1, column 4: a bracket closes that another"},
		{"a.js", "f(`${a`", "line 1, column 7: a string is not closed"},
		{"a.ts", "x = 'a\n'", "line 1, column 5: a string is not closed"},
		{"a.rs", "/* /* */", "line 1, column 1: a comment is not closed"},
		{"a.rs", "x = r##\"a\"#;", "line 1, column 5: a string is not closed"},
		{"a.java", "class A {", "line 1, column 9: a bracket is not closed"},
		{"a.c", "#if A\n{\n#endif\n", "line 2, column 1: a bracket is not closed"},
		{"a.sh", "cat <<'E'\n", "line 2, column 1: a here document"},
	} {
		_, err := language(t, test.file).Parse([]byte(test.content))
		var failure *semantic.ParseError
		if !errors.As(err, &failure) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %q: got %v", test.file, test.content, err)
		}
	}
}
