"""Statements of generated programs: control as real programs have it.

Loops with several ways out, counters of all widths, states, stacks of a small interpreter, choices
of a place by what numbers are. Every loop is bounded; every index is in range.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.fuzz.scope import Int, Scope
from tests.fuzz.tree import Node, spelt

if TYPE_CHECKING:
    from tests.fuzz.statements import Writer


def exits(w: Writer, scope: Scope, depth: int) -> Node:
    """A loop that is left in three ways, one of them past what follows it."""
    i, out, most = w.fresh("i"), w.fresh("out"), w.rng.randint(3, 7)
    place = w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.loops += 1
    inner.ints.append(Int(i, most - 1))
    text = spelt(
        "{ int @i = 0;\nfor (;;) {\nif ($0) { @p = $1; break; }\n$2\n"
        "if ($3) { @p += (real)0.25 * rsin(@p); goto @out; }\nif (++@i >= @most) break; }\n"
        "@p = @p * (real)0.5 + $4;\n@out:; }",
        i=i, out=out, most=most, p=place,
    )  # fmt: skip
    inner.pinned, inner.loops = True, 0  # a `continue` would skip the counter
    body = w.block(inner, depth - 1, 3)
    kids = (
        w.terms.condition(inner, 1), w.bounded(inner, 2), body, w.terms.condition(inner, 1),
        w.terms.double(scope, 2),
    )  # fmt: skip
    return Node("S", text, kids)


def twice_out(w: Writer, scope: Scope, depth: int) -> Node:
    """Two loops left at once."""
    i, j, out = w.fresh("i"), w.fresh("i"), w.fresh("out")
    rows, columns = w.rng.randint(2, 4), w.rng.randint(2, 4)
    inner = scope.inner()
    inner.loops += 1
    inner.ints += [Int(i, rows - 1), Int(j, columns - 1)]
    place = w.rng.choice(scope.doubles)
    text = spelt(
        "{ for (int @i = 0; @i < @rows; ++@i)\nfor (int @j = 0; @j < @columns; ++@j) {\n$0\n"
        "if ($1) goto @out; }\n@p -= (real)0.25 * $2;\n@out: @p = rtanh(@p); }",
        i=i, j=j, out=out, rows=rows, columns=columns, p=place,
    )  # fmt: skip
    kids = (w.block(inner, depth - 1, 2), w.terms.condition(inner, 1), w.bounded(scope, 1))
    return Node("S", text, kids)


def counters(w: Writer, scope: Scope, depth: int) -> Node:
    """Loops over counters of other types, downwards, two at a time, or of a step."""
    i, j, most = w.fresh("i"), w.fresh("i"), w.rng.randint(2, 6)
    inner = scope.inner()
    inner.loops += 1
    inner.ints.append(Int(f"(int){i}", most - 1))
    head = w.rng.choice((
        "for (size_t @i = @most; @i-- > 0;)", "for (unsigned char @i = 0; @i < @most; ++@i)",
        "for (long @i = 0; @i < @most; @i += 2)", "for (short @i = @last; @i >= 0; @i -= 1)",
        "for (int @i = 0, @j = @last; @i <= @j; ++@i, --@j)",
        "for (unsigned @i = @most; @i --> 0u;)", "for (int64_t @i = @last; @i >= 0; @i -= 3)",
    ))  # fmt: skip
    head = spelt(head, i=i, j=j, most=most, last=most - 1)
    return Node("S", f"{head} $0", (w.block(inner, depth - 1, 3),))


def down(w: Writer, scope: Scope, depth: int) -> Node:
    """`while (k--)`, how often known at run time alone."""
    k = w.fresh("k")
    inner = scope.inner()
    inner.loops += 1
    start = w.terms.integer(scope)
    inner.ints.append(Int(f"({k} % 6)", 5))
    text = f"{{ int {k} = ($0) % 7;\nwhile ({k}-- > 0) $1 }}"
    return Node("S", text, (start, w.block(inner, depth - 1, 2)))


def machine(w: Writer, scope: Scope, depth: int) -> Node:
    """States that follow each other as the numbers will have it."""
    i, at, most = w.fresh("i"), w.fresh("at"), w.rng.randint(3, 8)
    inner = scope.inner()
    inner.loops = 0
    inner.ints += [Int(i, most - 1), Int(at, 3)]
    bodies = tuple(w.block(inner, min(depth - 1, 1), 2) for _ in range(3))
    text = spelt(
        "{ int @at = ($0) % 3;\nfor (int @i = 0; @i < @most && @at != 3; ++@i)\n"
        "switch (@at) {\ncase 0: $1 @at = $4 ? 1 : 2; break;\ncase 1: $2 @at = $5 ? 3 : 0; break;\n"
        "default: $3 if ($6) @at = 0; else @at = @i % 2; break; } }",
        at=at, i=i, most=most,
    )  # fmt: skip
    conditions = tuple(w.terms.condition(inner, 1) for _ in range(3))
    return Node("S", text, (w.terms.integer(scope), *bodies, *conditions))


def interpreter(w: Writer, scope: Scope, depth: int) -> Node:
    """A stack machine that runs a constant program."""
    code, words, words_of = w.fresh("code"), [], w.rng
    height = 0
    for _ in range(words_of.randint(5, 12)):
        fits = [0, 1] + [2] * (height > 0) + [3, 4, 5] * (height > 1)
        word = words_of.choice(fits) if height < 6 else words_of.choice((3, 4))
        height += {0: 1, 1: 1, 2: 0, 3: -1, 4: -1, 5: 0}[word]
        words.append(word)
    words += [3] * (height - 1) if height else [0]
    st, sp, pc, place = w.fresh("st"), w.fresh("sp"), w.fresh("pc"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.ints.append(Int(f"({pc} % 6)", 5))
    text = spelt(
        "{ static const int @c[] = { @words };\nreal @st[8]; int @sp = 0;\n"
        "for (int @pc = 0; @pc < @n; ++@pc) switch (@c[@pc]) {\n"
        "case 0: @st[@sp++] = $0; break;\ncase 1: @st[@sp++] = $1; break;\n"
        "case 2: @st[@sp - 1] = rsin(@st[@sp - 1]); break;\n"
        "case 3: @st[@sp - 2] = @st[@sp - 2] * (real)0.5 + @st[@sp - 1]; --@sp; break;\n"
        "case 4: @st[@sp - 2] *= rcos(@st[@sp - 1]); --@sp; break;\n"
        "default: { real @t = @st[@sp - 1]; @st[@sp - 1] = @st[@sp - 2]; @st[@sp - 2] = @t; } }\n"
        "@p += rtanh(@st[@sp - 1]); }",
        c=code, words=", ".join(map(str, words)), n=len(words), st=st, sp=sp, pc=pc, p=place,
        t=w.fresh("t"),
    )  # fmt: skip
    return Node("S", text, (w.terms.double(inner, 2), w.terms.double(inner, 1)))


def newton(w: Writer, scope: Scope, depth: int) -> Node:
    """Steps to a root until they are short."""
    y, f, i, place = w.fresh("y"), w.fresh("f"), w.fresh("i"), w.rng.choice(scope.doubles)
    text = spelt(
        "{ real @y = $0;\nfor (int @i = 0; @i < 25; ++@i) {\n"
        "real @f = @y * @y * @y + (real)2.0 * @y - $1;\nif (rlt(rfabs(@f), (real)1e-3)) break;\n"
        "@y -= @f / ((real)3.0 * @y * @y + (real)2.0); }\n@p = @y; }",
        y=y, f=f, i=i, p=place,
    )  # fmt: skip
    return Node("S", text, (w.terms.double_leaf(scope), w.bounded(scope, 1)))


_STENCIL: Final = """\
for (int @t = 0; @t < 3; ++@t) for (int @i = 1; @i < @n - 1; ++@i)
@a[@i] = (real)0.25 * @a[@i - 1] + (real)0.25 * @a[@i + 1] + (real)0.375 * rsin($0);"""
_SCAN: Final = "for (int @i = 1; @i < @n; ++@i) @a[@i] += @a[@i - 1] * rsin($0);"
_BOTH_WAYS: Final = """\
{ for (int @i = 1; @i < @n; ++@i) @a[@i] -= (real)0.25 * @a[@i - 1] * $0;
for (int @i = @n - 1; @i-- > 0;) @a[@i] = (@a[@i] - (real)0.5 * @a[@i + 1]) * (real)0.5; }"""
_CARRIED: Final = """\
for (int @t = 0; @t < 3; ++@t) { real @l = @a[0];
for (int @i = 0; @i + 1 < @n; ++@i) { real @m = @a[@i];
@a[@i] = @l * (real)0.5 + @a[@i + 1]; @l = rtanh(@m + $0); } }"""


def sweep(w: Writer, scope: Scope, depth: int) -> Node | None:
    """Neighbours in place: a stencil, a scan, or both ways."""
    array = scope.array("D", write=True)
    if array is None or array.length < 3:
        return None
    t, i = w.fresh("t"), w.fresh("i")
    end = array.symbol or str(array.length)
    inner = scope.inner()
    text = w.rng.choice((_STENCIL, _SCAN, _BOTH_WAYS, _CARRIED))
    if "@t" in text:
        inner.ints.append(Int(t, 2))
    text = spelt(text, t=t, i=i, a=array.name, n=end, l=w.fresh("l"), m=w.fresh("m"))
    return Node("S", text, (w.terms.double(inner, 1),))


def largest(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A place that follows from comparing numbers."""
    array = scope.array("D")
    if array is None or array.length < 2:
        return None
    best, i, place = w.fresh("k"), w.fresh("i"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.ints.append(Int(best, array.length - 1))
    text = spelt(
        "{ int @best = 0;\nfor (int @i = 1; @i < @n; ++@i)\n"
        "if (rlt(@a[@best], @a[@i])) @best = @i;\n@p += (real)0.5 * @a[@best];\n$0 }",
        best=best, i=i, a=array.name, n=array.length, p=place,
    )  # fmt: skip
    return Node("S", text, (w.block(inner, depth - 1, 2),))


def sorting(w: Writer, scope: Scope, depth: int) -> Node | None:
    """An array put in order, with what lies beside it."""
    array = scope.array("D", write=True)
    if array is None or array.length < 2:
        return None
    i, j = w.fresh("i"), w.fresh("i")
    text = spelt(
        "for (int @i = 1; @i < @n; ++@i) { real @v = @a[@i]; int @j = @i;\n"
        "while (@j > 0 && rlt(@v, @a[@j - 1])) { @a[@j] = @a[@j - 1]; --@j; }\n@a[@j] = @v; }",
        i=i, j=j, v=w.fresh("v"), a=array.name, n=array.length,
    )  # fmt: skip
    return Node("S", text)


def placed(w: Writer, scope: Scope, depth: int) -> Node | None:
    """An index that follows from a number, as in a table that is looked up."""
    array = scope.array("D")
    if array is None or array.length < 2:
        return None
    k, t, place = w.fresh("k"), w.fresh("t"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.ints.append(Int(k, array.length - 1))
    text = spelt(
        "{ real @t = $0; int @k = rplace(@t, @n);\n"
        "@p = @a[@k] + (@a[(@k + 1) % @n] - @a[@k]) * rsin(@t);\n$1 }",
        t=t, k=k, n=array.length, a=array.name, p=place,
    )  # fmt: skip
    return Node("S", text, (w.bounded(scope, 1), w.block(inner, depth - 1, 2)))


def gathered(w: Writer, scope: Scope, depth: int) -> Node | None:
    """Reads and writes in an order that a table of integers gives, perhaps twice to one place."""
    array = scope.array("D", write=True)
    if array is None or not scope.indices:
        return None
    i = w.fresh("i")
    inner = scope.inner()
    at = f"ix[{i}]"
    inner.ints += [Int(i, 5), Int(at, 5)]
    way = w.rng.choice(("+= rsin($0)", "= (real)0.5 * @a[@at] + rtanh($0)", "*= rcos($0)"))
    text = f"for (int @i = 0; @i < 6; ++@i) @a[@at] {way};"
    index = at if array.length >= 6 else f"{at} % {array.length}"
    return Node("S", spelt(text, i=i, a=array.name, at=index), (w.terms.double(inner, 2),))
