"""A module made smaller while something stays true of it: what a report of a mistake is made of.

    reduced(text, keeps=still_fails, root="f", seconds=8.0)

    define void @unused() { … }            (gone: @f does not lead to it)
    define double @helper(double) { … }    declare double @helper(double)
    define double @f(double %x) {          define double @f(double %x) {
      %a = fmul double %x, %x
      %b = call double @helper(double %a)    %b = call double @helper(double poison)
      ret double %b                          ret double %b
    }                                      }

The text is LLVM's own printing, and every step is a change of text that may well make no sense:
`keeps` is asked, and what it denies is dropped. Nothing is tried after the time is over.
"""

import re
import time
from collections.abc import Callable, Iterator
from typing import Final

_FUNCTION: Final = re.compile(r"^define [^\n]*\{\n(?:.*\n)*?\}\n", re.M)
_NAME: Final = re.compile(r'@("[^"]*"|[\w.$-]+)')
_GLOBAL: Final = re.compile(r'^ *(?:declare [^@\n]*)?@("[^"]*"|[\w.$-]+)(?: = |\().*\n', re.M)
_COMMENT: Final = re.compile(r"^;.*\n", re.M)
_METADATA: Final = re.compile(
    r", ![\w.]+ !\d+| !dbg !\d+(?= \{)|^ +#dbg_.*\n|^!llvm\.dbg\.cu = .*\n", re.M
)
_ATTRIBUTES: Final = re.compile(r" #\d+(?=$|,? !| \{$| comdat)|^attributes #.*\n", re.M)
_OF_BODIES: Final = re.compile(
    r" (?:internal|private|linkonce_odr|linkonce|weak_odr|weak|available_externally)(?= )"
    r"| comdat(?:\([^)]*\))?| personality ptr @\S+| !\w+ !\d+"
)
_RESULT: Final = re.compile(r'^  (%(?:"[^"]*"|[\w.$-]+)) = ')
_OPERAND: Final = re.compile(r'%(?:"[^"]*"|[\w.$-]+)')
_STAYS: Final = re.compile(
    r"^  (?:%\S+ = )?(?:ret|br|switch|indirectbr|invoke|resume|unreachable|cleanupret|catchret|"
    r"catchswitch|callbr)\b|^    |^\S|^ *$"
)

Keeps = Callable[[str], bool]


def reduced(
    text: str, keeps: Keeps, root: str, seconds: float, tidy: Callable[[str], str] = str
) -> str:
    """The smallest text found; `root` names the function that matters, without `@`.

    `tidy` may be asked for another text of the same meaning, which is likely to be shorter.
    """
    search = _Search(text, keeps, time.monotonic() + seconds)
    search.tried(_METADATA.sub("", text))
    search.tried(_ATTRIBUTES.sub("", search.text))
    search.tried(_reachable(search.text, root))
    search.tried(tidy(search.text))
    for name in _bodies(search.text):
        if _bare(name) != root:
            search.tried(_declared(search.text, name))
    search.tried(_reachable(search.text, root))
    search.thin()
    search.tried(_reachable(search.text, root))
    search.tried(_METADATA.sub("", search.text))
    search.tried(_ATTRIBUTES.sub("", search.text))
    return _COMMENT.sub("", search.text)


class _Search:
    """The best text so far."""

    def __init__(self, text: str, keeps: Keeps, end: float) -> None:
        self.text = text
        self._keeps = keeps
        self._end = end

    def tried(self, candidate: str) -> bool:
        """Take a candidate if it will do."""
        if candidate == self.text or time.monotonic() > self._end or not self._keeps(candidate):
            return False
        self.text = candidate
        return True

    def thin(self) -> None:
        """Without as many instructions as possible, many at a time first."""
        size = max(1, len(_removable(self.text)) // 2)
        while time.monotonic() < self._end:
            at, moved = 0, False
            while at < len(lines := _removable(self.text)) and time.monotonic() < self._end:
                gone = lines[at : at + size]
                candidates = [_without(self.text, gone)]
                candidates += _forwarded(self.text, gone[0]) if size == 1 else []
                if any(map(self.tried, candidates)):
                    moved = True
                else:
                    at += size
            if size == 1 and not moved:
                return
            size = max(1, size // 2)


def _bare(name: str) -> str:
    return name.removeprefix('"').removesuffix('"')


def _heads(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    for found in _FUNCTION.finditer(text):
        name = _NAME.search(found[0])
        if name is not None:
            yield name[1], found


def _bodies(text: str) -> list[str]:
    """The functions that have one, the longest first."""
    found = sorted(((len(match[0]), name) for name, match in _heads(text)), reverse=True)
    return [name for _, name in found]


def _reachable(text: str, root: str) -> str:
    """The text without functions and globals that nothing from the root leads to."""
    pieces = {name: match[0] for name, match in _heads(text)}
    pieces |= {match[1]: match[0] for match in _GLOBAL.finditer(text)}
    work = [name for name in pieces if _bare(name) == root]
    kept: set[str] = set()
    while work:
        name = work.pop()
        if name not in kept and name in pieces:
            kept.add(name)
            work += _NAME.findall(pieces[name])
    for name, piece in pieces.items():
        if name not in kept:
            text = text.replace(piece, "", 1)
    return text


def _declared(text: str, wanted: str) -> str:
    """The text with a function declared and no longer defined."""
    for name, match in _heads(text):
        if name == wanted:
            head = match[0].partition("\n")[0].removeprefix("define").removesuffix("{").rstrip()
            head = _OF_BODIES.sub("", f" {head}").strip()
            return f"{text[: match.start()]}declare {head}\n{text[match.end() :]}"
    return text


def _removable(text: str) -> list[int]:
    """The lines that are instructions and end no block."""
    found, inside = [], False
    for number, line in enumerate(text.split("\n")):
        if line.startswith("define "):
            inside = True
        elif line == "}":
            inside = False
        elif inside and not _STAYS.match(line):
            found.append(number)
    return found


def _without(text: str, gone: list[int]) -> str:
    """The text without some lines, their results replaced where they are used."""
    lines = text.split("\n")
    doomed = set(gone)
    kept = [line for number, line in enumerate(lines) if number not in doomed]
    names = [match[1] for number in gone if (match := _RESULT.match(lines[number]))]
    if not names:
        return "\n".join(kept)
    pattern = re.compile(rf"(?:{'|'.join(map(re.escape, names))})(?![\w.$-])")
    return pattern.sub("poison", "\n".join(kept))


def _forwarded(text: str, gone: int) -> Iterator[str]:
    """The text without a line, one of its operands in the place of its result."""
    lines = text.split("\n")
    line = lines.pop(gone)
    result = _RESULT.match(line)
    if result is None:
        return
    pattern = re.compile(rf"{re.escape(result[1])}(?![\w.$-])")
    for operand in dict.fromkeys(_OPERAND.findall(line[result.end() :])):
        if operand != result[1]:
            yield pattern.sub(operand.replace("\\", r"\\"), "\n".join(lines))
