"""The IR text of the functions that rules need and no libm has (`support.ll`).

The bodies are in double.  Another float type is converted around them, so that a type wider than
double gets a double's digits from these functions (and from no others).
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
# By name: the types of the arguments; `float` is that of the function.
_ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "rz.polygamma": ("i32", "float"),
    "rz.lower_power": ("float", "float", "float"),
}
SYMBOL: Final = re.compile(rf"\b(?:{'|'.join(map(re.escape, _ARGUMENTS))})\.\w+")
"""The names of these functions in IR text."""
_CONVERTED: Final = """
define internal {type} @{name}.{suffix}({arguments}) memory(none) nounwind willreturn {{
{conversions}
  %value.double = call double @{name}.f64({given})
  %value = {back} double %value.double to {type}
  ret {type} %value
}}
"""


@cache
def _doubles() -> str:
    return (files("ribozyme.rules") / "support.ll").read_text(encoding="utf-8")


def support_ir(symbols: Iterable[str]) -> str:
    """LLVM IR to link, once, into a module that calls these `rz.` functions; "" if there are none.

    support_ir(["rz.polygamma.f32"])  →  the functions in double, and that one around them
    """
    wanted = sorted({s for s in symbols if SYMBOL.fullmatch(s)})
    if not wanted:
        return ""
    around = [_converted(*s.rsplit(".", 1)) for s in wanted if not s.endswith(".f64")]
    return _doubles() + "".join(around)


def _converted(name: str, suffix: str) -> str:
    type, to, back = SUPPORT_TYPES[suffix]
    arguments, conversions, given = [], [], []
    for at, kind in enumerate(_ARGUMENTS[name]):
        if kind == "float":
            arguments.append(f"{type} %x{at}")
            conversions.append(f"  %d{at} = {to} {type} %x{at} to double")
            given.append(f"double %d{at}")
        else:
            arguments.append(f"{kind} %x{at}")
            given.append(f"{kind} %x{at}")
    return _CONVERTED.format(
        type=type,
        name=name,
        suffix=suffix,
        arguments=", ".join(arguments),
        conversions="\n".join(conversions),
        given=", ".join(given),
        back=back,
    )
