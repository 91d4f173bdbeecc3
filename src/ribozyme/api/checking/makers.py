"""A function with notes where finite operands give a nan or an infinity.

      %7 = fdiv double %5, %6, !dbg !41
      →  noted, if %7 is not finite although %5 and %6 are

The code is that of the function and of all it calls, not optimised any further, and free of
promises that there is no nan.
"""

import ctypes
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, final

from ribozyme.base.record import dataclass
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.api.programs.functions import Function
    from ribozyme.ir.module import Module

_FLOAT: Final = r"(?:<\d+ x )?(?:double|float|half|bfloat|x86_fp80|fp128)>?"
_LOCAL: Final = r'%(?:[-\w.$]+|"[^"]+")'
_MAKER: Final = re.compile(
    rf"^  ({_LOCAL}) = (?:(fadd|fsub|fmul|fdiv|frem|fptrunc) (?:[a-z]+ )*?({_FLOAT}) ([^!\n]*?)"
    rf"|(?:tail |musttail |notail )?call (?:\w+ )*?({_FLOAT}) @([\w.$]+)\(([^\n]*)\)[^()\n]*?)"
    r"(?:, !\w[^\n]*?)?, !dbg !(\d+)[^\n]*$",
    re.M,
)
_PROMISES: Final = re.compile(r"^(  %\S+ = [^\n@]*?)\b(?:(?:fast|nnan|ninf) )+", re.M)
_DEFINED: Final = re.compile(r"^define [^\n]*?@([\w.$]+)\(", re.M)
_WORDS: Final = {
    "fadd": "a sum", "fsub": "a difference", "fmul": "a product", "fdiv": "a division",
    "frem": "a remainder", "fptrunc": "a conversion to fewer bits",
}  # fmt: skip
_NOTES: Final = """
@rz.made.count = global i32 0
@rz.made.order = global [COUNT x i32] zeroinitializer
@rz.made.nan = global [COUNT x i8] zeroinitializer
define internal void @rz.made(i1 %made, i32 %site, i1 %nan) noinline {
  br i1 %made, label %look, label %out
look:
  %at = getelementptr i32, ptr @rz.made.order, i32 %site
  %old = load i32, ptr %at
  %new = icmp eq i32 %old, 0
  br i1 %new, label %note, label %out
note:
  %before = load i32, ptr @rz.made.count
  %count = add i32 %before, 1
  store i32 %count, ptr @rz.made.count
  store i32 %count, ptr %at
  %nan.at = getelementptr i8, ptr @rz.made.nan, i32 %site
  %byte = zext i1 %nan to i8
  store i8 %byte, ptr %nan.at
  br label %out
out:
  ret void
}
"""


@final
@dataclass(frozen=True, slots=True)
class Site:
    """A place that made one, in the order of the run."""

    kind: Literal["nan", "inf"]
    what: str
    span: Span | None


def run(f: "Function", values: Sequence[Any]) -> tuple[tuple[Site, ...], Any]:
    """Run a function on the values themselves: where something begins not to be finite."""
    from ribozyme.api.calling.call import evaluated
    from ribozyme.api.calling.variables import alone
    from ribozyme.api.checking import traced
    from ribozyme.ir.debug import place
    from ribozyme.parse import parse_module

    source = traced.module(f, "")
    sites, noted = _noted(source)
    code, address = traced.code(f, noted)
    with alone(f.program, f.plan):
        found = evaluated(f.plan, code, values)
    count = len(sites)
    orders = (ctypes.c_int * count).from_address(address("rz.made.order"))
    nans = (ctypes.c_byte * count).from_address(address("rz.made.nan"))
    met = sorted((order, k) for k, order in enumerate(orders) if order)
    module: Module | None = parse_module(source) if met else None
    made = []
    for _, k in met:
        what, number = sites[k]
        span = place(module, number) if module is not None else None
        made.append(Site("nan" if nans[k] else "inf", what, span))
    return tuple(made), found


def _noted(source: str) -> tuple[list[tuple[str, int]], str]:
    """What each place is and the number of its debug location; the module that notes them."""
    defined = frozenset(_DEFINED.findall(source))
    sites: list[tuple[str, int]] = []
    types: dict[str, str] = {}

    def finite(type: str) -> str:
        return types.setdefault(type, f"@rz.is.finite.{len(types)}")

    def with_note(found: re.Match[str]) -> str:
        result, op, type, rest, call_type, callee, args, location = found.groups()
        if callee in defined:
            return found[0]
        given = type or call_type
        if op == "fptrunc":
            operands = [(given, one) for one in re.findall(_LOCAL, rest)]
            given = rest.rpartition(" to ")[2].strip()
        elif op:
            operands = [(given, one) for one in re.findall(_LOCAL, rest)]
        else:
            operands = re.findall(rf"({_FLOAT}) (?:[a-z]+ )*({_LOCAL})", args)
        k = len(sites)
        sites.append((_WORDS[op] if op else _named(callee), int(location)))
        return "\n".join([found[0], *_note(k, result, given, operands, finite)])

    changed = _MAKER.sub(with_note, _PROMISES.sub(r"\1", source))
    helpers = [_is_finite(name, type) for type, name in types.items()]
    return sites, "\n".join([changed, _NOTES.replace("COUNT", str(max(1, len(sites)))), *helpers])


def _note(
    k: int, result: str, type: str, operands: list[tuple[str, str]], finite: Callable[[str], str]
) -> Iterator[str]:
    """The lines behind an operation. A number is nan if its double differs from itself."""
    name = f"%rz.site.{k}"
    yield f"  {name}.own = call i2 {finite(type)}({type} {result})"
    yield f"  {name}.bad = trunc i2 {name}.own to i1"
    yield f"  {name}.high = lshr i2 {name}.own, 1"
    yield f"  {name}.nan = trunc i2 {name}.high to i1"
    before = f"{name}.bad"
    for n, (of, operand) in enumerate(operands):
        yield f"  {name}.{n} = call i2 {finite(of)}({of} {operand})"
        yield f"  {name}.{n}.bad = trunc i2 {name}.{n} to i1"
        yield f"  {name}.{n}.made = select i1 {name}.{n}.bad, i1 false, i1 {before}"
        before = f"{name}.{n}.made"
    yield f"  call void @rz.made(i1 {before}, i32 {k}, i1 {name}.nan)"


def _is_finite(name: str, type: str) -> str:
    """A function: bit 0 says that a number is not finite, bit 1 that it is nan."""
    lanes = re.match(r"<(\d+) x", type)
    bits = f"i{lanes[1]}" if lanes else "i1"
    flags = f"<{lanes[1]} x i1>" if lanes else "i1"
    return (
        f"define internal i2 {name}({type} %x) {{\n"
        f"  %nothing = fsub {type} %x, %x\n"
        f"  %bad.s = fcmp uno {type} %nothing, %nothing\n"
        f"  %nan.s = fcmp uno {type} %x, %x\n"
        f"  %bad.b = bitcast {flags} %bad.s to {bits}\n"
        f"  %nan.b = bitcast {flags} %nan.s to {bits}\n"
        f"  %bad = icmp ne {bits} %bad.b, 0\n"
        f"  %nan = icmp ne {bits} %nan.b, 0\n"
        f"  %low = zext i1 %bad to i2\n"
        f"  %wide = zext i1 %nan to i2\n"
        f"  %high = shl i2 %wide, 1\n"
        f"  %both = or i2 %low, %high\n"
        f"  ret i2 %both\n}}\n"
    )


def _named(callee: str) -> str:
    """How a function is called in the source: `llvm.log.f64` is log."""
    found = re.match(r"llvm\.(?:experimental\.constrained\.)?(\w+)", callee)
    return found[1] if found else callee
