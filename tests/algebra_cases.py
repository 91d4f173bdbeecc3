"""Calls of every row of linear algebra: a C function for each, and arguments with random flags,
sizes, leading dimensions and increments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, final

import numpy as np

from ribozyme.algebra.all_rows import ROWS
from ribozyme.algebra.rows import Param, Row
from ribozyme.rules.algebra import spelled

Convention = Literal["cblas", "fortran", "lapacke"]
NUMBERS: Final = {
    "d": ("double", np.float64),
    "s": ("float", np.float32),
    "z": ("double", np.float64),
    "c": ("float", np.float32),
}
"""Complex numbers are pairs of their parts here, in arrays of real ones."""
_FLAGS: Final = {"trans": "NTC", "uplo": "UL", "diag": "NU", "side": "LR"}
_TAKEN: Final = {
    "syrk": "NT",
    "syr2k": "NT",
    "herk": "NC",
    "her2k": "NC",
    "unmqr": "NC",
    "gels": "NC",
}
"""Flags of routines of complex numbers that take less than all."""
_ENUM: Final = {
    "trans": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}

LETTERS: Final = {number: letter for of in _ENUM.values() for letter, number in of.items()}


def conventions(row: Row) -> tuple[Convention, ...]:
    """How the library's routine of a row can be called."""
    return ("fortran", "lapacke") if row.result == "int" else ("cblas", "fortran")


def source(row: Row, convention: Convention, type: str = "d") -> str:
    """A C function `f` with the routine's parameters by value, flags as numbers of `cblas.h`."""
    number, _ = NUMBERS[type]
    by_value = convention != "fortran"
    parts = [_parameter(row, param, convention, type) for param in row.params]
    heads, types, given = ([text for part in parts for text in part[place]] for place in (0, 1, 2))
    lines = [
        f"  char c_{param.name} = {_letter(param)};\n"
        for param in row.params
        if param.kind in ("trans", "uplo", "diag", "side", "job") and convention != "cblas"
    ]
    if by_value and row.layout:
        heads, types, given = ["int layout", *heads], ["int", *types], ["layout", *given]
    gives, back, own = "void", "", "void"
    match row.result:
        case "void":
            pass
        case "number":
            gives, back, own = number, "return ", number
        case "complex":
            heads.append(f"{number} *out")
            if by_value:
                types, given = [*types, f"{number} *"], [*given, "out"]
            else:
                gives, back = f"{number} _Complex", f"*({number} _Complex *)out = "
        case "int" if by_value:
            gives = "int"
        case "int":
            types, given = [*types, "int *"], [*given, "&info"]
            lines.append("  int info;\n")
    symbol = {
        "cblas": f"cblas_{spelled(row.name, type, 'c')}",
        "fortran": f"{spelled(row.name, type, 'f')}_",
        "lapacke": f"LAPACKE_{type}{row.name}",
    }[convention]
    return (
        f"{gives} {symbol}({', '.join(types)});\n{own} f({', '.join(heads)}) {{\n{''.join(lines)}"
        f"  {back}{symbol}({', '.join(given)});\n}}\n"
    )


Spelled = tuple[list[str], list[str], list[str]]


def _parameter(row: Row, param: Param, convention: Convention, type: str) -> Spelled:
    """What a parameter is among those of `f`, the types that the routine takes, and what it is
    given."""
    (number, _), name, by_value = NUMBERS[type], param.name, convention != "fortran"
    star = "" if name in row.written else "const "
    match param.kind:
        case "matrix" | "vector":
            leading = ("int", f"ld{name}") if by_value else ("const int *", f"&ld{name}")
            types, given = [f"{star}{number} *", leading[0]], [name, leading[1]]
            return [f"{star}{number} *{name}", f"int ld{name}"], types, given
        case "pivots":
            return [f"int *{name}"], ["int *"], [name]
        case "array" | "reals":
            return [f"{star}{number} *{name}"], [f"{star}{number} *"], [name]
        case "superb" if by_value:
            return [], [f"{number} *"], [f"({number}[64]){{}}"]
        case "work" | "rwork" | "iwork" | "length" if by_value:
            return [], [], []
        case "superb":
            return [], [], []
        case "rwork" if type in "sd":
            return [], [], []
        case "work" | "rwork" | "iwork":
            of = "int" if param.kind == "iwork" else number
            return [], [f"{of} *"], [f"({of}[4096]){{}}"]
        case "length":
            return [], ["const int *"], ["&(int){2048}"]
        case "scalar" if type in "cz":
            return [f"const {number} *{name}"], [f"const {number} *"], [name]
        case "scalar" | "real" | "dim":
            of = "int" if param.kind == "dim" else number
            at = [of, name] if by_value else [f"const {of} *", f"&{name}"]
            return [f"{of} {name}"], at[:1], at[1:]
        case _ if convention == "cblas":
            return [f"int {name}"], ["int"], [name]
        case _:
            at = ["char", f"c_{name}"] if by_value else ["const char *", f"&c_{name}"]
            return [f"int {name}"], at[:1], at[1:]


def _letter(param: Param) -> str:
    if param.kind == "job":
        return param.name
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
        match self.row.result:
            case "number":
                return ("return",)
            case "complex":
                return ("out",)
            case _:
                return self.row.written


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
                size = _dimension(name, param.name, known, rng)
                known[param.name] = args[param.name] = size
            case "pivots":
                size = known["n"]
                last = [int(rng.integers(k, size)) + 1 for k in range(size)]
                args[param.name] = np.array(last, dtype=np.int32)
            case "scalar" if type in "cz":
                args[param.name] = rng.normal(size=2).astype(NUMBERS[type][1])
            case "scalar" | "real":
                args[param.name] = float(rng.normal())
            case "matrix" | "vector":
                made, leading = _operand(row, param, known, by_rows, rng, type)
                args[param.name], args[f"ld{param.name}"] = _numbers(made, type), leading
            case "work" | "rwork" | "iwork" | "length" | "superb":
                pass
            case "array" | "reals":
                count = _size(row.shapes[param.name].cols, known)
                of = type if param.kind == "array" else "d"
                args[param.name] = _numbers(_normal(rng, of, count), of).astype(NUMBERS[type][1])
            case "job":
                letter = str(rng.choice(list("NV" if len(row.shapes) == 2 else "NS")))
                known[param.name], args[param.name] = letter, ord(letter)
            case _:
                flags = _TAKEN.get(name, "NTC") if param.kind == "trans" else _FLAGS[param.kind]
                flags = flags.replace("C", "T") if type in "sd" else flags
                letter = str(rng.choice(list(flags)))
                known[param.name] = letter
                args[param.name] = _ENUM[param.kind][letter]
    if row.result == "complex":
        args["out"] = np.zeros(2, NUMBERS[type][1])
    return Case(row, args)


def _dimension(routine: str, name: str, known: Mapping[str, Any], rng: np.random.Generator) -> int:
    """A dimension that the routine takes with those before it."""
    last = 6
    match routine, name:
        case "getrf", "n":
            return int(known["m"])
        case (("orgqr" | "ungqr"), "n"):
            last = known["m"]
        case (("orgqr" | "ungqr"), "k"):
            last = known["n"]
        case (("ormqr" | "unmqr"), "k"):
            last = known["m"] if known["side"] == "L" else known["n"]
    return int(rng.integers(1, last + 1))


def _numbers(made: Any, type: str) -> Any:
    """The numbers of an array; of complex ones, their parts."""
    return (made.astype(complex).view(float) if type in "cz" else made).astype(NUMBERS[type][1])


def _normal(rng: np.random.Generator, type: str, *size: int) -> Any:
    some = rng.normal(size=size)
    return some + 1j * rng.normal(size=size) if type in "cz" else some


def _operand(
    row: Row,
    param: Param,
    known: Mapping[str, Any],
    by_rows: bool,
    rng: np.random.Generator,
    type: str,
) -> tuple[Any, int]:
    shape = row.shapes[param.name]
    rows, cols = (_size(text, known) for text in (shape.rows, shape.cols))
    if param.kind == "vector":
        one_sided = row.name in ("nrm2", "asum", "scal", "dscal")
        step = int(rng.choice([1, 2, 3] if one_sided else [1, 1, 2, -1, -2]))
        return _normal(rng, type, 1 + (cols - 1) * abs(step)), step
    across, along = (cols, rows) if by_rows else (rows, cols)
    if row.name == "gbmv" and by_rows:  # a band is an array of its rows
        across, along = rows, known["m"]
    leading = across + int(rng.integers(0, 3))
    made = _normal(rng, type, leading * along)
    if row.name in ("trsm", "trsv", "potrs", "potri", "getrs", "getri") and param.name == "A":
        for k in range(along):
            made[k * leading + k] += 4 * np.sign(made[k * leading + k].real)
    if row.name == "potri":  # the diagonal of a factor is real
        made[:: leading + 1] = made[:: leading + 1].real
    if row.name in ("potrf", "posv") and param.name == "A":
        full = _normal(rng, type, rows, rows)
        whole = np.zeros((along, leading), full.dtype)
        whole[:, :across] = full @ full.conj().T + rows * np.eye(rows)
        made = whole.ravel()
    return made, leading


def _size(text: str, known: Mapping[str, Any]) -> int:
    """A size in C with the values of flags and dimensions."""
    size = text.strip("()")
    if "?" in size:
        test, _, rest = size.partition(" ? ")
        yes, _, no = rest.partition(" : ")
        return int(known[yes if eval(test, {}, dict(known)) else no])
    return int(eval(size, {"min": min}, dict(known)))
