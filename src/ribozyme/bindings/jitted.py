"""What Numba compiles, as a module with one plain function: the IR before Numba optimises it.

    i32 @f(ptr ret, ptr exc, ptr, ptr, i64 n, i64 item, ptr data, i64 shape, i64 stride, double k)
    double @rz.numba(ptr %x, i64 %x.0, double %k)      a status that is an exception is thrown

The module of a jitted function has those that it calls in it. What packs and unpacks Python's
objects stays out; counting references is `nrt.c`'s, whose bodies are differentiated like any code.
"""

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ribozyme.base.record import record

_SYMBOL: Final = "rz.numba"
_LOCK: Final = threading.Lock()
_COUNTING: Final = re.compile(
    r"^define [^\n]*?(void|ptr) @(NRT_(?:incref|decref))"
    r"\(([^\n]*?)\)[^\n]* \{\n.*?^\}\n",
    re.M | re.S,
)
_DEFINE: Final = re.compile(r"^define (?:linkonce_odr |weak_odr |dso_local )*(?!internal)", re.M)
_HEAD: Final = r"^define [^\n]*?i32 @(\"?{}\"?)\(([^\n]*)\)[^\n]*\{{$"
_PARAMETER: Final = re.compile(r"([a-z]+\d*)[^%]*%\"?([^,\"]+)")


@record
class Argument:
    """A parameter of a jitted function: a number, an array, or a tuple of numbers."""

    name: str
    type: str  # the IR type of the number, or of the array's elements as NumPy names it
    item: int = 0  # bytes of an element
    dimensions: int = 0
    order: str = ""  # "C" or "F" for an array
    parts: int = 0  # numbers of a tuple


@contextmanager
def _caught(codegen: Any, texts: list[str]) -> Iterator[None]:
    """While open, the text of each library that Numba finishes is kept."""
    library = codegen.JITCodeLibrary
    optimise = library._optimize_final_module

    def kept(self: Any) -> None:
        texts.append(str(self._final_module))
        optimise(self)

    library._optimize_final_module = kept
    try:
        yield
    finally:
        library._optimize_final_module = optimise


def compiled(dispatcher: Any, types: tuple[Any, ...]) -> tuple[str, Any]:
    """The text of the module of a jitted function for some types, and what Numba knows of it.

    It is compiled anew: Numba keeps what it made before as machine code.
    """
    from numba import njit
    from numba.core import codegen

    options = {k: v for k, v in dispatcher.targetoptions.items() if k not in ("nopython", "cache")}
    texts: list[str] = []
    with _LOCK, _caught(codegen, texts):
        again = njit(**options)(dispatcher.py_func)
        again.compile(types)
    return texts[-1], again.overloads[types]


def plain(text: str, symbol: str, arguments: Sequence[Argument], result: str) -> str:
    """The module with the function `@rz.numba`, and nothing else that is shown."""
    found = re.search(_HEAD.format(re.escape(symbol)), text, re.M)
    assert found is not None
    spelled = _PARAMETER.findall(found[2])
    text = _COUNTING.sub(lambda one: _declared(*one.groups()), text)
    text = _DEFINE.sub("define internal ", text)
    return f"{text}\n{_wrapper(found[1], spelled, arguments, result)}"


def _declared(result: str, name: str, parameters: str) -> str:
    types = ", ".join(part.split()[0] for part in parameters.split(",") if part.strip())
    return f"declare {result} @{name}({types})\n"


def _wrapper(
    symbol: str, spelled: list[tuple[str, str]], arguments: Sequence[Argument], result: str
) -> str:
    head: list[str] = []
    lines: list[str] = []
    passed: list[str] = []
    for n, one in enumerate(arguments):
        if one.parts:
            head.append(f"ptr %a{n}")
            passed += [f"%a{n}.{k}" for k in range(one.parts)]
            lines += [line for k in range(one.parts) for line in _part(n, k, one)]
            continue
        if not one.dimensions:
            head.append(f"{one.type} %a{n}")
            passed.append(f"%a{n}")
            continue
        sizes = [f"%a{n}.{axis}" for axis in range(one.dimensions)]
        head += [f"ptr %a{n}", *(f"i64 {size}" for size in sizes)]
        strides = _strides(n, one, sizes, lines)
        count = f"%a{n}.count"
        lines.append(f"  {count} = sdiv i64 %a{n}.bytes, {one.item}")
        passed += ["null", "null", count, str(one.item), f"%a{n}", *sizes, *strides]
    types = [type for type, _ in spelled]
    given = ", ".join(f"{t} {v}" for t, v in zip(types, ("%ret", "%exc", *passed), strict=True))
    back = (
        "  ret void" if result == "void" else f"  %r = load {result}, ptr %ret\n  ret {result} %r"
    )
    return "\n".join(
        (
            f"define {result} @{_SYMBOL}({', '.join(head)}) {{",
            f"  %ret = alloca {'ptr' if result == 'void' else result}, align 16",
            "  %exc = alloca ptr, align 8",
            "  store ptr null, ptr %exc, align 8",
            *lines,
            f"  %status = call i32 @{symbol}({given})",
            "  %fine = icmp slt i32 %status, 1",
            "  %broken = icmp eq i32 %status, -1",
            "  %other = xor i1 %broken, true",
            "  %good = and i1 %fine, %other",
            "  br i1 %good, label %done, label %raised",
            "raised:",
            "  %what = load ptr, ptr %exc, align 8",
            "  call void @rz.stop.raised(ptr %what)",
            "  unreachable",
            "done:",
            back,
            "}",
            "declare void @rz.stop.raised(ptr) noreturn",
            "",
        )
    )


def _part(n: int, k: int, one: Argument) -> list[str]:
    return [
        f"  %a{n}.at{k} = getelementptr i8, ptr %a{n}, i64 {k * one.item}",
        f"  %a{n}.{k} = load {one.type}, ptr %a{n}.at{k}, align {one.item}",
    ]


def _strides(n: int, one: Argument, sizes: list[str], lines: list[str]) -> list[str]:
    """The strides of an array without gaps, and its bytes as `%aN.bytes`."""
    order = list(range(one.dimensions))
    found: dict[int, str] = {}
    step = str(one.item)
    for place, axis in enumerate(order if one.order == "F" else reversed(order)):
        found[axis] = step
        last = place == one.dimensions - 1
        name = f"%a{n}.bytes" if last else f"%a{n}.step{place}"
        lines.append(f"  {name} = mul i64 {step}, {sizes[axis]}")
        step = name
    return [found[axis] for axis in order]
