"""Calls of every row of linear algebra: a C function for each, and arguments with random flags,
sizes, leading dimensions and increments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, final

import numpy as np

from ribozyme.algebra.rows import Param, Row
from ribozyme.algebra.table import ROWS

Convention = Literal["cblas", "fortran", "lapacke"]
NUMBERS: Final = {"d": ("double", np.float64), "s": ("float", np.float32)}
_FLAGS: Final = {"trans": "NTC", "uplo": "UL", "diag": "NU", "side": "LR"}
_ENUM: Final = {
    "trans": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}
LAPACK: Final = ("potrf", "getrf", "potrs", "posv", "getrs", "gesv")


def conventions(row: Row) -> tuple[Convention, ...]:
    """How the library's routine of a row can be called."""
    return ("fortran", "lapacke") if row.name in LAPACK else ("cblas", "fortran")


def source(row: Row, convention: Convention, type: str = "d") -> str:
    """A C function `f` with the routine's parameters by value, flags as numbers of `cblas.h`."""
    number, _ = NUMBERS[type]
    heads, types, given, lines = [], [], [], []
    by_value = convention != "fortran"
    if by_value and row.layout:
        heads, types, given = ["int layout"], ["int"], ["layout"]
    for param in row.params:
        name = param.name
        star = "" if name in row.written else "const "
        match param.kind:
            case "matrix" | "vector":
                heads += [f"{star}{number} *{name}", f"int ld{name}"]
                types += [f"{star}{number} *", "int" if by_value else "const int *"]
                given += [name, f"ld{name}" if by_value else f"&ld{name}"]
            case "pivots":
                heads.append(f"int *{name}")
                types.append("int *")
                given.append(name)
            case "scalar":
                heads.append(f"{number} {name}")
                types.append(number if by_value else f"const {number} *")
                given.append(name if by_value else f"&{name}")
            case "dim":
                heads.append(f"int {name}")
                types.append("int" if by_value else "const int *")
                given.append(name if by_value else f"&{name}")
            case _ if convention == "cblas":
                heads.append(f"int {name}")
                types.append("int")
                given.append(name)
            case _:
                heads.append(f"int {name}")
                lines.append(f"  char c_{name} = {_letter(param)};\n")
                types.append("char" if by_value else "const char *")
                given.append(f"c_{name}" if by_value else f"&c_{name}")
    gives = {"void": "void", "number": number, "int": "int" if by_value else "void"}[row.result]
    if row.result == "int" and not by_value:
        types.append("int *")
        given.append("&info")
        lines.append("  int info;\n")
    symbol = {
        "cblas": f"cblas_{type}{row.name}",
        "fortran": f"{type}{row.name}_",
        "lapacke": f"LAPACKE_{type}{row.name}",
    }[convention]
    back = "return " if row.result == "number" else ""
    own = number if row.result == "number" else "void"
    return (
        f"{gives} {symbol}({', '.join(types)});\n{own} f({', '.join(heads)}) {{\n{''.join(lines)}"
        f"  {back}{symbol}({', '.join(given)});\n}}\n"
    )


def _letter(param: Param) -> str:
    text = "'?'"
    for letter, number in _ENUM[param.kind].items():
        text = f"{param.name} == {number} ? '{letter}' : {text}"
    return text


@final
@dataclass(frozen=True)
class Case:
    """Arguments of a call, and which of them are numbers that derivatives are for."""

    row: Row
    args: Mapping[str, Any]

    @property
    def active(self) -> tuple[str, ...]:
        """The names of arguments that are floats."""
        return tuple(p.name for p in self.row.operands)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The outputs as `of` names them."""
        return ("return",) if self.row.result == "number" else self.row.written


def case(name: str, convention: Convention, rng: np.random.Generator, type: str = "d") -> Case:
    """Random arguments of a routine."""
    row, args = ROWS[name], dict[str, Any]()
    by_rows = convention != "fortran" and row.layout and rng.random() < 0.5
    if convention != "fortran" and row.layout:
        args["layout"] = 101 if by_rows else 102
    known: dict[str, Any] = {}
    for param in row.params:
        match param.kind:
            case "dim":
                same = name == "getrf" and param.name == "n"
                size = known["m"] if same else int(rng.integers(1, 7))
                known[param.name] = args[param.name] = size
            case "pivots":
                size = known["n"]
                last = [int(rng.integers(k, size)) + 1 for k in range(size)]
                args[param.name] = np.array(last, dtype=np.int32)
            case "scalar":
                args[param.name] = float(rng.normal())
            case "matrix" | "vector":
                made, leading = _operand(row, param, known, by_rows, rng)
                args[param.name], args[f"ld{param.name}"] = made.astype(NUMBERS[type][1]), leading
            case _:
                letter = str(rng.choice(list(_FLAGS[param.kind])))
                known[param.name] = "T" if letter == "C" else letter
                args[param.name] = _ENUM[param.kind][letter]
    return Case(row, args)


def _operand(
    row: Row, param: Param, known: Mapping[str, Any], by_rows: bool, rng: np.random.Generator
) -> tuple[Any, int]:
    shape = row.shapes[param.name]
    rows, cols = (_size(text, known) for text in (shape.rows, shape.cols))
    if param.kind == "vector":
        one_sided = row.name in ("nrm2", "asum", "scal")
        step = int(rng.choice([1, 2, 3] if one_sided else [1, 1, 2, -1, -2]))
        return rng.normal(size=1 + (cols - 1) * abs(step)), step
    across, along = (cols, rows) if by_rows else (rows, cols)
    leading = across + int(rng.integers(0, 3))
    made = rng.normal(size=leading * along)
    if row.name in ("trsm", "trsv", "potrs", "getrs") and param.name == "A":
        for k in range(along):
            made[k * leading + k] += 4 * np.sign(made[k * leading + k])
    if row.name in ("potrf", "posv") and param.name == "A":
        full = rng.normal(size=(rows, rows))
        whole = np.zeros((along, leading))
        whole[:, :across] = full @ full.T + rows * np.eye(rows)
        made = whole.ravel()
    return made, leading


def _size(text: str, known: Mapping[str, Any]) -> int:
    """A size in C with the values of flags and dimensions."""
    spelled = text.strip("()")
    if "?" in spelled:
        test, _, rest = spelled.partition(" ? ")
        yes, _, no = rest.partition(" : ")
        return int(known[yes if eval(test, {}, dict(known)) else no])
    return int(spelled) if spelled.isdigit() else int(known[spelled])
