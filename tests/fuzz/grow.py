"""A program from a seed: globals, helpers, an entry point of the one signature all have.

    real pSEED(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)

`x` has six doubles, `z` four floats, `ix` six indices below six, and n is six. Any of x, z, s, a, b
may be constant to the derivative, and is then not written.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tests.fuzz.kinds import CELLS, KINDS, without_cells
from tests.fuzz.scope import Array, Int, Scope
from tests.fuzz.statements import Procedure, Writer
from tests.fuzz.tagged import LAYOUTS
from tests.fuzz.terms import Pure, Terms
from tests.fuzz.tree import Lang, Node, Program, Routine, block

DOUBLES: Final = 6
FLOATS: Final = 4
CELLED: Final = 0.05  # the share of programs that are mostly of cells
PARAMETERS: Final = ("x", "z", "s", "a", "b")


def program(seed: int, lang: Lang | None = None, *, cells: bool = True) -> Program:
    """The program of a seed, the same for ever; one without cells, if they are not wanted."""
    rng = Random(seed)
    chosen: Lang = "c++" if rng.random() < 0.35 else "c"
    grower = _Grower(rng, lang or chosen, f"{seed}", cells)
    helpers = [make for _ in range(rng.choice((0, 1, 1, 2, 3))) for make in grower.helper()]
    if grower.writer.kinds is CELLS:
        helpers += grower.cells()
    active = frozenset(name for name in PARAMETERS if rng.random() < 0.8) or frozenset("x")
    entry = grower.entry(active)
    return Program(seed, lang or chosen, active, tuple(grower.globals), (*helpers, entry))


class _Grower:
    """The random choices of one program, in order."""

    def __init__(self, rng: Random, lang: Lang, tag: str, cells: bool) -> None:
        self.rng, self.lang, self.tag = rng, lang, tag
        self.terms = Terms(rng)
        kinds = CELLS if rng.random() < CELLED else KINDS
        self.writer = Writer(rng, self.terms, lang, kinds if cells else without_cells(KINDS))
        self.with_cells = cells
        self.globals: list[str] = []
        self.scratch: list[Array] = []
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"h{self.tag}_{self.count}"

    def head(self, result: str, name: str, parameters: str) -> str:
        pinned = self.rng.choice(("", "", "NOINLINE "))
        return f"static {pinned}{result} {name}({parameters})"

    def scope(self) -> Scope:
        return Scope(self.rng)

    def helper(self) -> list[Routine]:
        kinds = (
            self.scalar, self.scalar, self.float_scalar, self.reader, self.worker, self.worker,
            self.outs, self.by_value, self.recursive, self.dividing, self.pointers,
            self.cells,
        )  # fmt: skip
        return self.rng.choice(kinds if self.with_cells else kinds[:-1])()

    # ---- helpers without side effects ------------------------------------------------------

    def scalar(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.read_doubles = ["u", "v"]
        scope.ints = [Int("k", 5)]
        made = self._routine(name, self.head("real", name, "real u, real v, int k"), scope, 1, 2)
        self.terms.pure.append(Pure(f"{name}(@0, @1, @2)", "DDI"))
        return [made]

    def float_scalar(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.read_doubles, scope.read_floats = ["u"], ["v"]
        body = self.terms.float(scope, 3)
        head = self.head("real32", name, "real32 v, real u")
        self.terms.pure.append(Pure(f"{name}(@0, @1)", "FD", "F"))
        return [Routine(name, head, (), block(), body)]

    def reader(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.arrays = [Array("p", "D", 2, "m", False)]
        scope.read_doubles = ["u"]
        head = self.head("real", name, "real *p, int m, real u")
        made = self._routine(name, head, scope, 2, 2, restless=True)
        self.terms.pure.append(Pure(f"{name}(@0, #0, @1)", "AD"))
        return [made]

    def recursive(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.read_doubles, scope.ints = ["u"], [Int("k", 5)]
        scope.doubles = ["t"]
        step = self.terms.double(scope, 2)
        inside = Node("D", "(real)0.5 * u + rsin($0)", (step,))
        result = self.rng.choice((
            Node("D", f"t * (real)0.5 + {name}($0, k - 1)", (inside,)),
            Node("D", f"rsin(t) + (real)0.5 * {name}($0, k - 1) * rcos(u)", (inside,)),
            Node("D", f"{name}($0, k - 1)", (inside,)),
            Node("D", f"rtanh({name}($0, k - 1)) - (real)0.25 * {name}(t, k - 2)", (inside,)),
        ))  # fmt: skip
        body = block(
            Node("S", "if (k <= 0) return rsin(u);"),
            Node("S", "t = $0;", (self.terms.double(scope, 2),)),
        )
        self.terms.pure.append(Pure(f"{name}(@0, @1)", "DI"))
        head = self.head("real", name, "real u, int k")
        return [Routine(name, head, ("real t = u;",), body, result)]

    def pointers(self) -> list[Routine]:
        """Two functions in a table that is constant, called by number."""
        first, second = self.scalar()[0], self.scalar()[0]
        table = f"{first.name}_table"
        picker = f"{first.name}_pick"
        text = (
            f"static real (*const {table}[2])(real, real, int) = {{ {first.name}, {second.name} }};"
        )
        head = f"{text}\nstatic real {picker}(real u, real v, int k)"
        chosen = Node(
            "D", f"{table}[k % 2](u, v, k) + (k > 1 ? {first.name} : {second.name})(v, u, k)"
        )
        self.terms.pure.append(Pure(f"{picker}(@0, @1, @2)", "DDI"))
        return [first, second, Routine(picker, head, (), block(), chosen)]

    # ---- helpers that write ----------------------------------------------------------------

    def worker(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.arrays = [Array("p", "D", 2, "m"), Array("q", "D", 2, "m", False)]
        scope.read_doubles = ["u"]
        head = self.head("real", name, "real *p, real *q, int m, real u")
        made = self._routine(name, head, scope, 2, 3)
        self.writer.procedures.append(Procedure(name, "WAnD", 2, "D"))
        return [made]

    def outs(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.doubles, scope.floats = ["(*o)"], ["(*f)"]
        scope.read_doubles, scope.read_floats = ["u"], ["v"]
        scope.returns = False
        head = self.head("void", name, "real *o, real32 *f, real u, real32 v")
        body = self.writer.block(scope, 1, 3)
        self.writer.procedures.append(Procedure(name, "dfDF"))
        return [Routine(name, head, (), body, None)]

    def by_value(self) -> list[Routine]:
        name, scope = self.name(), self.scope()
        scope.structs, scope.read_doubles = ["t"], ["u"]
        scope.doubles, scope.floats = ["t.p"], ["t.q"]
        scope.returns = False
        head = self.head("struct T", name, "struct T t, real u")
        body = self.writer.block(scope, 1, 2)
        self.writer.procedures.append(Procedure(name, "TD", 1, "T"))
        return [Routine(name, head, (), body, Node("S", "t"))]

    def cells(self) -> list[Routine]:
        """A cell handed on: its tag says what becomes of it, and whether its place is written."""
        rng, name, scope, layout = self.rng, self.name(), self.scope(), self.rng.choice(LAYOUTS)
        scope.read_doubles = ["u", f"{layout}_value(c)"]
        ends = (
            f"c = {layout}_number($0);", f"c = {layout}_followed(c);", f"c = {layout}_number_($0);",
            f"{layout}_change(&c, $0);", f"{layout}_change_(&c, $0);",
            f"return {layout}_number($0);", "return c;",
        )  # fmt: skip
        cases = [Node("S", rng.choice(ends), (self.terms.double(scope, 2),)) for _ in range(3)]
        tags = "case 0: $0 break; case 1: $1 break; default: $2 break;"
        body = block(Node("S", f"switch (c.tag) {{ {tags} }}", tuple(cases)))
        head = self.head(f"struct {layout}", name, f"struct {layout} c, real u")
        self.writer.handed.append((name, layout))
        return [Routine(name, head, (), body, Node("S", "c"))]

    def dividing(self) -> list[Routine]:
        """An array worked on in place by halves."""
        name, scope = self.name(), self.scope()
        scope.read_doubles = ["u", "p[0]", "p[m - 1]", "p[m / 2]"]
        body = block(
            Node("S", "if (m <= 1) { p[0] = rsin(p[0] + u); return p[0]; }"),
            Node("S", f"t = {name}(p, m / 2, $0);", (self.terms.double(scope, 2),)),
            Node("S", f"t += {name}(p + m / 2, m - m / 2, rtanh(t));"),
            Node("S", "p[m - 1] = p[m - 1] * (real)0.5 + $0;", (self.terms.double(scope, 2),)),
        )
        head = self.head("real", name, "real *p, int m, real u")
        self.writer.procedures.append(Procedure(name, "WnD", 1, "D"))
        return [Routine(name, head, ("real t = u;",), body, Node("D", "t + p[0]"))]

    # ---- the entry -------------------------------------------------------------------------

    def entry(self, active: frozenset[str]) -> Routine:
        rng, name, scope = self.rng, f"p{self.tag}", self.scope()
        scope.arrays = [
            Array("x", "D", DOUBLES, "n", "x" in active),
            Array("z", "F", FLOATS, "", "z" in active),
        ]
        scope.read_doubles, scope.read_floats = ["a"], ["b"]
        scope.ints, scope.indices = [Int("k0", 5), Int("k1", 5), Int("ix[2]", 5)], True
        scope.has_s, scope.writes_s = True, "s" in active
        locals = ["int k0 = ix[1];", "int k1 = ix[4];"]
        if rng.random() < 0.5:
            length = rng.randint(2, 8)
            scope.arrays.append(Array("l", "D", length))
            locals.append(f"real l[{length}] = {{ a, x[1] }};")
        if rng.random() < 0.3:
            length = rng.randint(2, 6)
            scope.arrays.append(Array("y", "F", length))
            locals.append(f"real32 y[{length}] = {{ b, z[1] }};")
        if rng.random() < 0.25:
            scope.arrays.append(Array(f"g{self.tag}", "D", 5))
            self.globals.append(f"static real g{self.tag}[5];")
            locals.append(f"for (int i = 0; i < 5; ++i) g{self.tag}[i] = x[i] * (real)0.5;")
        if rng.random() < 0.35:
            scope.structs = ["st0", "st1"]  # statements name their own t1, t2, …
            locals += ["struct T st0; st0.tag = 1; st0.p = a; st0.q = b;", "struct T st1 = st0;"]
        restrict = rng.choice(("", "RESTRICT "))
        head = (
            f"ENTRY real {name}(real *{restrict}x, real32 *{restrict}z, struct S *{restrict}s, "
            "real a, real32 b, const int *ix, int n)"
        )
        return self._routine(name, head, scope, 3, 5, locals)

    def _routine(
        self,
        name: str,
        head: str,
        scope: Scope,
        depth: int,
        most: int,
        locals: list[str] | None = None,
        restless: bool = False,
    ) -> Routine:
        """A function with locals of its own, a body, and a result of all it has."""
        declared = list(locals or [])
        for n in range(self.rng.randint(1, 3)):
            declared.append(f"real d{n} = {self.terms.double(scope, 1)};")
            scope.doubles.append(f"d{n}")
        for n in range(self.rng.randint(1, 2)):
            declared.append(f"real32 e{n} = {self.terms.float(scope, 1)};")
            scope.floats.append(f"e{n}")
        count = self.rng.randint(1, most)
        body = block(*(self.writer.statement(scope, depth) for _ in range(count)))
        result = self.terms.double(scope, 2)
        return Routine(name, head, tuple(declared), body, Node("D", "$0 + d0", (result,)))
