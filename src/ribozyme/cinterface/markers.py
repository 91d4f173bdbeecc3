"""The words of the C interface: entry points by name, markers by the globals they are read from.

    call double @__enzyme_autodiff_f(…)          →  entry("__enzyme_autodiff_f") = "autodiff"
    %m = load i32, ptr @enzyme_dup; … i32 %m …   →  marker(function, %m) = "dup"

A word is a whole identifier (`_ZL10enzyme_dup` is `enzyme_dup`); what begins with `enzyme_` and is
no marker is an error where it is met, so that a misspelt one is never taken for an argument.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from ribozyme.ir.instrs import Cast, Load
from ribozyme.ir.metadata import MDString
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstCast, GlobalRef, Local, MetadataOperand, Value

Entry = Literal[
    "autodiff",
    "fwddiff",
    "augmentfwd",
    "reverse",
    "fwdsplit",
    "augmentsize",
    "batch",
    "virtualreverse",
    "call_inactive",
    "iter",
    "error_estimate",
    "truncate_mem_func",
    "truncate_op_func",
    "truncate_mem_value",
    "expand_mem_value",
    "todense",
]
ENTRIES: Final[tuple[Entry, ...]] = (
    "autodiff",
    "fwddiff",
    "augmentfwd",
    "reverse",
    "fwdsplit",
    "augmentsize",
    "batch",
    "virtualreverse",
    "call_inactive",
    "iter",
    "error_estimate",
    "truncate_mem_func",
    "truncate_op_func",
    "truncate_mem_value",
    "expand_mem_value",
    "todense",
)
DERIVATIVES: Final[tuple[Entry, ...]] = (
    "autodiff",
    "fwddiff",
    "augmentfwd",
    "reverse",
    "fwdsplit",
    "augmentsize",
    "batch",
)
ADDRESSES: Final[tuple[Entry, ...]] = ("iter", "virtualreverse")
"""Those whose first argument is not a function to be differentiated."""
HINTS: Final = ("float", "double", "integer", "pointer")

SHADOWED: Final = ("dup", "dupnoneed", "dupv", "dupnoneedv")
KINDS: Final = (*SHADOWED, "out", "const", "scalar", "vector", "buffer")
MODIFIERS: Final = ("not_overwritten", "byref")
VALUED: Final = ("width", "tape", "allocated")
FLAGS: Final = (
    "nofree",
    "noret",
    "primal_return",
    "const_return",
    "active_return",
    "dup_return",
    "interleave",
    "nocache",
    "runtime_activity",
    "strong_zero",
)
MARKERS: Final = frozenset((*KINDS, *MODIFIERS, *VALUED, *FLAGS))

_ENTRY: Final = re.compile(rf"__enzyme_({'|'.join(sorted(ENTRIES, key=len, reverse=True))})")
_HINT: Final = re.compile(rf"__enzyme_({'|'.join(HINTS)})")
_LENGTH: Final = re.compile(r"\d+")
_SUFFIX: Final = re.compile(r"\.\d+$")


def entry(name: str) -> Entry | None:
    """The entry point a function's name contains."""
    found = _ENTRY.search(name)
    return next((word for word in ENTRIES if found and found[1] == word), None)


def hint(name: str) -> bool:
    """Whether a function's name says what type memory has."""
    return entry(name) is None and _HINT.search(name) is not None


def word(name: str) -> str:
    """The identifier in a symbol: the last part of a mangled name, without LLVM's suffix."""
    name = _SUFFIX.sub("", name)
    if not name.startswith("_Z"):
        return name
    position, last = 2, name
    while position < len(name):
        length = _LENGTH.match(name, position)
        if length is None:
            position += 1
            continue
        end = length.end() + int(length[0])
        last, position = name[length.end() : end], end
    return last


def is_marker(name: str) -> bool:
    """Whether a global stands for a marker, known or not."""
    return word(name).startswith("enzyme_")


def marker(function: Function, value: Value) -> str | None:
    """The marker an operand is, without its `enzyme_`; known or not, None for a plain operand."""
    for _ in range(8):  # a marker is a load and a cast or two away
        match value:
            case GlobalRef(name=name):
                return word(name).removeprefix("enzyme_") if is_marker(name) else None
            case MetadataOperand(metadata=MDString(text=text)) if text.startswith("enzyme_"):
                return text.removeprefix("enzyme_")
            case ConstCast(value=inner):
                value = inner
            case Local():
                made = function.definitions[value.id]
                if isinstance(made, Load):
                    if not isinstance(made.pointer, GlobalRef):
                        return None
                    value = made.pointer
                elif isinstance(made, Cast):
                    value = made.value
                else:
                    return None
            case _:
                return None
    return None
