"""Statements of generated programs: the C++ library as people use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.fuzz.scope import Array, Int, Scope
from tests.fuzz.tree import Node, spelt

if TYPE_CHECKING:
    from tests.fuzz.statements import Writer


def vector(w: Writer, scope: Scope, depth: int) -> Node:
    """A vector that grows, is worked on by reference, and shrinks."""
    v, i, e = w.fresh("v"), w.fresh("i"), w.fresh("e")
    count = w.rng.randint(2, 6)
    filling = scope.inner()
    filling.ints.append(Int(i, count - 1))
    inner = scope.inner()
    inner.arrays.append(Array(f"{v}.data()", "D", count))
    inner.pinned = True
    each = scope.inner()
    each.doubles = [e]
    each.read_doubles += scope.doubles
    more = w.rng.choice((
        "@v.insert(@v.begin() + 1, @v.back());", "@v.erase(@v.begin());", "@v.pop_back();",
        "@v.resize(@n + 3, (real)0.5);", "std::reverse(@v.begin(), @v.end());",
        "std::rotate(@v.begin(), @v.begin() + 1, @v.end());",
        "{ std::vector<real> other(@v); other[0] *= @v[1]; @v.swap(other); }",
    ))  # fmt: skip
    text = spelt(
        "{ std::vector<real> @v;\nfor (int @i = 0; @i < @n; ++@i) @v.push_back($0);\n$1\n"
        f"{more}\nfor (auto &@e : @v) @e = @e * (real)0.5 + $2;\n"
        "@out += (real)0.25 * @v.back() + rsin(@v.front()); }",
        v=v, i=i, e=e, n=count, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (w.terms.double(filling, 2), w.block(inner, depth - 1, 3), w.terms.double(each, 1))
    return Node("S", text, kids)


def table(w: Writer, scope: Scope, depth: int) -> Node:
    """A vector of vectors."""
    v, i, j = w.fresh("v"), w.fresh("i"), w.fresh("i")
    rows, columns = w.rng.randint(2, 3), w.rng.randint(2, 3)
    inner = scope.inner()
    inner.ints += [Int(i, rows - 1), Int(j, columns - 1)]
    text = spelt(
        "{ std::vector<std::vector<real>> @v(@rows, std::vector<real>(@columns, $0));\n"
        "for (int @i = 0; @i < @rows; ++@i) for (int @j = 0; @j < @columns; ++@j)\n"
        "@v[@i][@j] += $1 * @v[(@i + 1) % @rows][@j];\n@v[0] = @v[@rows - 1];\n"
        "@v.emplace_back(@v[0].begin(), @v[0].end());\n@out += rtanh(@v.back()[0] + @v[1][1]); }",
        v=v, i=i, j=j, rows=rows, columns=columns, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, (w.terms.double(scope, 1), w.bounded(inner, 1)))


def ordered(w: Writer, scope: Scope, depth: int) -> Node | None:
    """What algorithms of the library do with an array."""
    array = scope.array("D", write=True)
    if array is None or array.length < 3:
        return None
    place = w.rng.choice(scope.doubles)
    less = "[](const real &one, const real &two) { return rlt(one, two); }"
    folded = "[&](real so, real each) { return so * (real)0.5 + rsin(each * $0); }"
    text = w.rng.choice((
        f"std::sort(@a, @a + @n, {less});",
        f"@out += *std::max_element(@a, @a + @n, {less});",
        "@out += std::accumulate(@a, @a + @n, (real)0.0) * (real)0.25;",
        f"@out += std::accumulate(@a, @a + @n, (real)0.5, {folded});",
        "std::transform(@a, @a + @n, @a, [&](real each) { return rsin(each) + $0; });",
        "std::partial_sum(@a, @a + @n, @a);",
        "@out += std::inner_product(@a, @a + @n - 1, @a + 1, (real)0.0) * (real)0.125;",
        "std::swap(@a[0], @a[@n - 1]);", "std::fill(@a, @a + 2, $0);",
        "std::for_each(@a, @a + @n, [&](real &each) { each *= rcos($0); });",
        "std::copy(@a + 1, @a + @n, @a);",
        f"std::nth_element(@a, @a + @n / 2, @a + @n, {less});",
    ))  # fmt: skip
    text = spelt(text, a=array.name, n=array.length, out=place)
    return Node("S", text, (w.terms.double_leaf(scope),) if "$0" in text else ())


def function(w: Writer, scope: Scope, depth: int) -> Node:
    """Functions as values, made in a function."""
    f, t, place = w.fresh("f"), w.fresh("t"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.doubles, inner.read_doubles = [], [t, *scope.doubles, *scope.read_doubles]
    text = spelt(
        "{ std::function<real(real)> @f = [&](real @t) { return $0; };\n"
        "if ($1) @f = [@f](real @t) { return (real)0.5 * @f(@t) + rsin(@t); };\n"
        "@p = rtanh(@f(@p)) + (real)0.25 * @f((real)0.75); }",
        f=f, t=t, p=place,
    )  # fmt: skip
    return Node("S", text, (w.terms.double(inner, 2), w.terms.condition(scope, 1)))


def mapped(w: Writer, scope: Scope, depth: int) -> Node:
    """Numbers by key, in a tree of the library's."""
    m, i, count = w.fresh("m"), w.fresh("i"), w.rng.randint(3, 6)
    inner = scope.inner()
    inner.ints.append(Int(i, count - 1))
    text = spelt(
        "{ std::map<int, real> @m;\nfor (int @i = 0; @i < @n; ++@i) @m[($0) % 3] += $1;\n"
        "for (auto &each : @m) @out += each.second * (real)(each.first + 1) * (real)0.125; }",
        m=m, i=i, n=count, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, (w.terms.integer(inner), w.bounded(inner, 2)))


def owned(w: Writer, scope: Scope, depth: int) -> Node:
    """Objects of several classes behind pointers that own them."""
    b, v, place = w.fresh("B"), w.fresh("v"), w.rng.choice(scope.doubles)
    text = spelt(
        "{ struct @b { real c; explicit @b(real c) : c(c) {} virtual ~@b() {}\n"
        "virtual real of(real t) const { return t * c; } };\n"
        "struct @bx : @b { real d; @bx(real c, real d) : @b(c), d(d) {}\n"
        "real of(real t) const override { return rsin(t * d) + @b::of(c); } };\n"
        "std::vector<std::unique_ptr<@b>> @v;\n@v.push_back(std::make_unique<@b>($0));\n"
        "@v.emplace_back(new @bx($1, @p));\n"
        "if ($2) @v.push_back(std::make_unique<@bx>((real)0.5, $0));\n"
        "for (const auto &each : @v) @p = rtanh(each->of(@p)) + (real)0.25 * each->c; }",
        b=b, bx=b + "x", v=v, p=place,
    )  # fmt: skip
    kids = (w.terms.double(scope, 1), w.terms.double(scope, 1), w.terms.condition(scope, 1))
    return Node("S", text, kids)


def guarded(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A destructor that writes, however its block is left."""
    g, place = w.fresh("G"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    text = spelt(
        "{ struct @g { real &r; real old; @g(real &r) : r(r), old(r) {}\n"
        "~@g() { r = r * (real)0.5 + old * rsin(old); } } held(@p);\n@p = $0;\n$1 }",
        g=g, p=place,
    )  # fmt: skip
    return Node("S", text, (w.bounded(scope, 1), w.block(inner, depth - 1, 2)))


def tuples(w: Writer, scope: Scope, depth: int) -> Node:
    """Several values at once, and arrays that are values."""
    t, place = w.fresh("t"), w.rng.choice(scope.doubles)
    text = spelt(
        "{ auto @t = [&](real u) {\n"
        "return std::make_pair(rsin(u) * $0, std::array<real, 2>{ u, $1 }); };\n"
        "auto [one, two] = @t(@p); auto three = two; three[1] *= one; std::swap(two, three);\n"
        "@p = (real)0.5 * one + two[1] * rcos(three[0]); }",
        t=t, p=place,
    )  # fmt: skip
    return Node("S", text, (w.bounded(scope, 1), w.terms.double(scope, 1)))


def listed(w: Writer, scope: Scope, depth: int) -> Node:
    """A list or a queue of the library's."""
    q, i, count = w.fresh("v"), w.fresh("i"), w.rng.randint(2, 5)
    inner = scope.inner()
    inner.ints.append(Int(i, count - 1))
    kind, extra = w.rng.choice((
        ("list", "@q.push_front(@q.back() * (real)0.5);"), ("list", "@q.reverse();"),
        ("deque", "@q.push_front(@q[1] * @q[0]);"), ("deque", "@q.pop_front();"),
    ))  # fmt: skip
    text = spelt(
        f"{{ std::{kind}<real> @q;\nfor (int @i = 0; @i < @n; ++@i) @q.push_back($0);\n{extra}\n"
        "for (auto at = @q.begin(); at != @q.end(); ++at) @out += (real)0.25 * rsin(*at); }",
        q=q, i=i, n=count, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, (w.bounded(inner, 2),))


def again(w: Writer, scope: Scope, depth: int) -> Node:
    """A lambda that is handed itself."""
    f, place = w.fresh("f"), w.rng.choice(scope.doubles)
    inner = scope.inner()
    inner.doubles, inner.read_doubles = [], ["u", *scope.doubles]
    text = spelt(
        "{ auto @f = [&](auto &self, real u, int k) -> real {\n"
        "if (k <= 0) return rsin(u);\nreal so = $0;\n"
        "return so * (real)0.5 + (real)0.5 * self(self, rtanh(so + u), k - 1); };\n"
        "@p = @f(@f, @p, 1 + ($1) % 4); }",
        f=f, p=place,
    )  # fmt: skip
    return Node("S", text, (w.terms.double(inner, 2), w.terms.integer(scope)))
