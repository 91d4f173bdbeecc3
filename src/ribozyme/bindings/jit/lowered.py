"""What Numba compiles, as a module with one plain function: the IR before Numba optimises it.

    i32 @f(ptr ret, ptr exc, ptr, ptr, i64 n, i64 item, ptr data, i64 shape, i64 stride, double k)
    double @rz.numba(ptr %x, i64 %x.0, double %k)      a status that is an exception is thrown

The module of a jitted function has those that it calls in it. What packs and unpacks Python's
objects stays out; counting references is `nrt.c`'s, whose bodies are differentiated like any code.
"""

import pickle
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ribozyme.api.signatures.linkage import undeclared
from ribozyme.base.record import record

_SYMBOL: Final = "rz.numba"
_OURS: Final = ("nopython", "cache", "parallel")
"""Options that say nothing of what is computed; loops over `prange` run in one thread."""
_COUNTING: Final = re.compile(
    r"^define [^\n]*?(void|ptr) @(NRT_(?:incref|decref))"
    r"\(([^\n]*?)\)[^\n]* \{\n.*?^\}\n",
    re.M | re.S,
)
_SHAPES: Final = re.compile(
    r"^define [^\n]*?i32 @(\"?_ZN5numba2np8arrayobj\d+ol_raise_with_shape_context\w*\"?)"
    r"\(([^\n]*)\)[^\n]*\{\n.*?^\}\n",
    re.M | re.S,
)
_DEFINE: Final = re.compile(r"^define (?:linkonce_odr |weak_odr |dso_local )*(?!internal)", re.M)
_DYNAMIC: Final = re.compile(r"(%\S+) = load ptr, ptr @\"?numba\.dynamic\.globals\.")
_HEAD: Final = r"^define [^\n]*?i32 @(\"?{}\"?)\(([^\n]*)\)[^\n]*\{{$"
_PARAMETER: Final = re.compile(r"([a-z]+\d*)[^%]*%\"?([^,\"]+)")


@record
class Argument:
    """A parameter of a jitted function: a number, a record, an array, or a tuple of numbers."""

    name: str
    type: str  # the IR type of the number; an address for a record
    item: int = 0  # bytes of an element
    dimensions: int = 0
    order: str = ""  # "C" or "F" for an array, "A" for one with strides of its own
    parts: int = 0  # numbers of a tuple


@record
class Returned:
    """An array that a jitted function returns: it is copied to one of the caller's, then freed."""

    item: int  # bytes of an element
    dimensions: int


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

    It is compiled anew: Numba keeps what it made before as machine code. Numba's own lock is held,
    which a thread may take again: jitted code that calls a derivative is compiled inside it.
    """
    from numba import njit
    from numba.core import codegen
    from numba.core.compiler_lock import global_compiler_lock

    options = {k: v for k, v in dispatcher.targetoptions.items() if k not in _OURS}
    texts: list[str] = []
    with global_compiler_lock, _caught(codegen, texts):
        again = njit(**options)(dispatcher.py_func)
        again.compile(types)
    return texts[-1], again.overloads[types]


def calls_addresses(text: str) -> bool:
    """Whether code outside is called by its address with an integer or an address, behind which
    there may be memory that nobody sees: a function of ctypes, or a derivative."""
    return any(
        re.search(rf"\bcall [^\n]* {re.escape(name)}\([^\n]*\b(?:i64|ptr) ", text)
        for name in set(_DYNAMIC.findall(text))
    )


def plain(
    text: str, symbol: str, arguments: Sequence[Argument], result: str, array: Returned | None
) -> str:
    """The module with the function `@rz.numba`, and nothing else that is shown."""
    found = re.search(_HEAD.format(re.escape(symbol)), text, re.M)
    assert found is not None
    spelled = _PARAMETER.findall(found[2])
    text = _COUNTING.sub(lambda one: _declared(*one.groups()), text)
    text, raising = _SHAPES.subn(lambda one: _raising(*one.groups()), text)
    text += _unequal_shapes() if raising else ""
    text = _DEFINE.sub("define internal ", text)
    return f"{text}\n{undeclared(_wrapper(found[1], spelled, arguments, result, array), text)}"


def _declared(result: str, name: str, parameters: str) -> str:
    types = ", ".join(part.split()[0] for part in parameters.split(",") if part.strip())
    return f"declare {result} @{name}({types})\n"


def _raising(name: str, parameters: str) -> str:
    """A body for a function of Numba's that raises: without the text that it composes of shapes."""
    types = ", ".join(f"{type} %p{n}" for n, (type, _) in enumerate(_PARAMETER.findall(parameters)))
    return (
        f"define internal i32 @{name}({types}) {{\n"
        "  store ptr @rz.numba.shapes, ptr %p1, align 8\n  ret i32 1\n}\n"
    )


def _unequal_shapes() -> str:
    """What that function raises, as Numba keeps exceptions: pickled, with the size."""
    content = pickle.dumps((ValueError, ("cannot assign an array of another shape",), None))
    bytes = "".join(f"\\{byte:02x}" for byte in content)
    return (
        f'@rz.numba.pickled = internal constant [{len(content)} x i8] c"{bytes}"\n'
        "@rz.numba.shapes = internal constant { ptr, i32, ptr, ptr, i32 }"
        f" {{ ptr @rz.numba.pickled, i32 {len(content)}, ptr null, ptr null, i32 0 }}\n"
    )


def _wrapper(
    symbol: str,
    spelled: list[tuple[str, str]],
    arguments: Sequence[Argument],
    result: str,
    array: Returned | None,
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
        count, strides = _strides(n, one, sizes, lines)
        head += [f"i64 {step}" for step in strides if one.order == "A"]
        passed += ["null", "null", count, str(one.item), f"%a{n}", *sizes, *strides]
    types = [type for type, _ in spelled]
    given = ", ".join(f"{t} {v}" for t, v in zip(types, ("%ret", "%exc", *passed), strict=True))
    room = "ptr" if result == "void" else result
    if array is not None:
        head += ["ptr %to", "i64 %to.count"]
        room = f"[{_DATA + 8 + 16 * array.dimensions} x i8]"
    back = (
        "  ret void" if result == "void" else f"  %r = load {result}, ptr %ret\n  ret {result} %r"
    )
    return "\n".join(
        (
            f"define {result} @{_SYMBOL}({', '.join(head)}) alwaysinline {{",
            f"  %ret = alloca {room}, align 16",
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
            *(() if array is None else _copied(array)),
            back,
            "}",
            "declare void @rz.stop.raised(ptr) noreturn",
            *(() if array is None else (_DECLARED,)),
            "",
        )
    )


_COUNT: Final = 16  # where Numba's arrays have how many elements there are, and their address
_DATA: Final = 32
_SAID: Final = "the array that is returned has another length than 'result'"
_DECLARED: Final = f"""\
@rz.numba.length = private unnamed_addr constant [{len(_SAID)} x i8] c"{_SAID}"
declare void @rz.stop.text(ptr, i64) noreturn
declare void @NRT_decref(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def _copied(array: Returned) -> list[str]:
    """The elements of the array in `%ret`, copied; and the array given up."""
    return [
        f"  %count.at = getelementptr i8, ptr %ret, i64 {_COUNT}",
        "  %count = load i64, ptr %count.at, align 8",
        "  %fits = icmp eq i64 %count, %to.count",
        "  br i1 %fits, label %copied, label %unequal",
        "unequal:",
        f"  call void @rz.stop.text(ptr @rz.numba.length, i64 {len(_SAID)})",
        "  unreachable",
        "copied:",
        f"  %data.at = getelementptr i8, ptr %ret, i64 {_DATA}",
        "  %data = load ptr, ptr %data.at, align 8",
        f"  %bytes = mul i64 %count, {array.item}",
        "  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %data, i64 %bytes, i1 false)",
        "  %owner = load ptr, ptr %ret, align 8",
        "  call void @NRT_decref(ptr %owner)",
    ]


def _part(n: int, k: int, one: Argument) -> list[str]:
    return [
        f"  %a{n}.at{k} = getelementptr i8, ptr %a{n}, i64 {k * one.item}",
        f"  %a{n}.{k} = load {one.type}, ptr %a{n}.at{k}, align {one.item}",
    ]


def _strides(n: int, one: Argument, sizes: list[str], lines: list[str]) -> tuple[str, list[str]]:
    """How many elements an array has, and its strides: parameters, or those without gaps."""
    count = "1"
    for axis, size in enumerate(sizes):
        lines.append(f"  %a{n}.count{axis} = mul i64 {count}, {size}")
        count = f"%a{n}.count{axis}"
    if one.order == "A":
        return count, [f"%a{n}.step{axis}" for axis in range(one.dimensions)]
    order = list(range(one.dimensions))
    found: dict[int, str] = {}
    step = str(one.item)
    for place, axis in enumerate(order if one.order == "F" else reversed(order)):
        found[axis] = step
        name = f"%a{n}.step{place}"
        lines.append(f"  {name} = mul i64 {step}, {sizes[axis]}")
        step = name
    return count, [found[axis] for axis in order]
