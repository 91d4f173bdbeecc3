"""The C text of all that a program's calls of linear algebra need, one file for each type and
convention.

    typedef double T;  kernels.h, the routines in the one form, structures.h, their derivatives, and
    the functions that calls of the program become
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ribozyme.algebra.all_rows import ROWS, closure
from ribozyme.algebra.convention import (
    NUMBER,
    REAL,
    arguments,
    library_call,
    parameters,
    result,
    uniform,
)
from ribozyme.algebra.derivatives import declarations, derivatives
from ribozyme.algebra.doors import door, with_conjugates
from ribozyme.algebra.rows import Composed, Row
from ribozyme.rules.algebra import Convention, Symbol

_HEAD: Final = """/* linear algebra: {type}, {word} */
typedef {number} T;
typedef {real} R;
typedef {integer} I;
"""
_WRITTEN: Final = ("written", "factors", "inverses", "spectra", "singular")


def source(type: str, convention: Convention, called: Mapping[str, tuple[Symbol, int]]) -> str:
    """The C text for calls of one type and convention: by name, the routine and how many lengths
    of text are behind its arguments."""
    rows = closure({symbol.routine for symbol, _ in called.values()}, type)
    parts = [
        _HEAD.format(
            type=type,
            word=convention.word,
            number=NUMBER[type],
            real=REAL[type],
            integer=convention.integer,
        )
    ]
    parts += ["#define COMPLEX 1\n"] if type in "cz" else []
    parts += [f"#define HAS_{row.name} 1\n" for row in rows]
    rows = tuple(row for row in rows if not isinstance(row.term, Composed))
    parts += [_declared(row, type, convention) for row in rows]
    parts.append(_file("kernels.h"))
    parts += [library_call(row, type, convention) for row in rows]
    parts += [_file("conjugates.h")] if type in "cz" else []
    parts += [_by_number(row, type) for row in rows]
    parts.append(_file("structures.h"))
    parts += [derivatives(row) for row in rows]
    parts += [_file(f"{name}.h") for name in _WRITTEN]
    parts += [_file("hermitian.h")] if type in "cz" else []
    parts += [
        door(ROWS[symbol.routine], name, symbol, lengths)
        for name, (symbol, lengths) in sorted(called.items())
    ]
    return "\n".join(parts)


def _declared(row: Row, type: str, convention: Convention) -> str:
    name = uniform(row, type, convention)
    own = (
        f"{result(row)} {row.name}({', '.join(parameters(row))})"
        f' __asm__("{name}") __attribute__((noinline));\n'
    )
    return own + declarations(row, name)


def _by_number(row: Row, type: str) -> str:
    """The routine with its factors as numbers, as derivatives call it."""
    scalars = {param.name: param.kind for param in row.params if param.kind in ("scalar", "real")}
    heads = [
        f"{'T' if scalars[name] == 'scalar' else 'R'} {name}" if name in scalars else text
        for text in parameters(row)
        for name in [text.split("*")[-1]]
    ]
    given = [f"&{name}" if name in scalars else name for name in arguments(row)]
    back = "" if row.result == "void" else "return "
    plain = with_conjugates(row.name, type)
    head = f"IN {result(row)} {row.name.upper()}({', '.join(heads)})"
    return f"{head} {{ {back}{plain}({', '.join(given)}); }}\n"


@cache
def _file(name: str) -> str:
    return (files("ribozyme.algebra") / name).read_text(encoding="utf-8")
