"""Sign extensions from 32 bits of loop variables that fit into 32 bits, taken away.

LLVM makes a loop variable 64 bits wide before it inlines what takes it as an `int`. What it then
narrows and extends it never proves to be the variable itself, so that `u[i]` in the loop and in the
function are different addresses to it.

    %s = shl i64 %i, 32                     with  i = 1, 2, … until i + 1 = zext i32 %n
    %t = add i64 %s, -4294967296       →
    %w = ashr exact i64 %t, 32              %w = add nsw i64 %i, -1

The loop has a single exit and calls nothing, so the variable meets its bound, or runs on until it
wraps, which it does not.
"""

import re
from typing import Final, NamedTuple, final

from ribozyme.base.regex import pattern

_VALUE: Final = r'(%(?:[-\w.$]+|"[^"]*"))'
_LABEL: Final = pattern(r'^([-\w.$]+|"[^"]*"):')
_TARGET: Final = pattern(rf"label {_VALUE}")
_EXTENDED: Final = pattern(rf"^  {_VALUE} = ashr exact i64 {_VALUE}, (\d+)")
_MADE: Final = pattern(rf"^  {_VALUE} = (.*)$")
_SHIFTED: Final = pattern(rf"^shl (?:nuw |nsw )*i64 {_VALUE}, 32\b")
_ADDED: Final = pattern(rf"^add (?:nuw |nsw )*i64 {_VALUE}, (-?\d+)")
_STEPPED: Final = pattern(rf"^add (?:nuw nsw|nsw) i64 {_VALUE}, 1\b")
_PHI: Final = pattern(rf"^phi i64 \[ (.+?), {_VALUE} \], \[ (.+?), {_VALUE} \](?:, !|$)")
_TEST: Final = pattern(rf"^icmp (?:samesign )?(eq|ne) i64 {_VALUE}, ({_VALUE}|-?\d+)$")
_NARROW: Final = pattern(r"^zext nneg i32 ")
_BRANCH: Final = pattern(rf"^  br i1 {_VALUE}, label {_VALUE}, label {_VALUE}")
_CALL: Final = pattern(
    r"(?: = |^  )(?:(?:tail|musttail|notail) )?(?:call|invoke|callbr)\b(?!.* @llvm\.)"
)
_FUNCTION: Final = pattern(r"^define .*?^\}$", re.M | re.S)
_WORD: Final = 1 << 32
_LEAST, _MOST = -(1 << 31), (1 << 31) - 1


def narrowed(text: str) -> str:
    """The module without such extensions; itself where there are none."""
    if "ashr exact i64 " not in text:
        return text
    made = _FUNCTION.sub(lambda found: _of_function(found[0]), text)
    return text if made == text else made


def _of_function(text: str) -> str:
    if "ashr exact i64 " not in text:
        return text
    function = _Function(text.split("\n"))
    return "\n".join(function.lines) if function.narrow() else text


class _Sum(NamedTuple):
    """A value and a constant."""

    value: str
    constant: int


@final
class _Function:
    """The lines of one function by block, and what each value is made of."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.count = 0
        self.prefix = "rz.narrow"
        while any(f"%{self.prefix}." in line for line in lines):
            self.prefix += "r"
        self.made: dict[str, str] = {}
        self.home: dict[str, str] = {}
        self.blocks: dict[str, list[str]] = {}
        label = ""
        for line in lines[1:]:
            found = _LABEL.match(line)
            label = f"%{found[1]}" if found else label
            if line and line != "}":
                self.blocks.setdefault(label, []).append(line)
            if value := _MADE.match(line):
                self.made[value[1]], self.home[value[1]] = _plain(value[2]), label
        self.targets = {label: _targets(block) for label, block in self.blocks.items()}
        self.ranges: dict[str, tuple[int, int] | None] = {}

    def narrow(self) -> bool:
        """Replace what can be; whether anything was."""
        changed = False
        for place, line in enumerate(self.lines):
            found = _EXTENDED.match(line)
            made = self._replaced(found[1], found[2], int(found[3])) if found else None
            if made is not None:
                self.lines[place] = made
                changed = True
        return changed

    def _replaced(self, name: str, value: str, shift: int) -> str | None:
        """What stands in place of an extension."""
        high = self._sum(value)
        shifted = _SHIFTED.match(self.made.get(high.value, ""))
        if shifted is None or high.constant % _WORD or shift > 32:
            return None
        low = self._sum(shifted[1])
        constant = (low.constant + high.constant // _WORD + _MOST + 1) % _WORD - _MOST - 1
        span = self._range(low.value)
        if span is None or span[0] + constant < _LEAST or span[1] + constant > _MOST:
            return None
        if shift == 32:
            return f"  {name} = add nsw i64 {low.value}, {constant}"
        self.count += 1
        whole = f"%{self.prefix}.{self.count}"
        moved = f"  {whole} = add nsw i64 {low.value}, {constant}"
        return f"{moved}\n  {name} = shl nsw i64 {whole}, {32 - shift}"

    def _sum(self, value: str) -> _Sum:
        constant = 0
        while found := _ADDED.match(self.made.get(value, "")):
            value, constant = found[1], constant + int(found[2])
        return _Sum(value, constant)

    def _range(self, value: str) -> tuple[int, int] | None:
        """The least and the largest that a loop variable is."""
        if value not in self.ranges:
            self.ranges[value] = self._loop_range(value)
        return self.ranges[value]

    def _loop_range(self, value: str) -> tuple[int, int] | None:
        phi = _PHI.match(self.made.get(value, ""))
        if phi is None:
            return None
        start, latch, next = phi[1], phi[4], phi[3]
        if not start.isdecimal():
            start, latch, next = phi[3], phi[2], phi[1]
        step = _STEPPED.match(self.made.get(next, ""))
        if not start.isdecimal() or step is None or step[1] != value:
            return None
        header = self.home[value]
        bound = self._bound(header, latch, value, next)
        if bound is None or not int(start) <= bound <= _MOST:
            return None
        return (int(start), bound) if self._ends_there(header, latch) else None

    def _bound(self, header: str, latch: str, value: str, next: str) -> int | None:
        """The largest that a variable is in its loop, if the latch leaves where it is that."""
        end = _BRANCH.match(self.blocks[latch][-1]) if latch in self.blocks else None
        test = _TEST.match(self.made.get(end[1], "")) if end else None
        if end is None or test is None or header not in (end[2], end[3]) or end[2] == end[3]:
            return None
        leaves = end[3] == header
        if leaves != (test[1] == "eq") or test[2] not in (value, next):
            return None
        bound = test[3]
        if bound.lstrip("-").isdecimal():
            most = int(bound)
        elif _NARROW.match(self.made.get(bound, "")):
            most = _MOST
        else:
            return None
        return most - (test[2] == next)

    def _ends_there(self, header: str, latch: str) -> bool:
        """Whether the loop of a latch is left there alone, and calls nothing."""
        before: dict[str, list[str]] = {}
        for label, targets in self.targets.items():
            for target in targets:
                before.setdefault(target, []).append(label)
        inside, work = {header}, [latch]
        while work:
            label = work.pop()
            if label not in inside:
                inside.add(label)
                work += before.get(label, ())
        return all(
            (label == latch or inside.issuperset(self.targets[label]))
            and not any(map(_CALL.search, self.blocks[label]))
            for label in inside
        )


def _plain(made: str) -> str:
    """An instruction without its metadata."""
    return made.partition(", !")[0]


def _targets(block: list[str]) -> tuple[str, ...]:
    """The labels that the end of a block names; a switch has lines of its own."""
    return tuple(_TARGET.findall("\n".join(line for line in block if "label %" in line)))
