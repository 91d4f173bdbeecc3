"""Globals that must outlive LLVM's clean-up, and their release afterwards.

kept(text, ["@f"])  →  @llvm.compiler.used = appending global [1 x ptr] [ptr @f], section …
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, Literal

List = Literal["llvm.used", "llvm.compiler.used"]
"""`llvm.used` holds against the linker too, `llvm.compiler.used` only against LLVM."""

_LIST: Final = r"^@{} = appending global \[\d+ x ptr\] \[(.*?)\], section \"llvm\.metadata\".*$"


def kept(text: str, names: Iterable[str], where: List = "llvm.compiler.used") -> str:
    """The text with `names` (as `@f`) in a list of globals that stay."""
    return _changed(text, where, lambda old: old + [n for n in names if n not in old])


def released(text: str, names: Iterable[str], where: List = "llvm.compiler.used") -> str:
    """The text with `names` no longer in that list."""
    gone = set(names)
    return _changed(text, where, lambda old: [n for n in old if n not in gone])


def _changed(text: str, where: List, change: Callable[[list[str]], list[str]]) -> str:
    found = re.search(_LIST.format(re.escape(where)), text, re.M)
    old = [member.strip().removeprefix("ptr ") for member in found[1].split(",")] if found else []
    new = change(old)
    if new == old:
        return text
    members = ", ".join(f"ptr {name}" for name in new)
    line = f'@{where} = appending global [{len(new)} x ptr] [{members}], section "llvm.metadata"'
    if not new:
        line = ""
    return text.replace(found[0], line) if found else f"{text}\n{line}\n"
