"""Calls of FFTW: plans that the program makes by known calls, and transforms by them.

    p = fftw_plan_dft_1d(n, in, out, FFTW_FORWARD, flags)   →   a record of n, in, out, …
    fftw_execute(p)                                         →   dft(…, p->in, p->out)

The C functions are in `fourier.h`. Where a program calls a function of FFTW that takes a plan and
is not known here, none of its calls is replaced, and each is refused by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, Literal

from ribozyme.algebra.convention import parameters, uniform
from ribozyme.algebra.derivatives import declarations
from ribozyme.algebra.doors import door_name
from ribozyme.algebra.rows import Row, Written
from ribozyme.algebra.spelled import row
from ribozyme.base.regex import pattern
from ribozyme.rules.algebra import PREFIX, Convention

TRANSFORMS: Final[Mapping[str, Row]] = MappingProxyType(
    {
        one.name: one
        for one in (
            row(
                "dft",
                "the Fourier transform of an array into another",
                "plan same back kind rows n in:array out:array",
                "in: 1 × n; out: 1 × n!",
                Written(),
                layout=False,
                types="sd",
            ),
            row(
                "dftx",
                "the Fourier transform of an array in place",
                "plan same back kind rows n x:array",
                "x: 1 × n!",
                Written(),
                layout=False,
                types="sd",
            ),
        )
    }
)
_OWN: Final = Convention("c", "", "")
PLANS: Final = tuple(
    f"{PREFIX}{name}.{type}.{_OWN.word}" for name in ("plan", "unplan") for type in "sd"
)
"""Functions that make plans and give them up: whatever they touch is the library's."""
_SIZES: Final = {"_1d": 1, "_2d": 2, "_3d": 3}
_KINDS: Final = {"": 0, "_r2c": 1, "_c2r": 2}
_NAME: Final = pattern(r"fftwf?_\w+")
_WITHOUT_PLAN: Final = pattern(
    r"fftwf?_(?:malloc|free|alloc_real|alloc_complex|cleanup\w*|init_threads|plan_with_nthreads"
    r"|planner_nthreads|make_planner_thread_safe|alignment_of|set_timelimit|(?:im|ex)port_\w+"
    r"|forget_wisdom)"
)
Type = Literal["s", "d"]


def _doors() -> dict[str, tuple[str, str]]:
    """By the name behind `fftw_`, the parameters and the body in C, `$` for the record's type."""
    found = {
        "execute": ("void | $p", "by_plan(p, p->in, p->out);"),
        "destroy_plan": ("void | $p", "destroyed(p);"),
    }
    for suffix, kind in _KINDS.items():
        sign = ", int sign" if kind == 0 else ""
        given = "sign" if kind == 0 else "0"
        tail = f"T *in, T *out{sign}, unsigned flags"
        made = f"return plan({kind}, {{rank}}, {{dims}}, 1, in, out, {given}, flags);"
        found[f"execute_dft{suffix}"] = ("void | $p, T *in, T *out", "by_plan(p, in, out);")
        found[f"plan_dft{suffix}"] = (
            f"$| int rank, const int *dims, {tail}",
            made.format(rank="rank", dims="dims"),
        )
        for word, rank in _SIZES.items():
            names = [f"n{k}" for k in range(rank)] if rank > 1 else ["n0"]
            dims = f"(int[]){{{', '.join(names)}}}"
            heads = ", ".join(f"int {name}" for name in names)
            body = made.format(rank=rank, dims=dims)
            found[f"plan_dft{suffix}{word}"] = (f"$| {heads}, {tail}", body)
    found["execute_r2r"] = found["execute_dft"]
    tail = "T *in, T *out, int kind, unsigned flags"
    body = "return plan(REAL_REAL + kind, 1, &n, 1, in, out, 0, flags);"
    found["plan_r2r_1d"] = (f"$| int n, {tail}", body)
    return found | {f"plan_many_dft{suffix}": _many(kind) for suffix, kind in _KINDS.items()}


def _many(kind: int) -> tuple[str, str]:
    side = "T *{0}, const int *{0}_embed, int {0}_stride, int {0}_distance"
    a, b = side.format("in"), side.format("out")
    given = ", ".join(f"{n}, {n}_embed, {n}_stride, {n}_distance" for n in ("in", "out"))
    sign = ", int sign" if kind == 0 else ""
    return (
        f"$| int rank, const int *n, int many, {a}, {b}{sign}, unsigned flags",
        f"return many_plan({kind}, rank, n, many, {given}, {'sign' if sign else '0'}, flags);",
    )


_DOORS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(_doors())


def called(declared: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The functions of FFTW whose calls are replaced, of those that are declared with some types;
    none where a plan goes where it is not known."""
    names = [name for name in declared if _NAME.fullmatch(name)]
    with_plans = [name for name in names if not _WITHOUT_PLAN.fullmatch(name)]
    if not all(_fits(name, declared[name]) for name in with_plans):
        return ()
    return tuple(sorted(with_plans))


def _short(name: str) -> str:
    return name.partition("_")[2]


def _fits(name: str, types: tuple[str, ...]) -> bool:
    door = _DOORS.get(_short(name))
    return door is not None and types == _types(door[0])


def _types(spelled: str) -> tuple[str, ...]:
    gives, _, params = spelled.partition("|")
    ir = ["ptr" if "*" in p or "$" in p else "i32" for p in params.split(",")]
    return (*ir, "void" if gives.strip() == "void" else "ptr")


def type_of(name: str) -> Type:
    """The type of the numbers of a function of FFTW."""
    return "s" if name.startswith("fftwf_") else "d"


def source(type: Type, names: tuple[str, ...]) -> str:
    """The C text for calls of one type."""
    number, library = ("float", "fftwf_") if type == "s" else ("double", "fftw_")
    parts = [
        f"/* Fourier transforms: {type} */",
        f"typedef {number} T;\ntypedef {number} R;\ntypedef int I;",
        f'#define NAME "{library}"\n#define FFT(name) library_##name',
        f"long plan_of(long{', long' * 10}){_aside('plan', type)};",
        f"void unplan(long){_aside('unplan', type)};",
    ]
    if any("plan_many_" in name for name in names):
        parts.append("#define MANY")
    for one in TRANSFORMS.values():
        name = uniform(one, type, _OWN)
        head = f"void {one.name}({', '.join(parameters(one))})"
        parts.append(f'{head} __asm__("{name}") __attribute__((noinline));')
        parts.append(declarations(one, name))
    parts += [_file("kernels.h"), _file("fourier.h"), *map(_door, names)]
    return "\n".join(parts)


def _aside(name: str, type: Type) -> str:
    return f' __asm__("{PREFIX}{name}.{type}.{_OWN.word}") __attribute__((noinline))'


def _door(name: str) -> str:
    spelled, body = _DOORS[_short(name)]
    gives, _, params = spelled.partition("|")
    gives, params = ("void" if gives.strip() == "void" else "Fft *"), params.replace("$", "Fft *")
    own = f"from_{name}"
    attributes = f'__asm__("{door_name(name)}") __attribute__((always_inline))'
    return f"{gives} {own}({params}) {attributes};\n{gives} {own}({params}) {{ {body} }}\n"


@cache
def _file(name: str) -> str:
    return (files("ribozyme.algebra") / name).read_text(encoding="utf-8")
