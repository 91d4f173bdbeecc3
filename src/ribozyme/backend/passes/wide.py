"""Signed 32-bit arithmetic that becomes an address, done in 64 bits: what does not wrap is told
while it is still known.

A front end says that `int` sums do not wrap (`nsw`). Passes that put the terms of a sum into
another order forget it, and behind them `i*n + j` and `i*n + (j+1)` are no neighbours any more.

    %m = mul nsw i32 %i, %n                %m.w = mul nsw i64 %i.w, %n.w
    %s = add nsw i32 %m, %j          →     %s.w = add nsw i64 %m.w, %j.w
    %a = sext i32 %s to i64                %a   = add i64 %s.w, 0

Sums, products and choices are followed back; what they are made of is extended (`%i.w`). Loop
variables stay, LLVM widens them itself. The old instructions stay where they are and mostly die.
Invariant: a new value equals the extension of the old one unless that is poison.
"""

import re
from collections.abc import Iterable
from typing import Final, final

from ribozyme.backend.passes.cycles import Body
from ribozyme.base.regex import pattern

_VALUE: Final = r'(%(?:[-\w.$]+|"[^"]*"))'
_OPERAND: Final = r'(%(?:[-\w.$]+|"[^"]*")|-?\d+|undef|poison)'
_ROOT: Final = pattern(rf"^  {_VALUE} = sext i32 {_VALUE} to i64")
_MADE: Final = pattern(rf"^  {_VALUE} = (.*)$")
_SUM: Final = pattern(rf"^(add|sub|mul) (?:nuw )?nsw i32 {_OPERAND}, {_OPERAND}")
_SELECT: Final = pattern(rf"^select i1 ([^ ,]+|%\"[^\"]*\"), i32 {_OPERAND}, i32 {_OPERAND}")
_PHI: Final = pattern(r"^phi i32 ")
_INCOMING: Final = pattern(rf"\[ {_OPERAND}, {_VALUE} \]")
_SUMS: Final = pattern(r" = (?:add|sub|mul) (?:nuw )?nsw i32 ")
_LABELLED: Final = ("invoke ", "callbr ")  # nothing can stand behind these
_FUNCTION: Final = pattern(r"^define .*?^\}$", re.M | re.S)


def wanted(functions: Iterable[Body]) -> list[str]:
    """The names of functions that have such sums and extensions, maybe with slots between."""
    return [name.strip('"') for name, body in functions if _is_wanted(body)]


def _is_wanted(body: str) -> bool:
    return " = sext i32 " in body and _SUMS.search(body) is not None


def widened(text: str) -> str:
    """The module with addresses computed in 64 bits; itself where there are no such sums."""
    made = _FUNCTION.sub(lambda found: _of_function(found[0]), text)
    return text if made == text else made


def changed(text: str) -> bool:
    """Whether there are such sums."""
    return widened(text) is not text


def _of_function(text: str) -> str:
    return _Function(text.split("\n")).text() if _is_wanted(text) else text


@final
class _Function:
    """The lines of one function and what each value of 32 bits is made of."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.prefix = "rz.wide"
        while any(f"%{self.prefix}." in line for line in lines):
            self.prefix += "r"
        self.made: dict[str, tuple[int, str]] = {}
        for place, line in enumerate(lines):
            found = _MADE.match(line)
            if found:
                self.made[found[1]] = place, found[2]
        self.names: dict[str, str] = {}  # of the wide values
        self.behind: dict[int, list[str]] = {}
        self.entry = next(at for at, line in enumerate(lines) if line.endswith("{"))

    def text(self) -> str:
        """The function, with wide values."""
        roots = {
            place: (found[1], found[2])
            for place, line in enumerate(self.lines)
            if (found := _ROOT.match(line)) and self._parts(found[2]) is not None
        }
        if not roots or not self._all_wide([source for _, source in roots.values()]):
            return "\n".join(self.lines)
        out: list[str] = []
        for place, line in enumerate(self.lines):
            root = roots.get(place)
            out.append(f"  {root[0]} = add i64 {self._name(root[1])}, 0" if root else line)
            out += self.behind.get(place, ())
        return "\n".join(out)

    def _all_wide(self, work: list[str]) -> bool:
        """Make wide values of these and of what they are made of; False where one cannot be."""
        for value in work:  # it grows
            if value in self.names:
                continue
            self.names[value] = f"%{self.prefix}.{len(self.names)}"
            parts = self._parts(value)
            if parts is not None:
                work += (part for part in parts if part[0] == "%")
            place, made = self.made.get(value, (self.entry, ""))
            if made.startswith(_LABELLED):
                return False
        for value in self.names:
            place, line = self._line(value)
            self.behind.setdefault(place, []).append(line)
        return True

    def _parts(self, value: str) -> tuple[str, ...] | None:
        """What a value is a sum, product or choice of."""
        place, made = self.made.get(value, (0, ""))
        found = _SUM.match(made)
        if found:
            return found[2], found[3]
        found = _SELECT.match(made)
        if found:
            return found[2], found[3]
        if not _PHI.match(made):
            return None
        parts = tuple(part for part, _ in _INCOMING.findall(made))
        if len(parts) < made.count("[ "):
            return None  # a constant expression
        around = any(self.made.get(part, (0, ""))[0] >= place for part in parts)
        return None if around else parts

    def _line(self, value: str) -> tuple[int, str]:
        """The wide value's line, and behind which line it stands."""
        name = self.names[value]
        place, made = self.made.get(value, (self.entry, ""))
        if self._parts(value) is None:
            return self._behind_phis(place, made), f"  {name} = sext i32 {value} to i64"
        found = _SUM.match(made)
        if found:
            operation = f"{found[1]} nsw i64 {self._name(found[2])}, {self._name(found[3])}"
            return place, f"  {name} = {operation}"
        found = _SELECT.match(made)
        if found:
            then, otherwise = self._name(found[2]), self._name(found[3])
            return place, f"  {name} = select i1 {found[1]}, i64 {then}, i64 {otherwise}"
        pairs = ", ".join(f"[ {self._name(p)}, {b} ]" for p, b in _INCOMING.findall(made))
        return place, f"  {name} = phi i64 {pairs}"

    def _behind_phis(self, place: int, made: str) -> int:
        """Behind a line, or behind all phis of its block; in the entry, behind its label."""
        if place == self.entry:
            return place + 1 if self.lines[place + 1].endswith(":") else place
        while made.startswith("phi ") and " = phi " in self.lines[place + 1]:
            place += 1
        return place

    def _name(self, operand: str) -> str:
        return self.names.get(operand, operand)
