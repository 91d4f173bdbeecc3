"""The vector instructions of x86 that have an intrinsic of their own, written in plain IR.

Code with `_mm256_max_pd` and its kin is then differentiated and optimised like any other; the code
generator finds the instructions again.

    call <4 x double> @llvm.x86.avx.max.pd.256(a, b)   →   select (fcmp ogt a, b), a, b

Each becomes a call of a function that is inlined at once. Invariant: the plain form computes what
the instruction does, bit by bit (NaN and signed zeros too: `maxpd` gives its second operand where
the operands are equal or not comparable). Not here: the approximations `rcp` and `rsqrt`, which
have rules; AVX-512 with rounding modes or scaling, which is refused where it is active.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from ribozyme.base.regex import pattern

_NAME: Final = pattern(r"@llvm\.x86\.([a-z0-9.]+)")
_DECLARED: Final = pattern(r"^declare [^\n]*?@llvm\.x86\.([a-z0-9.]+)\([^\n]*\n", re.MULTILINE)
_ROUNDINGS: Final = ("roundeven", "floor", "ceil", "trunc")  # by what the instruction is told
_ROUNDING_MODE: Final = "nearbyint"
_PREDICATES: Final = (
    *("oeq", "olt", "ole", "uno", "une", "uge", "ugt", "ord"),
    *("ueq", "ult", "ule", "false", "one", "oge", "ogt", "true"),
)


def in_plain_ir(text: str) -> str:
    """The module with the instructions of x86 that are known as functions of its own."""
    if "@llvm.x86." not in text:
        return text
    known = {
        name: body
        for name in dict.fromkeys(_NAME.findall(text))
        if (body := _body(name)) is not None
    }
    text = _DECLARED.sub(lambda line: "" if line[1] in known else line[0], text)
    text = _NAME.sub(lambda use: f"@rz.x86.{use[1]}" if use[1] in known else use[0], text)
    needed = sorted({line for body in known.values() for line in body.declared})
    lines = [line for line in needed if f"{_symbol(line)}(" not in text]
    return "\n".join((text, *lines, *(body.text for body in known.values()), ""))


class _Body(NamedTuple):
    text: str
    declared: tuple[str, ...] = ()


class _Shape(NamedTuple):
    """A vector register: `lanes` elements of `element`, in groups of 128 bits."""

    element: str
    lanes: int

    @property
    def bits(self) -> int:
        return 64 if self.element == "double" else 32

    @property
    def group(self) -> int:
        return 128 // self.bits

    @property
    def type(self) -> str:
        return f"<{self.lanes} x {self.element}>"

    @property
    def integers(self) -> str:
        return f"<{self.lanes} x i{self.bits}>"

    @property
    def suffix(self) -> str:
        return f"v{self.lanes}f{self.bits}"

    def places(self, of: Callable[[int], int]) -> str:
        """The places that a shuffle takes its elements from."""
        return f"<{self.lanes} x i32> <{', '.join(f'i32 {of(n)}' for n in range(self.lanes))}>"


@cache
def _body(name: str) -> _Body | None:
    for names, make in _FAMILIES:
        found = names.fullmatch(name)
        if found is not None:
            return make(name, _shape(name), found[1])
    return None


def _shape(name: str) -> _Shape:
    """The registers of an instruction, by how its name ends: `.ps`, `.pd.256`, `dppd`."""
    width = next((w for w in (512, 256) if name.endswith(f".{w}")), 128)
    width = 256 if name == "avx2.permps" else width
    if name.removesuffix(f".{width}").endswith(("pd", "sd", "df")):
        return _Shape("double", width // 64)
    return _Shape("float", width // 32)


def _function(result: str, name: str, parameters: str, lines: Iterable[str]) -> str:
    body = "\n".join(line if line.endswith(":") else f"  {line}" for line in lines)
    head = f"define internal {result} @rz.x86.{name}({parameters})"
    return f"{head} alwaysinline nounwind willreturn {{\n{body}\n}}\n"


def _symbol(line: str) -> str:
    return line[line.index("@") : line.index("(")]


# ---- choices -------------------------------------------------------------------------------------


def _choice(name: str, shape: _Shape, op: str) -> _Body:
    """`max` and `min`; with AVX-512 a word about exceptions follows, which are not seen."""
    v = shape.type
    more = ", i32 %exceptions" if name.startswith("avx512") else ""
    lines = (
        f"%first = fcmp {'ogt' if op == 'max' else 'olt'} {v} %a, %b",
        f"%r = select <{shape.lanes} x i1> %first, {v} %a, {v} %b",
        f"ret {v} %r",
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b{more}", lines))


def _low_choice(name: str, shape: _Shape, op: str) -> _Body:
    v, e = shape.type, shape.element
    lines = (
        *_low(shape, "a", "b"),
        f"%first = fcmp {'ogt' if op == 'max' else 'olt'} {e} %a.low, %b.low",
        f"%low = select i1 %first, {e} %a.low, {e} %b.low",
        *_with_low(shape),
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b", lines))


def _low(shape: _Shape, *names: str) -> Iterable[str]:
    return (f"%{name}.low = extractelement {shape.type} %{name}, i64 0" for name in names)


def _with_low(shape: _Shape) -> Iterable[str]:
    v = shape.type
    yield f"%r = insertelement {v} %a, {shape.element} %low, i64 0"
    yield f"ret {v} %r"


def _low_compare(name: str, shape: _Shape, _: str) -> _Body:
    """All bits of the lowest element are what the comparison says."""
    v, e, bits = shape.type, shape.element, f"i{shape.bits}"
    cases = [f"i8 {n}, label %{p}" for n, p in enumerate(_PREDICATES)]
    blocks = [
        line
        for p in _PREDICATES
        for line in (f"{p}:", f"%is.{p} = fcmp {p} {e} %a.low, %b.low", "br label %all")
    ]
    values = ", ".join(f"[ %is.{p}, %{p} ]" for p in _PREDICATES)
    lines = (
        *_low(shape, "a", "b"),
        "%which = and i8 %predicate, 15",
        f"switch i8 %which, label %oeq [ {' '.join(cases)} ]",
        *blocks,
        "all:",
        f"%is = phi i1 {values}",
        f"%mask = sext i1 %is to {bits}",
        f"%low = bitcast {bits} %mask to {e}",
        *_with_low(shape),
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b, i8 %predicate", lines))


def _blend(name: str, shape: _Shape, _: str) -> _Body:
    """The second operand where the sign of the third is set."""
    v, i = shape.type, shape.integers
    lines = (
        f"%mask = bitcast {v} %c to {i}",
        f"%second = icmp slt {i} %mask, zeroinitializer",
        f"%r = select <{shape.lanes} x i1> %second, {v} %b, {v} %a",
        f"ret {v} %r",
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b, {v} %c", lines))


# ---- arithmetic across elements ------------------------------------------------------------------


def _horizontal(name: str, shape: _Shape, op: str) -> _Body:
    """Neighbours are added: in each group of 128 bits those of `a`, then those of `b`."""
    v, k = shape.type, shape.group

    def even(n: int) -> int:
        group, inside = divmod(n, k)
        of_b, pair = divmod(inside, k // 2)
        return of_b * shape.lanes + group * k + 2 * pair

    lines = (
        f"%even = shufflevector {v} %a, {v} %b, {shape.places(even)}",
        f"%odd = shufflevector {v} %a, {v} %b, {shape.places(lambda n: even(n) + 1)}",
        f"%r = {'fadd' if op == 'hadd' else 'fsub'} {v} %even, %odd",
        f"ret {v} %r",
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b", lines))


def _alternating(shape: _Shape, first: str, second: str) -> str:
    """Even elements of one vector, odd elements of another."""
    places = shape.places(lambda n: n + n % 2 * shape.lanes)
    return f"%r = shufflevector {shape.type} {first}, {shape.type} {second}, {places}"


def _add_and_subtract(name: str, shape: _Shape, _: str) -> _Body:
    v = shape.type
    lines = (
        f"%difference = fsub {v} %a, %b",
        f"%sum = fadd {v} %a, %b",
        _alternating(shape, "%difference", "%sum"),
        f"ret {v} %r",
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b", lines))


def _fused_alternating(name: str, shape: _Shape, op: str) -> _Body:
    v = shape.type
    fma = f"{v} @llvm.fma.{shape.suffix}"
    less, more = ("%less", "%more") if op == "vfmaddsub" else ("%more", "%less")
    lines = (
        f"%negative = fneg {v} %c",
        f"%less = call {fma}({v} %a, {v} %b, {v} %negative)",
        f"%more = call {fma}({v} %a, {v} %b, {v} %c)",
        _alternating(shape, less, more),
        f"ret {v} %r",
    )
    text = _function(v, name, f"{v} %a, {v} %b, {v} %c", lines)
    return _Body(text, (f"declare {fma}({v}, {v}, {v})",))


def _dot(name: str, shape: _Shape, _: str) -> _Body:
    """The chosen products of each group of 128 bits, summed in pairs, to the chosen places."""
    v, n, k = shape.type, shape.lanes, shape.group

    def chosen(word: str, start: int) -> Iterable[str]:
        bits = ", ".join(
            f"i8 {-128 if start + j % k == 7 else 1 << start + j % k}" for j in range(n)
        )
        yield f"%{word}.bits = and <{n} x i8> %every, <{bits}>"
        yield f"%{word} = icmp ne <{n} x i8> %{word}.bits, zeroinitializer"

    def summed() -> Iterable[str]:
        last = "%products"
        for step in (1, 2)[: k // 2]:
            places = shape.places(step.__xor__)
            yield f"%other{step} = shufflevector {v} {last}, {v} poison, {places}"
            yield f"%sum{step} = fadd {v} {last}, %other{step}"
            last = f"%sum{step}"
        yield f"%r = select <{n} x i1> %into, {v} {last}, {v} zeroinitializer"

    lines = (
        f"%one = insertelement <{n} x i8> poison, i8 %choice, i64 0",
        f"%every = shufflevector <{n} x i8> %one, <{n} x i8> poison, {shape.places(lambda _: 0)}",
        *chosen("from", 4),
        *chosen("into", 0),
        f"%all = fmul {v} %a, %b",
        f"%products = select <{n} x i1> %from, {v} %all, {v} zeroinitializer",
        *summed(),
        f"ret {v} %r",
    )
    return _Body(_function(v, name, f"{v} %a, {v} %b, i8 %choice", lines))


# ---- rounding and conversion ---------------------------------------------------------------------


def _rounding(type: str, suffix: str, operand: str) -> tuple[list[str], tuple[str, ...]]:
    """Lines that end in block `all` with the rounded value `%low`."""
    words = (*_ROUNDINGS, _ROUNDING_MODE)
    cases = [f"i32 {n}, label %{word}" for n, word in enumerate(_ROUNDINGS)]
    lines = [
        "%which = and i32 %how, 7",
        f"switch i32 %which, label %{_ROUNDING_MODE} [ {' '.join(cases)} ]",
    ]
    for word in words:
        call = f"call {type} @llvm.{word}.{suffix}({type} {operand})"
        lines += [f"{word}:", f"%by.{word} = {call}", "br label %all"]
    values = ", ".join(f"[ %by.{word}, %{word} ]" for word in words)
    lines += ["all:", f"%low = phi {type} {values}"]
    return lines, tuple(f"declare {type} @llvm.{word}.{suffix}({type})" for word in words)


def _rounded(name: str, shape: _Shape, _: str) -> _Body:
    v = shape.type
    lines, declared = _rounding(v, shape.suffix, "%a")
    text = _function(v, name, f"{v} %a, i32 %how", (*lines, f"ret {v} %low"))
    return _Body(text, declared)


def _low_rounded(name: str, shape: _Shape, _: str) -> _Body:
    v = shape.type
    lines, declared = _rounding(shape.element, f"f{shape.bits}", "%b.low")
    whole = (*_low(shape, "b"), *lines, *_with_low(shape))
    return _Body(_function(v, name, f"{v} %a, {v} %b, i32 %how", whole), declared)


def _narrowed(name: str, _: _Shape, __: str) -> _Body:
    """Doubles to floats; of two, the upper half is zero."""
    four = _Shape("float", 4)
    f = four.type
    match name:
        case "avx.cvt.pd2.ps.256":
            parameters, lines = "<4 x double> %a", [f"%r = fptrunc <4 x double> %a to {f}"]
        case "sse2.cvtsd2ss":
            parameters = f"{f} %a, <2 x double> %b"
            lines = [*_low(_Shape("double", 2), "b"), "%low = fptrunc double %b.low to float"]
            lines.append(f"%r = insertelement {f} %a, float %low, i64 0")
        case _:
            parameters, lines = "<2 x double> %a", ["%two = fptrunc <2 x double> %a to <2 x float>"]
            places = four.places(lambda n: n)
            lines.append(
                f"%r = shufflevector <2 x float> %two, <2 x float> zeroinitializer, {places}"
            )
    return _Body(_function(f, name, parameters, (*lines, f"ret {f} %r")))


def _low_approximation(name: str, shape: _Shape, op: str) -> _Body:
    """The approximation of the lowest element, by that of all four."""
    v = shape.type
    packed = f"{v} @llvm.x86.sse.{op}.ps"
    lines = (
        f"%all = call {packed}({v} %a)",
        f"%low = extractelement {v} %all, i64 0",
        *_with_low(shape),
    )
    return _Body(_function(v, name, f"{v} %a", lines), (f"declare {packed}({v})",))


# ---- permutations and memory ---------------------------------------------------------------------


def _permuted(name: str, shape: _Shape, op: str) -> _Body:
    """Elements at places that are known at run time, in a group of 128 bits or in all."""
    v, i, n = shape.type, shape.integers, shape.lanes
    bits = f"i{shape.bits}"
    within = shape.group if op == "vpermilvar" else n
    shift = 1 if op == "vpermilvar" and shape.element == "double" else 0
    lines: list[str] = []
    last = "poison"
    for k in range(n):
        lines += [
            f"%place{k} = extractelement {i} %places, i64 {k}",
            f"%shifted{k} = lshr {bits} %place{k}, {shift}",
            f"%inside{k} = and {bits} %shifted{k}, {within - 1}",
            f"%from{k} = or {bits} %inside{k}, {k // within * within}",
            f"%element{k} = extractelement {v} %a, {bits} %from{k}",
            f"%r{k} = insertelement {v} {last}, {shape.element} %element{k}, i64 {k}",
        ]
        last = f"%r{k}"
    return _Body(_function(v, name, f"{v} %a, {i} %places", (*lines, f"ret {v} {last}")))


def _signs(shape: _Shape, integers: str) -> str:
    return f"%mask = icmp slt {shape.integers} {integers}, zeroinitializer"


def _loaded(name: str, shape: _Shape, op: str) -> _Body:
    v, i, mask = shape.type, shape.integers, f"<{shape.lanes} x i1>"
    if op == "load":
        load = f"{v} @llvm.masked.load.{shape.suffix}.p0"
        lines = (
            _signs(shape, "%signs"),
            f"%r = call {load}(ptr align 1 %p, {mask} %mask, {v} zeroinitializer)",
            f"ret {v} %r",
        )
        text = _function(v, name, f"ptr %p, {i} %signs", lines)
        return _Body(text, (f"declare {load}(ptr, {mask}, {v})",))
    store = f"void @llvm.masked.store.{shape.suffix}.p0"
    lines = (
        _signs(shape, "%signs"),
        f"call {store}({v} %value, ptr align 1 %p, {mask} %mask)",
        "ret void",
    )
    text = _function("void", name, f"ptr %p, {i} %signs, {v} %value", lines)
    return _Body(text, (f"declare {store}({v}, ptr, {mask})",))


def _gathered(name: str, shape: _Shape, op: str) -> _Body | None:
    """Elements at a base and scaled distances; `q`: distances of 64 bits."""
    if op == "q" and shape.element == "float":
        return None  # half a register of results
    v, n, bits = shape.type, shape.lanes, 64 if op == "q" else 32
    given = f"<{max(n, 128 // bits)} x i{bits}>"
    wide = f"<{n} x i64>"
    gather = f"{v} @llvm.masked.gather.{shape.suffix}.v{n}p0"
    lines = (
        f"%signs = bitcast {v} %signed to {shape.integers}",
        _signs(shape, "%signs"),
        f"%low = shufflevector {given} %distances, {given} poison, {shape.places(lambda j: j)}",
        f"%far = add {wide} %low, zeroinitializer"
        if op == "q"
        else f"%far = sext <{n} x i32> %low to {wide}",
        "%factor = zext i8 %scale to i64",
        f"%one = insertelement {wide} poison, i64 %factor, i64 0",
        f"%factors = shufflevector {wide} %one, {wide} poison, {shape.places(lambda _: 0)}",
        f"%bytes = mul {wide} %far, %factors",
        f"%from = getelementptr i8, ptr %base, {wide} %bytes",
        f"%r = call {gather}(<{n} x ptr> align 1 %from, <{n} x i1> %mask, {v} %otherwise)",
        f"ret {v} %r",
    )
    parameters = f"{v} %otherwise, ptr %base, {given} %distances, {v} %signed, i8 %scale"
    declared = f"declare {gather}(<{n} x ptr>, <{n} x i1>, {v})"
    return _Body(_function(v, name, parameters, lines), (declared,))


_Make = Callable[[str, _Shape, str], _Body | None]
_FAMILIES: Final[tuple[tuple[re.Pattern[str], _Make], ...]] = tuple(
    (pattern(names), make)
    for names, make in (
        (r"(?:sse2?|avx|avx512)\.(max|min)\.p[sd](?:\.256|\.512)?", _choice),
        (r"sse2?\.(max|min)\.s[sd]", _low_choice),
        (r"sse2?\.(cmp)\.s[sd]", _low_compare),
        (r"(?:sse41\.|avx\.)(blendv)(?:p[sd]|\.p[sd]\.256)", _blend),
        (r"(?:sse3|avx)\.(hadd|hsub)\.p[sd](?:\.256)?", _horizontal),
        (r"(?:sse3|avx)\.(addsub)\.p[sd](?:\.256)?", _add_and_subtract),
        (r"fma\.(vfmaddsub|vfmsubadd)\.p[sd](?:\.256)?", _fused_alternating),
        (r"(?:sse41|avx)\.(dp)(?:p[sd]|\.ps\.256)", _dot),
        (r"(?:sse41|avx)\.(round)\.p[sd](?:\.256)?", _rounded),
        (r"sse41\.(round)\.s[sd]", _low_rounded),
        (r"(sse2\.cvtpd2ps|sse2\.cvtsd2ss|avx\.cvt\.pd2\.ps\.256)", _narrowed),
        (r"sse\.(rcp|rsqrt)\.ss", _low_approximation),
        (r"avx\.(vpermilvar)\.p[sd](?:\.256)?", _permuted),
        (r"(avx2\.permps|avx512\.permvar\.df\.512)", _permuted),
        (r"avx\.mask(load|store)\.p[sd](?:\.256)?", _loaded),
        (r"avx2\.gather\.([dq])\.p[sd](?:\.256)?", _gathered),
    )
)
