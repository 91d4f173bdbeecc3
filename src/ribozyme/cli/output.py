"""What the commands print: tables, errors; colour at a terminal only, JSON where asked.

show(("example", "time"), [("norm", "1.2 ms")])    a table at a terminal, columns in a pipe
"""

import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ribozyme.base.diag import render, render_colour
from ribozyme.base.errors import Error, RibozymeWarning
from ribozyme.base.terminal import has_rich


def coloured(stream: Any) -> bool:
    """Whether a stream is a terminal whose user wants colour."""
    return bool(stream.isatty()) and "NO_COLOR" not in os.environ


@contextmanager
def plain_warnings() -> Iterator[None]:
    """Warnings as a compiler says them, without the place in our own code."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always", RibozymeWarning)
        try:
            yield
        finally:
            for one in said:
                print(one.message, file=sys.stderr)


def say(text: str = "", colours: Mapping[str, str] | None = None) -> None:
    """Text; at a terminal what matches a pattern has its colour."""
    if not colours or not coloured(sys.stdout) or not has_rich():
        print(text)
        return
    from rich.console import Console
    from rich.text import Text

    shown = Text(text)
    for pattern, colour in colours.items():
        shown.highlight_regex(pattern, colour)
    Console().print(shown, soft_wrap=True)


def show(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table."""
    if coloured(sys.stdout) and has_rich():
        from rich import box
        from rich.console import Console
        from rich.table import Table

        table = Table(*heads, box=box.SIMPLE_HEAD, pad_edge=False)
        for row in rows:
            table.add_row(*row)
        Console().print(table, markup=False)
        return
    lines = [tuple(heads), *map(tuple, rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(heads))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def show_json(value: object) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def complain(failure: Error, *, as_json: bool = False) -> None:
    """An error on standard error."""
    if as_json:
        text = render(failure.diagnostic, "json")
    elif coloured(sys.stderr):
        text = render_colour(failure.diagnostic)
    else:
        text = str(failure)
    print(text, file=sys.stderr)
