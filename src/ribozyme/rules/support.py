"""The IR text of the functions that rules need and no libm has.

    rz.polygamma.f64(n, x)         `support.ll`
    rz.lower_power.f64(x, y, r)    x^(y-1), where r is x^y: r / x, unless r has lost digits

The bodies of the first are in double.  Another float type is converted around them, so that a type
wider than double gets a double's digits from it (and from nothing else).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["SUPPORT_TYPES", "SYMBOL", "support_ir"]

# By suffix: the type, and how it becomes a double and a double becomes it.
SUPPORT_TYPES: Final[Mapping[str, tuple[str, str, str]]] = {
    "f16": ("half", "fpext", "fptrunc"),
    "bf16": ("bfloat", "fpext", "fptrunc"),
    "f32": ("float", "fpext", "fptrunc"),
    "f80": ("x86_fp80", "fptrunc", "fpext"),
    "f128": ("fp128", "fptrunc", "fpext"),
}
SYMBOL: Final = re.compile(r"\brz\.(?:polygamma|lower_power)\.\w+")
"""The names of these functions in IR text."""
_POLYGAMMA: Final = "rz.polygamma"
_CONVERTED: Final = """
define internal {type} @{name}.{suffix}(i32 %n, {type} %x) memory(none) nounwind willreturn {{
  %x.double = {to} {type} %x to double
  %value.double = call double @{name}.f64(i32 %n, double %x.double)
  %value = {back} double %value.double to {type}
  ret {type} %value
}}
"""
# Normal: not zero, subnormal, infinite or NaN. A vector loop would compute both: so the other power
# is a function that stays.
_LOWER_POWER: Final = """
define internal {type} @rz.lower_power.{suffix}({type} %x, {type} %y, {type} %r)
    memory(none) nounwind willreturn {{
entry:
  %normal = call i1 @llvm.is.fpclass.{suffix}({type} %r, i32 264)
  br i1 %normal, label %quotient, label %power

quotient:
  %over = fdiv {type} %r, %x
  ret {type} %over

power:
  %value = call {type} @rz.lower_power.again.{suffix}({type} %x, {type} %y)
  ret {type} %value
}}

define internal {type} @rz.lower_power.again.{suffix}({type} %x, {type} %y)
    cold noinline memory(none) nounwind willreturn {{
  %one = uitofp i1 true to {type}
  %lower = fsub {type} %y, %one
  %value = call {type} @llvm.pow.{suffix}({type} %x, {type} %lower)
  ret {type} %value
}}

declare i1 @llvm.is.fpclass.{suffix}({type}, i32 immarg)
"""
_POWER: Final = "declare {type} @llvm.pow.{suffix}({type}, {type})\n"


@cache
def _doubles() -> str:
    return (files("ribozyme.rules") / "support.ll").read_text(encoding="utf-8")


def support_ir(symbols: Iterable[str]) -> str:
    """LLVM IR to link, once, into a module that calls these `rz.` functions; "" if there are none.

    support_ir(["rz.polygamma.f32"])  →  the functions in double, and that one around them
    """
    wanted = [s.rsplit(".", 1) for s in sorted({s for s in symbols if SYMBOL.fullmatch(s)})]
    gamma = [suffix for name, suffix in wanted if name == _POLYGAMMA]
    powers = [suffix for name, suffix in wanted if name != _POLYGAMMA]
    text = (_doubles() if gamma else "") + "".join(map(_converted, gamma))
    for suffix in powers:
        type = _type(suffix)
        text += _LOWER_POWER.format(type=type, suffix=suffix)
        if not (gamma and suffix == "f64"):  # `support.ll` declares that one
            text += _POWER.format(type=type, suffix=suffix)
    return text


def _type(suffix: str) -> str:
    return "double" if suffix == "f64" else SUPPORT_TYPES[suffix][0]


def _converted(suffix: str) -> str:
    if suffix == "f64":
        return ""
    type, to, back = SUPPORT_TYPES[suffix]
    return _CONVERTED.format(type=type, name=_POLYGAMMA, suffix=suffix, to=to, back=back)
