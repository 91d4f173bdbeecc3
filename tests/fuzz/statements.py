"""Statements of generated programs: what a scope allows, chosen at random.

Every loop is bounded, every index in range, every block freed, nothing read before it is written;
calls that write stand alone, so that no order of evaluation is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, final

from tests.fuzz.scope import Array, Int, Scope
from tests.fuzz.terms import Terms
from tests.fuzz.tree import Lang, Node, block

TAME: Final = (
    "$0 = rsin($1);", "$0 = $0 * (real)0.5 + $1;", "$0 = (real)0.25 * $0 + rtanh($1);", "$0 = $1;",
    "$0 += (real)0.375 * rcos($1);", "$0 *= ((real)0.875 + (real)0.25 * rsin($1));",
    "$0 -= (real)0.5 * $1;", "$0 = $1 / ((real)1.0 + $1 * $1);", "$0 = ratan($0 + $1);",
    "$0 /= ((real)2.25 + rcos($1));",
)  # fmt: skip
TAME_FLOAT: Final = (
    "$0 = fsin($1);", "$0 = $0 * (real32)0.5 + $1;", "$0 = $1;", "$0 += (real32)0.375 * fcos($1);",
    "$0 *= ((real32)0.875 + (real32)0.25 * fsin($1));", "$0 -= (real32)0.5 * ftanh($1);",
)  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Procedure:
    """A helper that writes: how its call is written, and the arrays it takes (`A` or `P` each)."""

    name: str
    takes: str  # "W"/"w" doubles/floats written, "A"/"P" read, "n" length of the first array
    least: int = 1  # the least length of its arrays
    gives: str = ""


Make = Callable[["Writer", Scope, int], Node | None]
"""Grows a statement in a scope, so many blocks deep; None where the scope has not what it needs."""
Weighed = tuple[tuple[Make, int], ...]


@final
@dataclass(frozen=True, slots=True)
class Kinds:
    """What statements there are, each with how often it is tried."""

    simple: Weighed
    nested: Weighed
    cxx: Weighed


@final
class Writer:
    """Grows statements, of the kinds that there are to choose from."""

    def __init__(self, rng: Random, terms: Terms, lang: Lang, kinds: Kinds) -> None:
        self.rng, self.terms, self.lang, self.kinds = rng, terms, lang, kinds
        self.procedures: list[Procedure] = []
        self.handed: list[tuple[str, str]] = []  # helpers of cells, each with its layout
        self.names = 9  # k0 and k1, d0, e0, … are names of routines

    def fresh(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def block(self, scope: Scope, depth: int, most: int) -> Node:
        count = self.rng.randint(1, most)
        return block(*(self.statement(scope, depth) for _ in range(count)))

    def statement(self, scope: Scope, depth: int) -> Node:
        for _ in range(20):
            simple = depth <= 0 or self.rng.random() < 0.45
            table = self.kinds.simple if simple else self.kinds.nested
            if depth > 0 and self.lang == "c++" and self.rng.random() < 0.25:
                table = self.kinds.cxx
            make = self.rng.choices([m for m, _ in table], [w for _, w in table])[0]
            made = make(self, scope, depth)
            if made is not None:
                return made
        return self.assign(scope, 0)

    # ---- single statements -----------------------------------------------------------------

    def place(self, scope: Scope) -> Node:
        """A double that may be written."""
        rng, pick = self.rng, self.rng.random()
        array = scope.array("D", write=True)
        if array is not None and pick < 0.5:
            return Node("D", f"{array.name}[$0]", (scope.index(array),))
        if scope.writes_s and pick < 0.6:
            return Node("D", rng.choice(("s->u", "s->w[1]", "s->w[2]")))
        if scope.structs and pick < 0.65:
            return Node("D", f"{rng.choice(scope.structs)}.p")
        return Node("D", rng.choice(scope.doubles))

    def float_place(self, scope: Scope) -> Node:
        rng, pick = self.rng, self.rng.random()
        array = scope.array("F", write=True)
        if array is not None and pick < 0.5:
            return Node("F", f"{array.name}[$0]", (scope.index(array),))
        if scope.writes_s and pick < 0.6:
            return Node("F", "s->v")
        if scope.structs and pick < 0.7:
            return Node("F", f"{rng.choice(scope.structs)}.q")
        return Node("F", rng.choice(scope.floats))

    def assign(self, scope: Scope, depth: int) -> Node:
        if self.rng.random() < 0.25 and scope.floats:
            place = _fixed(self.float_place(scope))
            kids = (self.terms.float(scope, 2),)
            return _write(place, self.rng.choice(TAME_FLOAT), kids)
        place = _fixed(self.place(scope))
        return _write(place, self.rng.choice(TAME), (self.bounded(scope, 3),))

    def bounded(self, scope: Scope, depth: int) -> Node:
        """A double; in loops mostly a small one, lest repetition carry it off."""
        value = self.terms.double(scope, depth)
        if not scope.loops or self.rng.random() < 0.2:
            return value
        return Node("D", self.rng.choice(("rsin($0)", "rtanh($0)", "ratan($0)")), (value,))

    def jump(self, scope: Scope, depth: int) -> Node | None:
        if not scope.loops or self.rng.random() < 0.5:
            return None
        word = self.rng.choice(("break;", "break;", "continue;"))
        return Node("S", f"if ($0) {word}", (self.terms.condition(scope, 1),))

    def leave(self, scope: Scope, depth: int) -> Node | None:
        if scope.pinned or not scope.returns or self.rng.random() < 0.6:
            return None
        kids = (self.terms.condition(scope, 1), self.terms.double(scope, 2))
        return Node("S", "if ($0) return $1;", kids)

    def swap(self, scope: Scope, depth: int) -> Node | None:
        array = scope.array("D", write=True)
        if array is None:
            return None
        t, a = self.fresh("t"), array.name
        kids = (scope.index(array), scope.index(array))
        return Node("S", f"{{ real {t} = {a}[$0]; {a}[$0] = {a}[$1]; {a}[$1] = {t}; }}", kids)

    def bits(self, scope: Scope, depth: int) -> Node:
        t, v = self.fresh("t"), self.fresh("v")
        if self.rng.random() < 0.3 and scope.floats:
            place = self.rng.choice(scope.floats)
            text = (
                f"{{ real32 {v} = $0; bits32 {t}; memcpy(&{t}, &{v}, sizeof {t}); "
                f"memcpy(&{place}, &{t}, sizeof {t}); }}"
            )
            return Node("S", text, (self.terms.float(scope, 2),))
        place = self.rng.choice(scope.doubles)
        if self.rng.random() < 0.5:
            text = f"{{ union {{ real r; bits b; }} {t}; {t}.r = $0; bits {v} = {t}.b; "
            text += f"memcpy(&{place}, &{v}, sizeof {v}); }}"
        else:
            text = f"{{ real {v} = $0; bits {t}; memcpy(&{t}, &{v}, sizeof {t}); "
            text += f"memcpy(&{place}, &{t}, sizeof {t}); }}"
        return Node("S", text, (self.bounded(scope, 2),))

    def move(self, scope: Scope, depth: int) -> Node | None:
        target = scope.array("D" if self.rng.random() < 0.7 else "F", write=True)
        if target is None:
            return None
        type = "real" if target.kind == "D" else "real32"
        source = scope.array(target.kind)
        assert source is not None
        most = min(target.length, source.length)
        if source.name == target.name or not _disjoint(source, target):
            count = self.rng.randint(1, max(1, most - 1))
            shift = self.rng.randint(0, most - count)
            return Node(
                "S", f"memmove({target.name} + {shift}, {source.name}, {count} * sizeof({type}));"
            )
        count = self.rng.randint(1, most)
        if self.rng.random() < 0.2:
            return Node("S", f"memset({target.name}, 0, {count} * sizeof({type}));")
        return Node("S", f"memcpy({target.name}, {source.name}, {count} * sizeof({type}));")

    def struct(self, scope: Scope, depth: int) -> Node | None:
        if not scope.structs:
            return None
        one, two = self.rng.choice(scope.structs), self.rng.choice(scope.structs)
        if self.rng.random() < 0.4 and one != two:
            return Node("S", f"{one} = {two};")
        kids = (self.terms.double(scope, 2), self.terms.float(scope, 1))
        t = self.fresh("t")
        text = f"{{ struct T {t}; {t}.tag = 1; {t}.p = $0; {t}.q = $1; {one} = {t}; }}"
        return Node("S", text, kids)

    def procedure(self, scope: Scope, depth: int) -> Node | None:
        if not self.procedures:
            return None
        helper = self.rng.choice(self.procedures)
        words: list[str] = []
        kids: list[Node] = []
        written: list[Array] = []
        first: Array | None = None
        for kind in helper.takes:
            match kind:
                case "W" | "w" | "A" | "P":
                    array = scope.array("D" if kind in "WA" else "F", write=kind in "Ww")
                    if array is None or array.length < helper.least:
                        return None
                    if kind in "Ww":
                        written.append(array)
                    first = first or array
                    if array.length < first.length or array.symbol != first.symbol:
                        array = first if first.kind == array.kind else None
                        if array is None:
                            return None
                    words.append(array.name)
                case "n":
                    assert first is not None
                    words.append(first.symbol or str(first.length))
                case "d":
                    words.append("&" + self.rng.choice(scope.doubles))
                case "f":
                    if not scope.floats:
                        return None
                    words.append("&" + self.rng.choice(scope.floats))
                case "T":
                    if not scope.structs:
                        return None
                    words.append(self.rng.choice(scope.structs))
                case _:
                    words.append(f"${len(kids)}")
                    grow = self.terms.double if kind == "D" else self.terms.float
                    kids.append(grow(scope, 1))
        call = f"{helper.name}({', '.join(words)})"
        if helper.gives == "T":
            if not scope.structs:
                return None
            return Node("S", f"{self.rng.choice(scope.structs)} = {call};", tuple(kids))
        if helper.gives == "D":
            v = self.fresh("v")
            place = self.rng.choice(scope.doubles)
            return Node("S", f"{{ real {v} = {call}; {place} += rtanh({v}); }}", tuple(kids))
        return Node("S", f"{call};", tuple(kids))

    # ---- statements with blocks ------------------------------------------------------------

    def loop(self, scope: Scope, depth: int) -> Node:
        rng = self.rng
        i = self.fresh("i")
        inner = scope.inner()
        inner.loops += 1
        symbols = sorted({a.symbol for a in scope.arrays if a.symbol})
        outer = [v for v in scope.ints if v.high <= 8 or v.symbol]
        pick = rng.random()
        if symbols and pick < 0.45:
            symbol = rng.choice(symbols)
            inner.ints.append(Int(i, 7, symbol))
            shapes = (
                f"for (int {i} = 0; {i} < {symbol}; ++{i})",
                f"for (int {i} = {symbol} - 1; {i} >= 0; --{i})",
                f"for (int {i} = 1; {i} < {symbol}; {i} += 2)",
                f"for (int {i} = 0; {i} < {symbol}; ++{i})",
            )
            head = rng.choice(shapes)
        elif outer and pick < 0.65:
            var = rng.choice(outer)
            inner.ints.append(Int(i, var.high, var.symbol))
            head = f"for (int {i} = 0; {i} <= {var.name}; ++{i})"
        elif scope.has_s and pick < 0.75:
            inner.ints.append(Int(i, 3))
            head = f"for (int {i} = 0; {i} < s->k; ++{i})"
        else:
            most = rng.randint(2, 5)
            inner.ints.append(Int(i, most - 1))
            head = rng.choice(
                (
                    f"for (int {i} = 0; {i} < {most}; ++{i})",
                    f"for (int {i} = {most - 1}; {i} >= 0; --{i})",
                )
            )
        return Node("S", f"{head} $0", (self.block(inner, depth - 1, 3),))

    def chase(self, scope: Scope, depth: int) -> Node:
        """A loop whose end depends on the data."""
        i = self.fresh("i")
        inner = scope.inner()
        inner.loops += 1
        most = self.rng.randint(3, 7)
        inner.ints.append(Int(i, most - 1))
        place = self.rng.choice(scope.doubles)
        step = self.rng.choice((
            f"{place} = {place} * (real)0.625;", f"{place} = {place} + (real)0.4375;",
            f"{place} = rsin({place}) * (real)1.0625;", f"{place} -= (real)0.3125 * rcos({place});",
        ))  # fmt: skip
        body = self.block(inner, depth - 1, 2)
        kids = (self.terms.condition(scope, 1), body)
        if self.rng.random() < 0.5:
            return Node("S", f"for (int {i} = 0; {i} < {most} && $0; ++{i}) {{ {step} $1 }}", kids)
        # `continue` in the block would skip the counter's step, were it not in the condition
        text = f"{{ int {i} = -1; do {{ ++{i}; {step} $1 }} while ({i} + 1 < {most} && $0); }}"
        return Node("S", text, kids)

    def branch(self, scope: Scope, depth: int) -> Node:
        condition = self.terms.condition(scope, 2)
        one = self.block(scope.inner(), depth - 1, 2)
        if self.rng.random() < 0.5:
            return Node("S", "if ($0) $1", (condition, one))
        two = self.block(scope.inner(), depth - 1, 2)
        return Node("S", "if ($0) $1 else $2", (condition, one, two))

    def switch(self, scope: Scope, depth: int) -> Node | None:
        if not scope.ints:
            return None
        inner = scope.inner()
        inner.loops = 0
        inner_jumps = [self.block(inner, 0, 2) for _ in range(3)]
        falls = self.rng.choice(("break;", "break;", ""))
        text = f"switch (($0) % 4) {{ case 0: $1 {falls} case 1: $2 break; default: $3 break; }}"
        return Node("S", text, (Node("I", self.rng.choice(scope.ints).name), *inner_jumps))

    def heap(self, scope: Scope, depth: int) -> Node:
        h, i = self.fresh("h"), self.fresh("i")
        inner = scope.inner()
        inner.pinned = True
        inner.loops = 0
        symbols = [a for a in scope.arrays if a.symbol]
        like = self.rng.choice(symbols) if symbols and self.rng.random() < 0.6 else None
        length = like.length if like else self.rng.randint(2, 7)
        size = like.symbol if like else str(length)
        array = Array(h, "D", length, like.symbol if like else "")
        filling = scope.inner()
        filling.ints.append(Int(i, length - 1, array.symbol))
        filled = self.terms.double(filling, 2)
        inner.arrays.append(array)
        body = self.block(inner, depth - 1, 3)
        out = self.rng.choice(scope.doubles)
        make, drop = f"(real *)malloc((size_t)({size}) * sizeof(real))", f"free({h});"
        if self.lang == "c++" and self.rng.random() < 0.5:
            make, drop = f"new real[(size_t)({size})]", f"delete[] {h};"
        text = (
            f"{{ real *{h} = {make};\nfor (int {i} = 0; {i} < {size}; ++{i}) {h}[{i}] = $0;\n$1\n"
            f"{out} += (real)0.25 * {h}[$2]; {drop} }}"
        )
        return Node("S", text, (filled, body, inner.index(array)))

    def alias(self, scope: Scope, depth: int) -> Node | None:
        write = self.rng.random() < 0.7
        one, two = scope.array("D", write=write), scope.array("D", write=write)
        if one is None or two is None:
            return None
        q = self.fresh("q")
        inner = scope.inner()
        writable = one.writable and two.writable
        pick = self.rng.random()
        if pick < 0.4:
            length = min(one.length, two.length)
            inner.arrays.append(Array(q, "D", length, "", writable))
            text = f"{{ real *{q} = $0 ? {one.name} : {two.name};\n$1 }}"
            return Node(
                "S", text, (self.terms.condition(scope, 1), self.block(inner, depth - 1, 3))
            )
        if pick < 0.7 and one.length > 2:
            inner.arrays.append(Array(q, "D", one.length - 1, "", one.writable))
            text = f"{{ real *{q} = {one.name} + 1;\n$0 }}"
            return Node("S", text, (self.block(inner, depth - 1, 3),))
        inner.loops += 1
        place = f"(*{q})"
        if one.writable:
            inner.doubles.append(place)
        else:
            inner.read_doubles.append(place)
        end = one.symbol or str(one.length)
        text = f"for (real *{q} = {one.name}; {q} < {one.name} + {end}; ++{q}) $0"
        return Node("S", text, (self.block(inner, depth - 1, 2),))

    def pingpong(self, scope: Scope, depth: int) -> Node | None:
        one, two = scope.array("D", write=True), scope.array("D", write=True)
        if one is None or two is None or not _disjoint(one, two):
            return None
        p, q, t, u, i = (self.fresh(s) for s in ("p", "q", "t", "i", "i"))
        length = min(one.length, two.length)
        inner = scope.inner()
        inner.ints += [Int(u, 2), Int(i, length - 1)]
        inner.arrays.append(Array(p, "D", length))
        text = (
            f"{{ real *{p} = {one.name}, *{q} = {two.name};\n"
            f"for (int {u} = 0; {u} < 3; ++{u}) {{\n"
            f"for (int {i} = 0; {i} < {length}; ++{i}) {q}[{i}] = rsin($0) + {p}[{i}];\n"
            f"real *{t} = {p}; {p} = {q}; {q} = {t}; }} }}"
        )
        return Node("S", text, (self.terms.double(inner, 2),))

    def list(self, scope: Scope, depth: int) -> Node:
        c, t, i = self.fresh("c"), self.fresh("t"), self.fresh("i")
        count = self.rng.randint(2, 5)
        inner = scope.inner()
        inner.ints.append(Int(i, count - 1))
        value = self.terms.double(inner, 2)
        walking = scope.inner()
        walking.doubles = [f"{c}->value"]
        walking.read_doubles += scope.doubles
        place = self.rng.choice(scope.doubles)
        text = (
            f"{{ struct node *{t} = 0, *{c};\nfor (int {i} = 0; {i} < {count}; ++{i}) {{\n"
            f"{c} = (struct node *)malloc(sizeof(struct node));\n"
            f"{c}->value = $0; {c}->next = {t}; {t} = {c}; }}\n"
            f"for ({c} = {t}; {c}; {c} = {c}->next) {place} = $1;\n"
            f"while ({t}) {{ {c} = {t}->next; free({t}); {t} = {c}; }} }}"
        )
        return Node("S", text, (value, self.terms.double(walking, 2)))

    def table(self, scope: Scope, depth: int) -> Node:
        m, i, j = self.fresh("m"), self.fresh("i"), self.fresh("i")
        rows, columns = self.rng.randint(2, 3), self.rng.randint(2, 4)
        inner = scope.inner()
        inner.ints += [Int(i, rows - 1), Int(j, columns - 1)]
        place = self.rng.choice(scope.doubles)
        later = inner.inner()
        later.read_doubles.append(f"{m}[{i}][{j}]")
        text = (
            f"{{ real {m}[{rows}][{columns}];\nfor (int {i} = 0; {i} < {rows}; ++{i})\n"
            f"for (int {j} = 0; {j} < {columns}; ++{j}) {m}[{i}][{j}] = $0;\n"
            f"for (int {j} = 0; {j} < {columns}; ++{j}) for (int {i} = 1; {i} < {rows}; ++{i})\n"
            f"{m}[{i}][{j}] += {m}[{i} - 1][({j} + 1) % {columns}] * rsin($1);\n"
            f"{place} += rtanh({m}[{rows - 1}][0] + {m}[0][{columns - 1}]); }}"
        )
        return Node("S", text, (self.terms.double(inner, 2), self.terms.double(later, 1)))

    # ---- C++ -------------------------------------------------------------------------------

    def closure(self, scope: Scope, depth: int) -> Node:
        f, t = self.fresh("f"), self.fresh("t")
        place = self.rng.choice(scope.doubles)
        inner = scope.inner()
        inner.doubles = [place]
        inner.read_doubles += [t, *scope.doubles]
        value = self.terms.double(inner, 2)
        text = (
            f"{{ auto {f} = [&](real {t}) {{ {place} += (real)0.25 * rsin({t}); return $0; }};\n"
            f"real {t}b = {f}($1); {place} = rtanh({t}b) + rcos({f}({t}b)); }}"
        )
        return Node("S", text, (value, self.terms.double(scope, 1)))

    def virtual(self, scope: Scope, depth: int) -> Node:
        b, v, place = self.fresh("B"), self.fresh("v"), self.rng.choice(scope.doubles)
        inner = scope.inner()
        inner.doubles, inner.floats, inner.structs = ["t"], [], []
        inner.ints, inner.arrays, inner.read_doubles = [], [], ["c"]
        inner.read_floats, inner.has_s = [], False
        one, two = (Terms(self.rng).double(inner, 2) for _ in range(2))
        text = (
            f"{{ struct {b} {{ real c; virtual real of(real t) {{ return $0; }} }};\n"
            f"struct {b}d : {b} {{ real of(real t) override {{ return $1; }} }};\n"
            f"{b} {v}0; {b}d {v}1; {v}0.c = $2; {v}1.c = {place};\n"
            f"{b} *{v} = $3 ? &{v}0 : &{v}1; {place} = rsin({v}->of({place})); }}"
        )
        kids = (one, two, self.terms.double(scope, 1), self.terms.condition(scope, 0))
        return Node("S", text, kids)

    def reference(self, scope: Scope, depth: int) -> Node | None:
        array = scope.array("D", write=True)
        if array is None:
            return None
        r = self.fresh("r")
        inner = scope.inner()
        inner.doubles.append(r)
        text = f"{{ real &{r} = {array.name}[$0];\n$1 }}"
        return Node("S", text, (scope.index(array), self.block(inner, depth - 1, 3)))


def _fixed(place: Node) -> Node:
    """A place as one unit: nothing but a place may stand where something is assigned to."""
    return Node("S", place.text, place.kids)


def _write(place: Node, text: str, kids: Sequence[Node]) -> Node:
    """An assignment, its place written out: `$0` is the place, `$1` the first of the kids."""
    whole = text.replace("$0", "@").replace("$1", f"${len(place.kids)}").replace("@", place.text)
    return Node("S", whole, (*place.kids, *kids))


def _disjoint(one: Array, two: Array) -> bool:
    """Whether two arrays surely are different memory: aliases have names of their own letter."""
    return one.name != two.name and not {one.name[0], two.name[0]} & {"q", "p"}
