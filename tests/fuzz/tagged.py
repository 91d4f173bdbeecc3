"""Statements of generated programs: cells of which a tag says what they hold.

A number, the address of another cell or of a number, or a count share a cell's words; cells are
handed on and returned by value, kept in arrays, lists and on stacks, copied whole, and chosen
between. Cells point only to cells that point to none, so that no copy closes a ring.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.fuzz.scope import Int, Scope
from tests.fuzz.tree import Node, spelt

if TYPE_CHECKING:
    from tests.fuzz.statements import Writer

LAYOUTS: Final = ("sum", "sum", "spot", "spot", "wide", "word", "half")


def _of(w: Writer, layout: str, what: str) -> str:
    """A function of the cells, inlined or not."""
    return f"{layout}_{what}{w.rng.choice(('', '_'))}"


def _place(w: Writer, scope: Scope, layout: str) -> str:
    """A cell with the address of a number, if there is one that may be written."""
    array = scope.array("D", write=True)
    if array is None or w.rng.random() < 0.3:
        return f"{_of(w, layout, 'place')}(&{w.rng.choice(scope.doubles)})"
    return f"{_of(w, layout, 'place')}({array.name} + {w.rng.randrange(array.length)})"


def _filled(w: Writer, scope: Scope, layout: str, i: str, kids: list[Node]) -> str:
    """Two arrays of cells: `@o` of such as point to no cell, `@c` of any; `kids` gets children."""
    inner = scope.inner()
    inner.ints.append(Int(i, 3))
    kids += [w.terms.integer(scope), w.bounded(inner, 1), w.terms.integer(scope)]
    kids += [w.bounded(inner, 1), w.terms.integer(inner)]
    return (
        "struct @L @o[3], @c[4];\n"
        "for (int @i = 0; @i < 3; ++@i) switch ((@i + $0) % 3) {\n"
        f"case 0: @o[@i] = {_of(w, layout, 'count')}(@i + 1); break;\n"
        f"case 1: @o[@i] = {_place(w, scope, layout)}; break;\n"
        f"default: @o[@i] = {_of(w, layout, 'number')}($1); break; }}\n"
        "for (int @i = 0; @i < 4; ++@i) switch ((@i + $2) % 3) {\n"
        f"case 0: @c[@i] = {_of(w, layout, 'number')}($3); break;\n"
        f"case 1: @c[@i] = {_of(w, layout, 'at')}(@o + ($4) % 3); break;\n"
        f"default: @c[@i] = {w.rng.choice(('@o[@i % 3]', _place(w, scope, layout)))}; break; }}\n"
    )


def _moved(w: Writer, layout: str) -> str:
    """Cells copied whole."""
    return w.rng.choice((
        "@c[0] = @c[3];", "memcpy(@c + 1, @c + 3, sizeof *@c);", "@L_swap_(@c, @c + 2);",
        "memmove(@c + 1, @c, 3 * sizeof *@c);", "memcpy(@c, @o, 2 * sizeof *@c);",
        "{ struct @L t = @c[1]; @c[1] = @c[2]; @c[2] = t; }", "@c[2] = @L_followed(@c[1]);",
        "@c[1] = @L_followed_(@c[0]);",
        "{ struct @L t[4]; memcpy(t, @c, sizeof t); @c[0] = t[3]; @c[2] = t[1]; @c[3] = t[0]; }",
    ))  # fmt: skip


def _scope_of(scope: Scope, values: list[str]) -> Scope:
    inner = scope.inner()
    inner.read_doubles += values
    return inner


def cells(w: Writer, scope: Scope, depth: int) -> Node:
    """Arrays of cells: filled, copied within, changed by what they hold, added up by tag."""
    layout, i, c, o = w.rng.choice(LAYOUTS), w.fresh("i"), w.fresh("cell"), w.fresh("cell")
    kids: list[Node] = []
    head = _filled(w, scope, layout, i, kids)
    later = _scope_of(scope, [f"{layout}_value({c}[1])"])
    values = _scope_of(scope, [f"{_of(w, layout, 'value')}({c}[{i}])"])
    values.ints.append(Int(i, 3))
    kids += [w.block(later, depth - 1, 2), w.bounded(values, 1), w.bounded(values, 1)]
    text = spelt(
        f"{{ {head}{_moved(w, layout)}\n$5\n{_moved(w, layout)}\n"
        f"for (int @i = 0; @i < 4; ++@i) {_of(w, layout, 'change')}(@c + @i, $6);\n"
        "for (int @i = 3; @i >= 0; --@i) switch (@c[@i].tag) {\n"
        "case 0: @out = @out * (real)0.5 + @value(@c[@i]); break;\n"
        "case 2: @out -= (real)0.25 * $7; break;\n"
        "default: @out += rtanh(@value(@c[@i])); break; } }",
        L=layout, i=i, c=c, o=o, L_swap_=f"{layout}_swap_", L_followed=f"{layout}_followed",
        L_followed_=f"{layout}_followed_", value=_of(w, layout, "value"),
        out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, tuple(kids))


def handed(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A cell that goes through helpers by value, in a loop perhaps."""
    if not w.handed:
        return None
    name, layout = w.rng.choice(w.handed)
    c, o, i = w.fresh("cell"), w.fresh("cell"), w.fresh("i")
    inner = _scope_of(scope, [f"{_of(w, layout, 'value')}({c})"])
    inner.ints.append(Int(i, 2))
    text = spelt(
        f"{{ struct @L @o = {_of(w, layout, 'number')}($0), @c = {_of(w, layout, 'at')}(&@o);\n"
        f"if ($1) @c = {_place(w, scope, layout)};\n"
        "for (int @i = 0; @i < 3; ++@i) { @c = @h(@c, $2);\n"
        f"if ($3) {_of(w, layout, 'change')}(&@c, $4); }}\n"
        f"@o = @h(@o, @out); @out += (real)0.5 * {_of(w, layout, 'value')}(@c) + @value(@o); }}",
        L=layout, c=c, o=o, i=i, h=name, out=w.rng.choice(scope.doubles),
        value=_of(w, layout, "value"),
    )  # fmt: skip
    kids = (
        w.bounded(scope, 1), w.terms.condition(scope, 0), w.bounded(inner, 1),
        w.terms.condition(inner, 0), w.bounded(inner, 1),
    )  # fmt: skip
    return Node("S", text, kids)


def chosen(w: Writer, scope: Scope, depth: int) -> Node:
    """A cell carried through a loop, another one each time, or through a pointer to it."""
    layout, i, c, o = w.rng.choice(LAYOUTS), w.fresh("i"), w.fresh("cell"), w.fresh("cell")
    p = w.fresh("p")
    inner = _scope_of(scope, [f"{_of(w, layout, 'value')}({c})"])
    inner.ints.append(Int(i, 4))
    inner.loops += 1
    way = w.rng.choice((
        "@c = $2 ? @number($3) : @o[@i % 2];",
        "{ struct @L *@p = $2 ? &@c : &@o[@i % 2]; @change(@p, $3); @c = *@p; }",
        "if ($2) @c = @number($3); else if (@c.tag == 0) { @o[0] = @c; @c = @at(@o); }",
        "if ($2) { @c = @o[@i % 2]; continue; } @out += (real)0.25 * @value(@c); @c = @number($3);",
    ))  # fmt: skip
    text = spelt(
        f"{{ struct @L @o[2] = {{ @number($0), {_place(w, scope, layout)} }}, @c = @o[($1) % 2];\n"
        f"for (int @i = 0; @i < 5; ++@i) {{ {way} }}\n@out += rtanh(@value(@c)); }}",
        L=layout, i=i, c=c, o=o, p=p, out=w.rng.choice(scope.doubles),
        **{what: _of(w, layout, what) for what in ("number", "at", "change", "value")},
    )  # fmt: skip
    kids = (
        w.bounded(scope, 1), w.terms.integer(scope), w.terms.condition(inner, 0),
        w.bounded(inner, 1),
    )  # fmt: skip
    return Node("S", text, kids)


def linked(w: Writer, scope: Scope, depth: int) -> Node:
    """A list of cells on the heap, walked by tag."""
    layout, i, t, n, o = (
        w.rng.choice(LAYOUTS), w.fresh("i"), w.fresh("t"), w.fresh("n"), w.fresh("cell"),
    )  # fmt: skip
    count = w.rng.randint(2, 5)
    filling = scope.inner()
    filling.ints.append(Int(i, count - 1))
    walking = _scope_of(scope, [f"{_of(w, layout, 'value')}({n}->cell)"])
    text = spelt(
        "{ struct @L @o = @number($0); struct @L_link *@t = 0, *@n;\n"
        "for (int @i = 0; @i < @count; ++@i) {\n"
        "@n = (struct @L_link *)malloc(sizeof *@n); @n->next = @t; @t = @n;\n"
        f"if ($1) @n->cell = @number($2); else if (@i % 2) @n->cell = {_place(w, scope, layout)};\n"
        "else @n->cell = @at(&@o); }\n"
        "for (@n = @t; @n; @n = @n->next) { if (@n->cell.tag == 0) @change(&@n->cell, $3);\n"
        "else @out += (real)0.5 * rsin(@value(@n->cell));\n"
        "if (@n->next) @n->cell = @n->next->cell; }\n"
        "for (@n = @t; @n; @n = @n->next) @out = @out * (real)0.75 + rtanh(@value(@n->cell));\n"
        "while (@t) { @n = @t->next; free(@t); @t = @n; } }",
        L=layout, L_link=f"{layout}_link", i=i, t=t, n=n, o=o, count=count,
        out=w.rng.choice(scope.doubles),
        **{what: _of(w, layout, what) for what in ("number", "at", "change", "value")},
    )  # fmt: skip
    kids = (
        w.bounded(scope, 1), w.terms.condition(filling, 0), w.bounded(filling, 1),
        w.bounded(walking, 1),
    )  # fmt: skip
    return Node("S", text, kids)


def stacked(w: Writer, scope: Scope, depth: int) -> Node:
    """A stack machine whose stack holds cells: numbers, and addresses of numbers."""
    layout, code, st, sp, pc, t = (
        w.rng.choice(LAYOUTS), w.fresh("code"), w.fresh("st"), w.fresh("sp"), w.fresh("pc"),
        w.fresh("t"),
    )  # fmt: skip
    words, height = [], 0
    for _ in range(w.rng.randint(5, 10)):
        fits = [0, 1] + [2] * (height > 0) + [3, 4] * (height > 1)
        word = w.rng.choice(fits) if height < 6 else 3
        height += {0: 1, 1: 1, 2: 0, 3: -1, 4: 0}[word]
        words.append(word)
    words += [3] * (height - 1) if height else [0]
    inner = scope.inner()
    inner.ints.append(Int(f"({pc} % 6)", 5))
    text = spelt(
        "{ static const int @code[] = { @words }; struct @L @st[8]; int @sp = 0;\n"
        "for (int @pc = 0; @pc < @many; ++@pc) switch (@code[@pc]) {\n"
        "case 0: @st[@sp++] = @number($0); break;\n"
        f"case 1: @st[@sp++] = {_place(w, scope, layout)}; break;\n"
        "case 2: @change(&@st[@sp - 1], $1); break;\n"
        "case 3: { real @t = @value(@st[@sp - 1]); --@sp;\n"
        "@st[@sp - 1] = @number(@value(@st[@sp - 1]) * (real)0.5 + rsin(@t)); break; }\n"
        "default: { struct @L @t = @st[@sp - 1];\n"
        "@st[@sp - 1] = @st[@sp - 2]; @st[@sp - 2] = @t; } }\n"
        "@out += rtanh(@value(@st[@sp - 1])); }",
        L=layout, code=code, words=", ".join(map(str, words)), many=len(words), st=st, sp=sp,
        pc=pc, t=t, out=w.rng.choice(scope.doubles),
        **{what: _of(w, layout, what) for what in ("number", "change", "value")},
    )  # fmt: skip
    return Node("S", text, (w.bounded(inner, 1), w.bounded(inner, 1)))


_GOT: Final = """\
if (auto *d = std::get_if<real>(&each)) @p += (real)0.5 * *d;
else if (each.index() == 1) @p += rsin(*std::get<1>(each));"""
_VISITED: Final = """\
@p += std::visit([&](auto so) -> real {
if constexpr (std::is_same_v<decltype(so), real *>) {
*so = *so * (real)0.5 + $3; return rsin(*so); }
else return (real)0.25 * (real)so; }, each);"""
_SWITCHED: Final = """\
switch (each.index()) {
case 0: each = std::get<0>(each) * (real)0.5 + $3; @p -= std::get<0>(each); break;
case 1: @p += *std::get<1>(each); each = $3; break;
default: each = &@q[0]; }"""


def variants(w: Writer, scope: Scope, depth: int) -> Node:
    """The library's variants: numbers, and addresses of numbers."""
    v, i, place = w.fresh("v"), w.fresh("i"), w.rng.choice(scope.doubles)
    array = scope.array("D", write=True)
    at = f"{array.name} + {w.rng.randrange(array.length)}" if array else f"&{place}"
    inner = _scope_of(scope, [])
    inner.ints.append(Int(i, 2))
    read = w.rng.choice((_GOT, _VISITED, _SWITCHED))
    box = w.rng.choice(("std::vector<kind> @v;", "std::list<kind> @v;"))
    text = spelt(
        "{ using kind = std::variant<real, real *, long>; real @q[2] = { $0, @p };\n"
        "auto some = [&](int k) -> kind { if (k % 3 == 0) return $1; if (k % 3 == 1) return @at;\n"
        f"return (long)k; }};\n{box}\n"
        "for (int @i = 0; @i < 3; ++@i) @v.push_back(some(@i + $2));\n"
        "@v.push_back(kind(@q + 1)); { kind so = @v.front(); @v.front() = @v.back();"
        " std::swap(so, @v.back()); }\n"
        f"for (auto &each : @v) {{ {read} }} }}",
        v=v, i=i, p=place, at=at, q=w.fresh("q"),
    )  # fmt: skip
    kids = (
        w.bounded(scope, 1), w.bounded(scope, 1), w.terms.integer(scope), w.bounded(scope, 1),
    )  # fmt: skip
    return Node("S", text, kids)
