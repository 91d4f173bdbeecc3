"""How routines are called: from the program's call to the one form, and from there to the library.

    cblas_dgemm(101, 111, 112, m, n, k, 2.0, A, lda, B, ldb, 0.0, C, ldc)
      →  gemm('T', 'N', n, m, k, &two, B, ldb, A, lda, &zero, C, ldc)      by rows: transposes
      →  cblas_dgemm(102, 112, 111, n, m, k, *two, B, ldb, A, lda, *zero, C, ldc)

Both ways are C functions: the first (`doors`) is inlined into the program, so that a constant
layout decides before anything is analysed; the second is the body of the routine in the one form.
A flag that is none goes through as it is, and the library says so. Complex numbers go by address.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ribozyme.algebra.rows import Param, Row
from ribozyme.rules.algebra import NUMBER as NUMBER_THERE
from ribozyme.rules.algebra import NUMBERS as NUMBERS_THERE
from ribozyme.rules.algebra import REAL as REAL_THERE
from ribozyme.rules.algebra import Convention, spelled

REAL: Final = {"s": "float", "d": "double", "c": "float", "z": "double"}
NUMBER: Final = {**REAL, "c": "float _Complex", "z": "double _Complex"}
ENUM: Final = {
    "trans": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}
FLAGS: Final = ("trans", "uplo", "diag", "side")
_RESULT: Final = {"void": "void", "number": "R", "complex": "T", "int": "int"}
_C: Final = {"scalar": "T", "real": "R", "matrix": "T", "vector": "T", "array": "T", "reals": "R"}


def uniform(row: Row, type: str, convention: Convention) -> str:
    """The name of a routine in the one form."""
    return f"rz.la.{row.name}.{type}.{convention.word}"


def result(row: Row) -> str:
    """What a routine gives back, in C."""
    return _RESULT[row.result]


def parameters(row: Row, *, shadows: bool = False) -> list[str]:
    """The parameters of the one form; with `shadows`, each address has its shadow behind it."""
    found: list[str] = []
    for param in row.params:
        match param.kind:
            case "dim":
                found.append(f"long {param.name}")
            case "scalar" | "real" | "matrix" | "vector" | "array" | "reals":
                const, type = "" if param.name in row.written else "const ", _C[param.kind]
                found.append(f"{const}{type} *{param.name}")
                found += [f"{type} *{param.name}_sh"] if shadows else []
                found += [f"long ld{param.name}"] if param.kind in ("matrix", "vector") else []
            case "work" | "rwork" | "iwork" | "length" | "superb":
                pass
            case "pivots":
                found.append(f"I *{param.name}")
                found += [f"I *{param.name}_sh"] if shadows else []
            case _:
                found.append(f"int {param.name}")
    return found


def arguments(row: Row) -> list[str]:
    """The names of the parameters of the one form."""
    return [text.split()[-1].lstrip("*") for text in parameters(row)]


def attributes(row: Row) -> dict[int, str]:
    """What IR says of the addresses in the one form, by place: what they lead to, and whether the
    routine only reads it."""
    kinds = {param.name: param.kind for param in row.params}
    said = {"scalar": f"{NUMBER_THERE} ", "real": f"{REAL_THERE} ", "pivots": ""}
    return {
        place: ("readonly " if text.startswith("const ") else "")
        + said.get(kinds[text.split("*")[-1]], f"{NUMBERS_THERE} ")
        for place, text in enumerate(parameters(row))
        if "*" in text
    }


# ---- to the library ------------------------------------------------------------------------------


def library_call(row: Row, type: str, convention: Convention) -> str:
    """The routine in the one form, by a call of the library."""
    head = f"{result(row)} {row.name}({', '.join(parameters(row))})"
    return (
        f"{head} {{\n{_by_value(row, type, convention)}}}\n"
        if convention.kind == "c"
        else f"{head} {{\n{_by_address(row, type, convention)}}}\n"
    )


def _by_value(row: Row, type: str, convention: Convention) -> str:
    symbol = f"{convention.prefix}cblas_{spelled(row.name, type, 'c')}{convention.suffix}"
    integer = convention.integer
    types, given = (["int"], ["102"]) if row.layout else ([], [])
    for param in row.params:
        match param.kind:
            case "dim":
                types.append(integer)
                given.append(f"({integer}){param.name}")
            case "scalar" if type in "cz":
                types.append("const T *")
                given.append(param.name)
            case "scalar" | "real":
                types.append(_C[param.kind])
                given.append(f"*{param.name}")
            case "matrix" | "vector":
                types += ["const T *", integer]
                given += [param.name, f"({integer})ld{param.name}"]
            case _:
                types.append("int")
                given.append(_enum(param))
    return _called(row, symbol, types, given)


def _by_address(row: Row, type: str, convention: Convention) -> str:
    symbol = f"{convention.prefix}{spelled(row.name, type, 'f')}{convention.suffix}"
    integer = convention.integer
    types: list[str] = []
    given: list[str] = []
    lines: list[str] = []
    freed: list[str] = []
    lengths = 0
    for param in row.params:
        match param.kind:
            case "dim":
                types.append(f"const {integer} *")
                lines.append(f"  {integer} by_{param.name} = ({integer}){param.name};\n")
                given.append(f"&by_{param.name}")
            case "scalar" | "real" | "array" | "reals":
                types.append(f"const {_C[param.kind]} *")
                given.append(param.name)
            case "pivots":
                types.append("I *")
                given.append(param.name)
            case "work":
                types.append("T *")
                lines.append(f"  {integer} length = -1;\n  T asked, *work = &asked;\n")
                given.append("work")
            case "length":
                types.append(f"const {integer} *")
                given.append("&length")
            case "superb":
                pass
            case "rwork" if type in "sd":
                pass
            case "rwork" | "iwork":
                of = "R" if param.kind == "rwork" else "I"
                types.append(f"{of} *")
                lines.append(
                    f"  {of} *{param.name} = at_least((Size)({param.size}) * sizeof({of}));\n"
                )
                given.append(param.name)
                freed.append(param.name)
            case "matrix" | "vector":
                types += ["const T *", f"const {integer} *"]
                lines.append(f"  {integer} by_{param.name} = ({integer})ld{param.name};\n")
                given += [param.name, f"&by_{param.name}"]
            case _:
                lengths += 1
                types.append("const char *")
                lines.append(f"  char by_{param.name} = (char){param.name};\n")
                given.append(f"&by_{param.name}")
    if row.result == "int":
        types.append(f"{integer} *")
        lines.append(f"  {integer} info = 0;\n")
        given.append("&info")
    types += ["unsigned long"] * lengths
    given += ["1ul"] * lengths
    if row.result == "int":
        lines.append(_declared(row, symbol, types, "void"))
        call = f"  library_{row.name}({', '.join(given)});\n"
        if any(param.kind == "work" for param in row.params):
            call = f"{call}  if (!info) {{\n{_WORK}{call}  free(work);\n  }}\n"
        call += "".join(f"  free({name});\n" for name in freed)
        return "".join((*lines, call, "  return (int)info;\n"))
    return "".join((*lines, _called(row, symbol, types, given)))


_WORK: Final = "  length = (I)re(asked);\n  work = room(length);\n"


def _called(row: Row, symbol: str, types: Sequence[str], given: Sequence[str]) -> str:
    back = "" if row.result == "void" else "return "
    call = f"  {back}library_{row.name}({', '.join(given)});\n"
    return _declared(row, symbol, types, result(row)) + call


def _declared(row: Row, symbol: str, types: Sequence[str], gives: str) -> str:
    return f'  {gives} library_{row.name}({", ".join(types)}) __asm__("{symbol}");\n'


def _enum(param: Param) -> str:
    text = param.name
    for letter, number in reversed(ENUM[param.kind].items()):
        text = f"{param.name} == '{letter}' ? {number} : {text}"
    return f"({text})"
