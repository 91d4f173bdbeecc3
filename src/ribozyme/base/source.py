"""Places in the user's files, and the lines that stand there.

A `Span` is where something is; a `SourceMap` finds its text, once a message needs it.
Columns count bytes from 1, as clang's debug info does; `excerpt` turns them into characters.

    Span("model.c", 7, 10, 15)  →  Excerpt("  return erfcx(x) * w;", start=9, width=5)
"""

import re
from pathlib import Path
from stat import S_ISREG
from typing import Final, final

from ribozyme.base.record import record

_LIBRARIES: Final = re.compile(
    r"/usr/(?:local/)?(?:include|lib\w*|share)/|/include/c\+\+/|/lib/clang/[^/]+/include/"
    r"|/lib/(?:libcxx|libcxxabi|libunwind|libc)/|/(?:site|dist)-packages/"
    r"|/ribozyme/(?:cinterface|frontends(?:/c)?)/include(?:_gpu)?/|/rustc/|/\.cargo/registry/"
)
"""Where compilers, packages and systems keep code that the user did not write."""
_WORD: Final = r"[A-Za-z_0-9.]+|\S"
_WIDE: Final = 160  # more of a line is not shown
_BEFORE: Final = 60
_LARGEST: Final = 64 << 20  # a generated file beyond this is not read for the sake of a message


@final
@record
class Span:
    """A stretch of one line: `column` is its first byte, `end` one past its last; 0 is unknown."""

    file: str
    line: int
    column: int = 0
    end: int = 0

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}:{self.column}" if self.line and self.column else place


def of_library(file: str) -> bool:
    """Whether a file is a header of a system or a library, and none of the user's."""
    return _LIBRARIES.search(file.replace("\\", "/")) is not None


@final
@record
class Excerpt:
    """A source line with tabs made spaces; characters `start` to `start + width` are meant."""

    text: str
    start: int
    width: int


@final
class SourceMap:
    """The lines of files by name, kept until a file changes; text that is in no file is added."""

    __slots__ = ("_added", "_read")

    def __init__(self) -> None:
        self._added: dict[str, list[bytes]] = {}
        self._read: dict[Path, tuple[tuple[int, int], list[bytes]]] = {}

    def add(self, name: str, text: str) -> None:
        """Make `text` what stands in `name`, which need not be a file."""
        self._added[name] = text.encode("utf-8", "surrogateescape").split(b"\n")

    def excerpt(self, span: Span) -> Excerpt | None:
        """The line of a span, None where its file cannot be read or has no such line."""
        if span.line < 1:
            return None
        lines = self._added.get(span.file)
        if lines is None:
            lines = self._lines(span.file)
        if span.line > len(lines):
            return None
        return _clipped(_excerpt(lines[span.line - 1].rstrip(b"\r"), span))

    def _lines(self, file: str) -> list[bytes]:
        path = Path(file).absolute()
        stamp, lines = self._read.get(path, ((-1, -1), []))
        try:
            found = path.stat()
            now = found.st_mtime_ns, found.st_size
            if now != stamp and S_ISREG(found.st_mode) and found.st_size <= _LARGEST:
                lines = path.read_bytes().split(b"\n")
                self._read[path] = now, lines
        except (OSError, ValueError):  # ValueError: a name with a zero byte in it
            pass
        return lines


SOURCES: Final = SourceMap()
"""What messages of this process quote from."""


def _excerpt(line: bytes, span: Span) -> Excerpt:
    first = max(span.column - 1, 0)
    start = len(_shown(line[:first]))
    text = _shown(line)
    if not span.column or start >= len(text):
        return Excerpt(text, start if span.column else 0, 0)
    if span.end > span.column:
        return Excerpt(text, start, max(len(_shown(line[: span.end - 1])) - start, 1))
    word = re.match(_WORD, text[start:])
    return Excerpt(text, start, word.end() if word else 1)


def _clipped(whole: Excerpt) -> Excerpt:
    """The part of a very long line that is meant."""
    if len(whole.text) <= _WIDE:
        return whole
    first = max(whole.start - _BEFORE, 0)
    last = first + _WIDE
    text = whole.text[first:last]
    before, behind = "…" if first else "", "…" if last < len(whole.text) else ""
    width = max(min(whole.width, last - whole.start), min(whole.width, 1))
    return Excerpt(f"{before}{text}{behind}", whole.start - first + len(before), width)


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace").expandtabs(4)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
