"""The variables of a program that hold numbers alone, as a module of their own.

    %Sizes = type { i64, i64 }                                 @sizes = weak_odr global %Sizes …
    @sizes = linkonce_odr global %Sizes zeroinitializer   →    @rate = global double 0x3FF…
    @rate = internal global double 0x3FF…
    @table = global ptr @f
    define void @f(ptr %x) { … }

A derivative that borrows nothing else needs none of the program's functions compiled. There are
none where something runs when the program is loaded: that may write any variable first. A variable
with an address may lead to functions, so it stays with them.
"""

import re
from collections.abc import Mapping, Set
from typing import Final

from ribozyme.api.signatures.linkage import is_part, owning, plain
from ribozyme.base.regex import pattern

_NAME: Final = r'(?:"[^"\n]*"|[-\w.$]+)'
_HOOKS: Final = pattern(
    r"^@llvm\.global_[cd]tors = [^\[\n]*\[(?!0 )|^module asm |^@[^\n]*, section \""
    rf"|^@{_NAME} = (?:[a-z_]+ )*(?:alias|ifunc) ",
    re.M,
)
"""What may run when the program is loaded, and other names of variables."""

_HEADER: Final = pattern(r"^target .*$", re.M)
_GROUP: Final = pattern(r"^\$.* = comdat any$", re.M)
_TYPE: Final = pattern(rf"^%({_NAME}) = type (.*)$", re.M)
_MENTIONED: Final = pattern(rf"%({_NAME})")
_ADDRESS: Final = pattern(r"\bptr\b|\bopaque\b|\btarget\(|\bcomdat\(")
_VARIABLE: Final = pattern(
    rf"^@(?P<name>(?!\d+ ){_NAME}) = (?:(?:internal|linkonce_odr|weak_odr|weak|common) )?"
    r"(?:(?:dso_local|hidden|protected|local_unnamed_addr|unnamed_addr) )*"
    r"global (?P<held>[^@\n]*?)(?:, comdat)?(?:, align \d+)?(?P<meta>(?:, !\w+ !\d+)*)$",
    re.M,
)


def number_variables(text: str) -> str:
    """The module of a program's variables that hold numbers alone; empty without any."""
    if _HOOKS.search(text):
        return ""
    types: dict[str, str] = dict(_TYPE.findall(text))
    lead = _leading(types)
    lines = [
        found[0].removesuffix(found["meta"])
        for found in _VARIABLE.finditer(text)
        if _holds_numbers(found["held"], lead) and not is_part(plain(f"@{found['name']}"))
    ]
    if not lines:
        return ""
    header = (found[0] for found in _HEADER.finditer(text))
    groups = (found[0] for found in _GROUP.finditer(text))
    declared = (f"%{name} = type {type}" for name, type in types.items() if name not in lead)
    return "\n".join((*header, *declared, *groups, owning("\n".join(lines)), ""))


def _holds_numbers(held: str, lead: Set[str]) -> bool:
    """Whether a type with its value has no address in it; `lead` are types that have one."""
    return not _ADDRESS.search(held) and not lead & set(_MENTIONED.findall(held))


def _leading(types: Mapping[str, str]) -> set[str]:
    """The types that have an address in them, or in one of their own parts."""
    found = {name for name, type in types.items() if _ADDRESS.search(type)}
    parts = {name: set(_MENTIONED.findall(type)) for name, type in types.items()}
    while more := {name for name, inner in parts.items() if name not in found and inner & found}:
        found |= more
    return found
