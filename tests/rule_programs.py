"""Each row of the rule tables as a small IR function, and its derivatives as compiled code.

    sin, double   →   define double @p.sin.0(double %x0) { %r = call double @llvm.sin.f64(…) … }
    built("double")["sin"].run("rev", …)

One module holds the functions of all rows in one precision, and every derivative of them: forward,
reverse, both in width 4, and forward over reverse. No optimiser comes near it, so that what is run
is what the rules made. Functions that this machine's libm has not are lent mpmath's.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, Protocol, final

import mpmath as mp
import numpy as np

from ribozyme.backend import jit, llvm
from ribozyme.backend.passes import startup
from ribozyme.backend.runtime import arena, guard
from ribozyme.backend.target import emit_object
from ribozyme.base import elf
from ribozyme.ir import types as ty
from ribozyme.ir.module import Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.rules.names import Precision, spelling
from ribozyme.rules.rule import Rule
from ribozyme.rules.support import support_ir
from ribozyme.rules.table import RULES
from ribozyme.transform.core.interface import Kind, Mode, Request
from ribozyme.transform.derive import derive

Format = Literal["half", "float", "double", "x86_fp80"]
FORMATS: Final[tuple[Format, ...]] = ("float", "double", "x86_fp80")
SLOT: Final = 64
LANES: Final = 4
WIDTH: Final = 4
SUFFIX: Final = {"half": "f16", "float": "f32", "double": "f64", "x86_fp80": "f80",
                 "i32": "i32"}  # fmt: skip
SMALLER: Final = {"float": "half", "double": "float", "x86_fp80": "double"}
DTYPE: Final = {
    "half": np.float16,
    "float": np.float32,
    "double": np.float64,
    "x86_fp80": np.longdouble,
    "i1": np.uint8,
    "i32": np.int32,
    "i64": np.int64,
}
WIDE_INTEGERS: Final = frozenset(("scalbln", "compoundn", "rootn"))
# Where no code generator helps a type, the function of libm is called.
BY_NAME: Final = frozenset(("sincos", "sincospi", "frexp", "modf", "remquo", "lgamma_r"))
_OPCODES: Final = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem"))
_RUNTIME: Final = {"float": "s", "double": "d", "x86_fp80": "x"}


@final
@dataclass(frozen=True, slots=True)
class Primal:
    """The function of one float result of a row; `lanes` > 0: on vectors."""

    row: str
    result: int
    format: Format
    lanes: int = 0

    @property
    def rule(self) -> Rule:
        return RULES[self.row]

    @property
    def name(self) -> str:
        return f"{'v' if self.lanes else 'p'}.{self.row}.{self.result}"

    @property
    def operands(self) -> tuple[str, ...]:
        """The kinds of the parameters; integers are converted to there and back."""
        return ("float",) if self.row in ("sitofp", "uitofp") else self.rule.operands

    @property
    def types(self) -> tuple[str, ...]:
        """The IR types of the parameters."""
        return tuple(self._type(kind) for kind in self.operands)

    def _type(self, kind: str) -> str:
        vector = f"<{LANES} x {self.format}>"
        match kind:
            case "vector":
                return vector
            case "bool":
                return "i1"
            case "int":
                if self.lanes and self.row == "ldexp":
                    return f"<{LANES} x i32>"
                return "i64" if self.row in WIDE_INTEGERS else "i32"
            case _:
                return vector if self.lanes else self.format

    @property
    def returned(self) -> str:
        return f"<{LANES} x {self.format}>" if self.lanes else self.format

    def text(self) -> tuple[str, set[str]]:
        """The definition, and the declarations it needs."""
        lines, result, declared = _body(self)
        params = ", ".join(f"{type} %x{i}" for i, type in enumerate(self.types))
        body = "".join(f"  {line}\n" for line in lines)
        head = f"define {self.returned} @{self.name}({params}) {{\n"
        return f"{head}{body}  ret {self.returned} {result}\n}}\n", declared


def primals(format: Format) -> tuple[Primal, ...]:
    """What is tested in a precision."""
    found = []
    for name, rule in RULES.items():
        if (name, format) in ABSENT or rule.spelled in ("machine", "gsl"):
            continue  # of one processor: tests/run/types; of a library: tests/run/test_special.py
        for j, kind in enumerate(rule.results):
            if kind == "float":
                found.append(Primal(name, j, format))
        if format == "double" and _has_vectors(rule):
            found.append(Primal(name, 0, format, LANES))
    return tuple(found)


def _has_vectors(rule: Rule) -> bool:
    return (
        rule.spelled in ("instr", "intrinsic")
        and len(rule.results) == 1
        and "vector" not in rule.operands
        and not rule.flat
        and rule.name not in ("bitcast", "arithmetic.fence")
    )


# Rows that a precision has not: no machine has vectors of x86_fp80.
ABSENT: Final = frozenset(
    (row, "x86_fp80")
    for row in ("bitcast", "canonicalize", *(r for r in RULES if r.startswith("vector.")))
)


# ---- text ----------------------------------------------------------------------------------------


def _body(p: Primal) -> tuple[list[str], str, set[str]]:
    """The lines, the value returned, the declarations."""
    rule, T = p.rule, p.returned
    if rule.flat:
        return _complex(p)
    args = [f"{type} %x{i}" for i, type in enumerate(p.types)]
    match p.row:
        case op if op in _OPCODES:
            return [f"%r = {op} {args[0]}, %x1"], "%r", set()
        case "fneg" | "freeze":
            return [f"%r = {p.row} {args[0]}"], "%r", set()
        case "select":
            return [f"%r = select {', '.join(args)}"], "%r", set()
        case "fcmp":
            bit = f"<{LANES} x i1>" if p.lanes else "i1"
            return [f"%c = fcmp olt {args[0]}, %x1", f"%r = uitofp {bit} %c to {T}"], "%r", set()
        case "fpext" | "fptrunc":
            small = T.replace(p.format, SMALLER[p.format])
            return (
                [f"%s = fptrunc {args[0]} to {small}", f"%r = fpext {small} %s to {T}"],
                "%r",
                set(),
            )
        case "bitcast":
            bits = "i64" if p.format == "double" else "i32"
            return (
                [f"%i = bitcast {args[0]} to {bits}", f"%r = bitcast {bits} %i to {T}"],
                "%r",
                set(),
            )
        case "sitofp" | "uitofp" | "fptosi" | "fptoui":
            whole = f"<{LANES} x i32>" if p.lanes else "i32"
            sign = p.row[0] if p.row[1:] == "itofp" else p.row[4]
            lines = [f"%i = fpto{sign}i %x to {whole}", f"%r = {sign}itofp {whole} %i to {T}"]
            given = f"{T} %x0"
            return [lines[0].replace("%x", given, 1), lines[1]], "%r", set()
        case _:
            return _call(p)


def _call(p: Primal) -> tuple[list[str], str, set[str]]:
    rule = p.rule
    found = spelling(p.row, p.format)
    assert found is not None, p.row
    way, name = found
    if p.row in BY_NAME or (p.row in ("maximum", "minimum") and p.format == "x86_fp80"):
        return _stored(p, _c_name(rule.symbols[0], p.format))
    types = list(p.types)
    if way == "intrinsic":
        name = _overloaded(name, types)
    args = ", ".join(f"{type} %x{i}" for i, type in enumerate(types))
    declared = f"declare {p.returned} @{name}({', '.join(types)})"
    return [f"%r = call {p.returned} @{name}({args})"], "%r", {declared}


def _overloaded(name: str, types: Sequence[str]) -> str:
    """An intrinsic's name with the types it is overloaded on."""
    if ".vector.reduce." in name:
        return f"{name}.{_mangled(types[-1])}"
    first = next(type for type in types if "i32" not in type)
    more = "".join(f".{_mangled(type)}" for type in types if "i32" in type)
    return f"{name}.{_mangled(first)}{more}"


def _mangled(type: str) -> str:
    if type.startswith("<"):
        count, _, element = type[1:-1].split()
        return f"v{count}{SUFFIX[element]}"
    return SUFFIX[type]


def _stored(p: Primal, name: str) -> tuple[list[str], str, set[str]]:
    """A function that gives some of its results back through pointers."""
    rule, T = p.rule, p.format
    lines: list[str] = []
    args = [f"{type} %x{i}" for i, type in enumerate(p.types)]
    places = {place: j for j, place in enumerate(rule.stores) if place is not None}
    for place, j in sorted(places.items()):
        kind = T if rule.results[j] == "float" else "i32"
        lines.append(f"%p{j} = alloca {kind}, align 16")
        args.insert(place, f"ptr %p{j}")
    returned = T if None in rule.stores else "void"
    types = ", ".join(arg.split(" %")[0] for arg in args)
    assign = "%r = " if returned != "void" else ""
    lines.append(f"{assign}call {returned} @{name}({', '.join(args)})")
    if rule.stores[p.result] is None:
        return lines, "%r", {f"declare {returned} @{name}({types})"}
    lines.append(f"%o = load {T}, ptr %p{p.result}, align 16")
    return lines, "%o", {f"declare {returned} @{name}({types})"}


def _c_name(stem: str, format: Format) -> str:
    suffix = {"float": "f", "double": "", "x86_fp80": "l"}[format]
    return f"{stem[:-2]}{suffix}_r" if stem.endswith("_r") else stem + suffix


def _complex(p: Primal) -> tuple[list[str], str, set[str]]:
    """A complex function, in the shapes of this machine's C ABI."""
    rule, T = p.rule, p.format
    runtime = not rule.symbols
    if runtime:
        name = f"__{p.row[1:]}{_RUNTIME[T]}c3"
    else:
        name = _c_name(rule.symbols[0], T)
    lines: list[str] = []
    args: list[str] = []
    for at in range(0, len(rule.operands), 2):
        if T == "double" or runtime:
            args += [f"{T} %x{at}", f"{T} %x{at + 1}"]
        elif T == "float":
            lines.append(f"%a{at} = insertelement <2 x float> poison, float %x{at}, i64 0")
            lines.append(f"%b{at} = insertelement <2 x float> %a{at}, float %x{at + 1}, i64 1")
            args.append(f"<2 x float> %b{at}")
        else:
            lines += [
                f"%a{at} = alloca {{ {T}, {T} }}, align 16",
                f"store {T} %x{at}, ptr %a{at}, align 16",
                f"%b{at} = getelementptr inbounds i8, ptr %a{at}, i64 16",
                f"store {T} %x{at + 1}, ptr %b{at}, align 16",
            ]
            args.append(f"ptr byval({{ {T}, {T} }}) align 16 %a{at}")
    pair = "<2 x float>" if T == "float" else f"{{ {T}, {T} }}"
    returned = pair if len(rule.results) == 2 else T
    types = ", ".join(arg.rpartition(" %")[0] for arg in args)
    declared = {f"declare {returned} @{name}({types})"}
    lines.append(f"%r = call {returned} @{name}({', '.join(args)})")
    if len(rule.results) == 1:
        return lines, "%r", declared
    if T == "float":
        lines.append(f"%c = extractelement <2 x float> %r, i64 {p.result}")
    else:
        lines.append(f"%c = extractvalue {pair} %r, {p.result}")
    return lines, "%c", declared


def module_text(found: Sequence[Primal]) -> str:
    """The module of some primal functions."""
    bodies, declared = [], set[str]()
    for p in found:
        body, needs = p.text()
        bodies.append(body)
        declared |= needs
    return llvm.canonical("\n".join((*bodies, *sorted(declared))))


# ---- derivatives ---------------------------------------------------------------------------------


class Subject(Protocol):
    """A function of one float result whose derivatives are asked for: a row's, or an operation's.

    `row` is what it is told by, `operands` are the kinds of its parameters.
    """

    @property
    def row(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def result(self) -> int: ...
    @property
    def format(self) -> Format: ...
    @property
    def lanes(self) -> int: ...
    @property
    def operands(self) -> tuple[str, ...]: ...


def requests(p: Subject) -> Iterator[Request]:
    """The first-order derivatives of a function."""
    floats = [kind in ("float", "vector") for kind in p.operands]
    ahead = tuple(Kind.DUP if is_float else Kind.CONST for is_float in floats)
    back = tuple(Kind.ACTIVE if is_float else Kind.CONST for is_float in floats)
    for width in (1, WIDTH) if not p.lanes else (1,):
        more = "" if width == 1 else ".w"
        name = f"{p.name}.fwd{more}"
        yield Request(p.name, Mode.FORWARD, ahead, Kind.ACTIVE, width, name=name)
        name = f"{p.name}.rev{more}"
        yield Request(p.name, Mode.REVERSE, back, Kind.ACTIVE, width, name=name)


def second(module: Module, p: Subject) -> Request:
    """Forward over reverse: directions for the operands, none for the seed."""
    name = f"{p.name}.rev"
    given = module.functions[name].type.params
    kinds = [Kind.DUP if k in ("float", "vector") else Kind.CONST for k in p.operands]
    seeds = [Kind.CONST] * (len(given) - len(kinds))
    return Request(name, Mode.FORWARD, (*kinds, *seeds), Kind.ACTIVE, name=f"{p.name}.hvp")


@final
@dataclass
class Built:
    """The compiled derivatives of a precision."""

    format: Format
    module: Module
    library: Any
    refused: dict[str, Exception]
    lent: frozenset[str]
    held: list[object] = field(default_factory=list)

    def run(self, name: str, args: Sequence[Any]) -> list[Any]:
        """What a function gives for some arguments, in exact numbers."""
        if name in self.refused:
            raise self.refused[name]
        function = self.module.functions[name]
        given = np.zeros(SLOT * max(len(args), 1) + 16, np.uint8)
        kinds = [str(type) for type in function.type.params]
        for place, (kind, value) in enumerate(zip(kinds, args, strict=True)):
            _put(given, SLOT * place, kind, value)
        results = [str(type) for type in _parts(function.type.result)]
        out = np.zeros(SLOT * max(len(results), 1) + 16, np.uint8)
        run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        run(self.library.address(f"go.{name}"))(given.ctypes.data, out.ctypes.data)
        return [_taken(out, SLOT * place, kind) for place, kind in enumerate(results)]


def _dtype(kind: str) -> tuple[Any, int]:
    if kind.startswith("<"):
        count, _, element = kind[1:-1].split()
        return DTYPE[element], int(count)
    return DTYPE[kind], 1


def _put(buffer: Any, at: int, kind: str, value: Any) -> None:
    dtype, count = _dtype(kind)
    values = value if isinstance(value, list) else [value]
    assert len(values) == count, (kind, value)
    made = np.array([_number(v, dtype) for v in values], dtype).tobytes()
    buffer[at : at + len(made)] = np.frombuffer(made, np.uint8)


def _number(value: Any, dtype: Any) -> Any:
    if isinstance(value, mp.mpf) and dtype is np.longdouble:
        high = float(value)
        rest = value - high if mp.isfinite(value) else 0
        return np.longdouble(high) + np.longdouble(float(rest))
    return dtype(float(value)) if isinstance(value, mp.mpf) else dtype(value)


def _taken(buffer: Any, at: int, kind: str) -> Any:
    dtype, count = _dtype(kind)
    size = np.dtype(dtype).itemsize
    values = np.frombuffer(buffer[at : at + size * count].tobytes(), dtype)
    exact = [_exact(v) for v in values]
    return exact if kind.startswith("<") else exact[0]


def _exact(value: Any) -> Any:
    if not isinstance(value, np.floating):
        return int(value)
    high = float(value)
    low = float(value - np.longdouble(high)) if np.isfinite(value) else 0.0
    with mp.workdps(50):
        return mp.mpf(high) + mp.mpf(low)


def _parts(type: ty.Type) -> tuple[ty.Type, ...]:
    if type is ty.VOID:
        return ()
    return ty.elements(type) if isinstance(type, ty.StructType) else (type,)


def _driver(name: str, type: ty.FunctionType) -> str:
    lines = []
    for place, param in enumerate(type.params):
        lines.append(f"  %i{place} = getelementptr i8, ptr %in, i64 {SLOT * place}")
        lines.append(f"  %a{place} = load {param}, ptr %i{place}, align 1")
    args = ", ".join(f"{param} %a{place}" for place, param in enumerate(type.params))
    whole = type.result is ty.VOID
    lines.append(f"  {'' if whole else '%r = '}call {type.result} @{name}({args})")
    for place, part in enumerate(_parts(type.result)):
        value = "%r"
        if isinstance(type.result, ty.StructType):
            value = f"%e{place}"
            lines.append(f"  {value} = extractvalue {type.result} %r, {place}")
        lines.append(f"  %o{place} = getelementptr i8, ptr %out, i64 {SLOT * place}")
        lines.append(f"  store {part} {value}, ptr %o{place}, align 1")
    body = "\n".join(lines)
    return f"define void @go.{name}(ptr %in, ptr %out) {{\n{body}\n  ret void\n}}\n"


def derived(
    found: Sequence[Subject], text: str, orders: int = 2
) -> tuple[Module, dict[str, Exception]]:
    """A module with all derivatives of some functions; refusals by derivative."""
    module = parse_module(text)
    refused: dict[str, Exception] = {}

    def add(request: Request) -> None:
        nonlocal module
        try:
            module = derive(module, [request])
        except Exception as reason:
            refused[request.name] = reason

    for p in found:
        for request in requests(p):
            if orders > 1 or request.width == 1:
                add(request)
        if orders > 1 and f"{p.name}.rev" not in refused:
            add(second(module, p))
    return module, refused


@cache
def built(format: Format) -> Built:
    """Everything in one precision, compiled."""
    found = primals(format)
    return compiled(format, found, module_text(found))


def compiled(
    format: Format, found: Sequence[Subject], text: str, runtime: str = "", orders: int = 2
) -> Built:
    """The derivatives of some functions of a module as code; `runtime` is linked afterwards.

    With `orders` = 1 neither the second nor several directions at once.
    """
    module, refused = derived(found, text, orders)
    names = [p.name for p in found]
    made = [n for n in module.functions if n.startswith(tuple(f"{p}." for p in names))]
    wanted = [*names, *(n for n in made if n.endswith((".fwd", ".rev", ".w", ".hvp")))]
    drivers = [_driver(n, module.functions[n].type) for n in wanted]
    made_text = "\n".join((print_module(module), *drivers))
    support = support_ir(module.functions)
    support = support.replace("define internal ", "define linkonce_odr ")
    whole = llvm.link([t for t in (made_text, support, runtime) if t])
    whole = arena.linked(llvm.canonical(whole), guard=False)
    image = emit_object(startup.for_loading(whole))
    lent = {name: _lent(name) for name in missing(image)}
    symbols = {name: ctypes.cast(f, ctypes.c_void_p).value or 0 for name, f in lent.items()}
    library = jit.load(image, symbols=symbols)
    return Built(format, module, library, refused, frozenset(lent), list(lent.values()))


def missing(image: bytes) -> list[str]:
    """What an object calls and this machine has not."""
    names = ("libm.so.6", "libgcc_s.so.1", "libc.so.6", "libstdc++.so.6")
    libraries = [ctypes.CDLL(name) for name in names]
    wanted = elf.symbols(image).undefined - {"_GLOBAL_OFFSET_TABLE_", *guard.SYMBOLS}
    return sorted(n for n in wanted if not any(hasattr(lib, n) for lib in libraries))


def _lent(symbol: str) -> Any:
    """A function of mathematics as mpmath knows it."""
    from tests.unit.test_rules_table import truth

    from ribozyme.rules.names import Math, classify

    meaning = classify(symbol)
    assert isinstance(meaning, Math), f"nobody has '{symbol}'"
    rule = RULES[meaning.op]
    numbers: dict[Precision, Any] = {
        "float": ctypes.c_float,
        "double": ctypes.c_double,
        "long double": ctypes.c_longdouble,
    }
    number = numbers[meaning.precision]
    whole = ctypes.c_int64 if meaning.op in WIDE_INTEGERS else ctypes.c_int32
    function: Callable[..., Any] = truth(meaning.op)
    stored = [place for place in rule.stores if place is not None]

    def call(*args: Any) -> Any:
        with mp.workdps(30):
            given = [a for place, a in enumerate(args) if place not in stored]
            found = function(*(a if isinstance(a, int) else mp.mpf(float(a)) for a in given))
        for place, value in zip(stored, found if stored else (), strict=True):
            args[place][0] = float(value)
        return None if stored else float(found)

    kinds: list[Any] = [whole if kind == "int" else number for kind in rule.operands]
    for place in sorted(stored):
        kinds.insert(place, ctypes.POINTER(number))
    return ctypes.CFUNCTYPE(None if stored else number, *kinds)(call)
