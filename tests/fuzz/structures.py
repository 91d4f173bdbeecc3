"""Statements of generated programs: data as real programs keep it.

Records in arrays, rows behind pointers, pointers to pointers, trees, rings, arrays that grow,
structs that hold pointers, functions that are handed on with what they work on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.fuzz.scope import Array, Int, Scope
from tests.fuzz.tree import Node, spelt

if TYPE_CHECKING:
    from tests.fuzz.statements import Writer


def records(w: Writer, scope: Scope, depth: int) -> Node:
    """An array of structs: filled, walked by pointer, copied within.

    A place chosen at run time in a struct that is copied, too, is refused: it might be any member.
    """
    r, i, p, count = w.fresh("r"), w.fresh("i"), w.fresh("p"), w.rng.randint(2, 4)
    filling = scope.inner()
    filling.ints.append(Int(i, count - 1))
    inner = scope.inner()
    inner.doubles += [f"{r}[0].u", f"{r}[{count - 1}].w[1]"]
    inner.floats.append(f"{r}[1].v")
    inner.arrays.append(Array(f"{r}[1].w", "D", 3))
    walking = inner.inner()
    walking.doubles = [f"{p}->u"]
    walking.read_doubles += inner.doubles
    walking.ints.append(Int(f"{p}->k", 2))
    last = w.rng.choice((
        f"{r}[0] = {r}[{count - 1}];", f"{{ struct S t = {r}[0]; {r}[0] = {r}[1]; {r}[1] = t; }}",
        f"memmove({r} + 1, {r}, {count - 1} * sizeof(struct S));", "",
    ))  # fmt: skip
    at = w.rng.choice((f"{p}->k", "0", "2", "1")) if not last else w.rng.choice("012")
    text = spelt(
        "{ struct S @r[@n];\nfor (int @i = 0; @i < @n; ++@i) {\n"
        "@r[@i].u = $0; @r[@i].k = @i % 3; @r[@i].v = $1;\n"
        "@r[@i].w[0] = @r[@i].w[1] = @r[@i].u * (real)0.5; @r[@i].w[2] = $2; }\n$3\n@last\n"
        "for (struct S *@p = @r; @p < @r + @n; ++@p) @p->u += @p->w[@at] * $4;\n"
        "@out += @r[1].u; }",
        r=r, n=count, i=i, p=p, last=last, at=at, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (
        w.terms.double(filling, 1), w.terms.float(filling, 1), w.terms.double(filling, 1),
        w.block(inner, depth - 1, 3), w.terms.double(walking, 1),
    )  # fmt: skip
    return Node("S", text, kids)


def packed(w: Writer, scope: Scope, depth: int) -> Node:
    """A struct of small integers and numbers; integers steer, numbers flow."""
    c = w.fresh("c")
    inner = scope.inner()
    inner.doubles.append(f"{c}[1].v")
    inner.floats.append(f"{c}[0].f")
    inner.ints += [Int(f"(int){c}[0].place", 7), Int(f"(int){c}[1].turn", 3)]
    inner.ints.append(Int(f"(int){c}[0].step", 5))
    text = spelt(
        "{ struct cell @c[2]; @c[0].place = ($0) % 8; @c[0].turn = 1; @c[0].step = ($1) % 6;\n"
        "@c[0].v = $2; @c[0].f = $3; @c[1] = @c[0]; @c[1].turn += @c[0].place % 3;\n$4\n"
        "@c[0] = @c[@c[1].turn % 2];\n@out += (real)0.5 * @c[0].v + (real)@c[1].f; }",
        c=c, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (
        w.terms.integer(scope), w.terms.integer(scope), w.bounded(scope, 2),
        w.terms.float(scope, 1), w.block(inner, depth - 1, 3),
    )  # fmt: skip
    return Node("S", text, kids)


def nested(w: Writer, scope: Scope, depth: int) -> Node | None:
    """Structs in a struct, with a pointer to an array beside them."""
    array = scope.array("D", write=True)
    if array is None:
        return None
    h, i = w.fresh("h"), w.fresh("i")
    inner = scope.inner()
    inner.structs += [f"{h}.in[0]", f"{h}.in[1]"]
    inner.doubles += [f"{h}.of.scale", f"{h}.of.data[{array.length - 1}]"]
    inner.floats.append(f"{h}.rim")
    text = spelt(
        "{ struct hull @h; struct T @i = { 2, $0, $1 };\n@h.in[0] = @i; @h.in[1] = @h.in[0];\n"
        "@h.of.data = @a; @h.of.length = @n; @h.of.scale = $2; @h.rim = @i.q;\n$3\n"
        "{ struct hull @o = @h; shape_scaled(&@o.of, @h.in[1].p); @out += rtanh(@o.of.scale); }\n"
        "@out -= (real)0.25 * @h.of.scale; }",
        h=h, i=i, o=w.fresh("h"), a=array.name, n=array.length, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (
        w.bounded(scope, 1), w.terms.float(scope, 1), w.bounded(scope, 1),
        w.block(inner, depth - 1, 3),
    )  # fmt: skip
    return Node("S", text, kids)


def rows(w: Writer, scope: Scope, depth: int) -> Node | None:
    """An array of pointers into arrays, exchanged on the way."""
    one, two = scope.array("D", write=True), scope.array("D", write=True)
    if one is None or two is None or min(one.length, two.length) < 3:
        return None
    q, i, j, t = w.fresh("q"), w.fresh("i"), w.fresh("i"), w.fresh("t")
    inner = scope.inner()
    inner.arrays += [Array(f"{q}[{n}]", "D", 2) for n in range(3)]
    looping = inner.inner()
    looping.ints += [Int(i, 2), Int(j, 1)]
    at = w.rng.choice((f"{q}[{i}][{j}]", f"(*({q} + {i}))[{j}]", f"*({q}[{i}] + {j})"))
    text = spelt(
        "{ real *@q[3] = { @a, @b, @a + 1 };\n$0\n"
        "{ real *@t = @q[0]; @q[0] = @q[$1]; @q[$1] = @t; }\n"
        "for (int @i = 0; @i < 3; ++@i) for (int @j = 0; @j < 2; ++@j)\n"
        "@at = (real)0.5 * (@at) + $2; }",
        q=q, a=one.name, b=two.name, t=t, i=i, j=j, at=at,
    )  # fmt: skip
    which = Node("I", "($0) % 3", (w.terms.integer(scope),))
    kids = (w.block(inner, depth - 1, 2), which, w.bounded(looping, 1))
    return Node("S", text, kids)


def indirect(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A pointer to a pointer that is turned to another number."""
    if len(scope.doubles) < 2:
        return None
    one, two = w.rng.sample(scope.doubles, 2)
    p, pp = w.fresh("p"), w.fresh("p")
    inner = scope.inner()
    inner.doubles.append(f"(**{pp})")
    text = spelt(
        "{ real *@p = &@one, **@pp = &@p;\n**@pp = **@pp * (real)0.5 + $0;\n"
        "if ($1) *@pp = &@two;\n$2\n*@p += rsin(**@pp); }",
        p=p, pp=pp, one=one, two=two,
    )  # fmt: skip
    kids = (w.bounded(scope, 1), w.terms.condition(scope, 1), w.block(inner, depth - 1, 2))
    return Node("S", text, kids)


def heap_rows(w: Writer, scope: Scope, depth: int) -> Node:
    """A matrix of rows that are allocated one by one."""
    m, i, j = w.fresh("q"), w.fresh("i"), w.fresh("i")
    rows, columns = w.rng.randint(2, 4), w.rng.randint(2, 4)
    inner = scope.inner()
    inner.pinned, inner.loops = True, 0
    filling = scope.inner()
    filling.ints += [Int(i, rows - 1), Int(j, columns - 1)]
    inner.arrays += [Array(f"{m}[{n}]", "D", columns) for n in range(rows)]
    text = spelt(
        "{ real **@m = (real **)malloc(@rows * sizeof(real *));\n"
        "for (int @i = 0; @i < @rows; ++@i) {\n@m[@i] = (real *)calloc(@columns, sizeof(real));\n"
        "for (int @j = 0; @j < @columns; ++@j) @m[@i][@j] = $0; }\n$1\n"
        "for (int @i = 1; @i < @rows; ++@i) for (int @j = 0; @j < @columns; ++@j)\n"
        "@m[@i][@j] += @m[@i - 1][@columns - 1 - @j] * (real)0.5;\n"
        "@out += rtanh(@m[@rows - 1][$2]);\n"
        "for (int @i = 0; @i < @rows; ++@i) free(@m[@i]);\nfree(@m); }",
        m=m, i=i, j=j, rows=rows, columns=columns, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    column = Node("I", f"($0) % {columns}", (w.terms.integer(scope),))
    return Node("S", text, (w.terms.double(filling, 2), w.block(inner, depth - 1, 3), column))


def search_tree(w: Writer, scope: Scope, depth: int) -> Node:
    """Leaves put where numbers say, then walked by a function that calls itself."""
    root, at, new, i = w.fresh("c"), w.fresh("c"), w.fresh("c"), w.fresh("i")
    count = w.rng.randint(2, 5)
    inner = scope.inner()
    inner.ints.append(Int(i, count - 1))
    text = spelt(
        "{ struct leaf @new[@n], *@root = 0;\nfor (int @i = 0; @i < @n; ++@i) {\n"
        "struct leaf **@at = &@root;\n@new[@i].value = $0; @new[@i].left = @new[@i].right = 0;\n"
        "while (*@at) @at = rlt(@new[@i].value, (*@at)->value) ? &(*@at)->left : &(*@at)->right;\n"
        "*@at = &@new[@i]; }\n@out += shape_along(@root, $1); }",
        root=root, at=at, new=new, n=count, i=i, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, (w.terms.double(inner, 2), w.bounded(scope, 1)))


def ring(w: Writer, scope: Scope, depth: int) -> Node:
    """A queue that goes round."""
    q, head, count, i = w.fresh("ring"), w.fresh("k"), w.fresh("k"), w.fresh("i")
    size, turns = w.rng.randint(2, 4), w.rng.randint(4, 9)
    inner = scope.inner()
    inner.ints.append(Int(f"({i} % 6)", 5))
    text = spelt(
        "{ real @q[@size]; int @head = 0, @count = 0;\nfor (int @i = 0; @i < @turns; ++@i) {\n"
        "@q[(@head + @count) % @size] = $0; ++@count;\n"
        "if (@count == @size || $1) { @out += (real)0.25 * rsin(@q[@head]);\n"
        "@head = (@head + 1) % @size; --@count; } }\n"
        "while (@count-- > 0) { @out *= rcos(@q[@head]); @head = (@head + 1) % @size; } }",
        q=q, head=head, count=count, i=i, size=size, turns=turns, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    return Node("S", text, (w.bounded(inner, 2), w.terms.condition(inner, 1)))


def growing(w: Writer, scope: Scope, depth: int) -> Node:
    """An array that is reallocated when it is full."""
    v, n, room, i = w.fresh("v"), w.fresh("k"), w.fresh("k"), w.fresh("i")
    most = w.rng.randint(2, 7)
    inner = scope.inner()
    inner.ints.append(Int(i, most - 1))
    later = scope.inner()
    later.pinned, later.loops = True, 0
    later.arrays.append(Array(v, "D", 1, n))
    text = spelt(
        "{ real *@v = 0; int @n = 0, @room = 0;\nfor (int @i = 0; @i < @most; ++@i) {\n"
        "if (@i > 0 && $0) continue;\nif (@n == @room) { @room = @room ? 2 * @room : 1;\n"
        "@v = (real *)realloc(@v, @room * sizeof(real)); }\n"
        "@v[@n] = $1 + (@n > 0 ? @v[@n - 1] * (real)0.5 : (real)0.0); ++@n; }\n$2\n"
        "for (int @i = 0; @i < @n; ++@i) @out += (real)0.25 * rsin(@v[@i]);\nfree(@v); }",
        v=v, n=n, room=room, i=i, most=most, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (w.terms.condition(inner, 0), w.bounded(inner, 2), w.block(later, depth - 1, 2))
    return Node("S", text, kids)


def stack_room(w: Writer, scope: Scope, depth: int) -> Node:
    """Room on the stack whose size is known at run time alone, perhaps in a loop."""
    v, i, t, n = w.fresh("v"), w.fresh("i"), w.fresh("i"), w.fresh("k")
    inner = scope.inner()
    inner.ints += [Int(t, 2)]
    filling = inner.inner()
    filling.ints.append(Int(i, 0, n))
    later = inner.inner()
    later.arrays.append(Array(v, "D", 1, n))
    later.loops += 1
    text = spelt(
        "for (int @t = 0; @t < 3; ++@t) { int @n = 1 + (@t + $0) % 4;\n"
        "real *@v = (real *)__builtin_alloca(@n * sizeof(real));\n"
        "for (int @i = 0; @i < @n; ++@i) @v[@i] = $1;\n$2\n"
        "@out += (real)0.25 * rsin(@v[@n - 1]); }",
        t=t, i=i, n=n, v=v, out=w.rng.choice(scope.doubles),
    )  # fmt: skip
    kids = (w.terms.integer(scope), w.bounded(filling, 1), w.block(later, depth - 1, 2))
    return Node("S", text, kids)


def walked(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A pointer that a function moves on."""
    array = scope.array("D")
    if array is None or array.length < 2:
        return None
    p, place = w.fresh("p"), w.rng.choice(scope.doubles)
    stride = w.rng.randint(1, max(1, (array.length - 1) // 2))
    count = (array.length - 1) // stride
    text = spelt(
        "{ real *@p = @a; @out += shape_walk(&@p, @n, @stride); @out -= (real)0.5 * *@p; }",
        p=p, a=array.name, n=count, stride=stride, out=place,
    )  # fmt: skip
    return Node("S", text)


def called_back(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A function handed on, chosen at run time, with the memory that it works on."""
    array = scope.array("D", write=True)
    if array is None:
        return None
    f, place = w.fresh("f"), w.rng.choice(scope.doubles)
    text = spelt(
        "{ real (*@f)(real, void *) = $0 ? shape_scale : shape_shift;\n"
        "@out = shape_called(@f, @a + @at, 1 + ($1) % 3, $2); }",
        f=f, a=array.name, at=w.rng.randrange(array.length), out=place,
    )  # fmt: skip
    kids = (w.terms.condition(scope, 1), w.terms.integer(scope), w.bounded(scope, 1))
    return Node("S", text, kids)


def dispatched(w: Writer, scope: Scope, depth: int) -> Node | None:
    """A table of functions, filled and exchanged at run time, called in a loop."""
    array = scope.array("D", write=True)
    if array is None:
        return None
    f, i, place = w.fresh("f"), w.fresh("i"), w.rng.choice(scope.doubles)
    text = spelt(
        "{ real (*@f[3])(real, void *) = { shape_scale, shape_shift, shape_scale };\n"
        "if ($0) @f[2] = @f[1];\nfor (int @i = 0; @i < 4; ++@i)\n"
        "@out = @f[(@i + $1) % 3](@out, @a + (@i % @n)) * (real)0.75 + $2; }",
        f=f, i=i, a=array.name, n=array.length, out=place,
    )  # fmt: skip
    kids = (w.terms.condition(scope, 0), w.terms.integer(scope), w.terms.double_leaf(scope))
    return Node("S", text, kids)


_PRODUCT: Final = """\
for (int @i = 0; @i < @n; ++@i) for (int @j = 0; @j < @n; ++@j) { @b[@i][@j] = (real)0.0;
for (int @k = 0; @k < @n; ++@k) @b[@i][@j] += @a[@i][@k] * @a[@k][@j] * (real)0.25; }"""
_ELIMINATION: Final = """\
memcpy(@b, @a, sizeof @a);
for (int @i = 0; @i < @n; ++@i) @b[@i][@i] += (real)6.0;
for (int @k = 0; @k < @n; ++@k) for (int @i = @k + 1; @i < @n; ++@i) {
@b[@i][@k] /= @b[@k][@k];
for (int @j = @k + 1; @j < @n; ++@j) @b[@i][@j] -= @b[@i][@k] * @b[@k][@j]; }"""


def product(w: Writer, scope: Scope, depth: int) -> Node:
    """A small matrix product, or elimination without pivots."""
    a, b, i, j, k, n = (*(w.fresh(s) for s in ("m", "m", "i", "i", "i")), w.rng.randint(2, 3))
    inner = scope.inner()
    inner.ints += [Int(i, n - 1), Int(j, n - 1)]
    text = w.rng.choice((_PRODUCT, _ELIMINATION))
    whole = (
        "{ real @a[@n][@n], @b[@n][@n];\nfor (int @i = 0; @i < @n; ++@i)\n"
        f"for (int @j = 0; @j < @n; ++@j) @a[@i][@j] = $0;\n{text}\n"
        "@out += rtanh(@b[@n - 1][@n - 1] * (real)0.25 + @b[0][@n - 1]); }"
    )
    whole = spelt(whole, a=a, b=b, i=i, j=j, k=k, n=n, out=w.rng.choice(scope.doubles))
    return Node("S", whole, (Node("D", "rsin($0)", (w.terms.double(inner, 2),)),))
