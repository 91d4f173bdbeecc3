"""From the program's call of a routine to the one form: a C function for each name, inlined.

cblas_dgemm(101, …, 2.0, A, lda, …)   →   gemm('T', 'N', n, m, k, &two, B, ldb, A, lda, …)
dgemm_("N", "T", &m, …)               →   gemm('N', 'T', m, …)
LAPACKE_dpotrf(101, 'L', n, A, lda)   →   potrf('U', n, A, lda)
"""

from __future__ import annotations

from typing import Final, assert_never

from ribozyme.algebra.convention import ENUM, FLAGS, REAL, arguments
from ribozyme.algebra.rows import Param, Row
from ribozyme.rules.algebra import Symbol

_FLIP: Final = {"trans": "across", "uplo": "other", "side": "over"}
_CONJUGATED: Final = ("gemm", "gemv", "gbmv", "trmm", "trsm", "trmv", "trsv")
"""Routines that `conjugates.h` lets take a matrix conjugated and not transposed, too: that is what
some calls by rows become, and what adjoints of transposes are."""


def with_conjugates(routine: str, type: str) -> str:
    """The C function that is a routine with all flags."""
    return f"{routine}_any" if type in "cz" and routine in _CONJUGATED else routine


def door_name(symbol: str) -> str:
    """The name of the function that a program's call of a routine becomes."""
    return f"rz.la.from.{symbol}"


def door_types(row: Row, symbol: Symbol) -> tuple[str, ...]:
    """The IR types that a declaration of a routine has: its parameters', then its result's."""
    integer = {"int": "i32", "long": "i64"}[symbol.convention.integer]
    number = REAL[symbol.type]
    by_value = is_by_value(symbol)
    found = ["i32"] if by_value and row.layout else []
    for param in row.params:
        match param.kind:
            case "superb":
                found += ["ptr"] if by_value else []
            case "work" | "rwork" | "iwork" | "length":
                skipped = by_value or (param.kind == "rwork" and symbol.type in "sd")
                found += [] if skipped else ["ptr"]
            case "matrix" | "vector":
                found += ["ptr", integer if by_value else "ptr"]
            case "array" | "reals" | "pivots":
                found.append("ptr")
            case _ if not by_value:
                found.append("ptr")
            case "dim":
                found.append(integer)
            case "scalar" if symbol.type in "cz":
                found.append("ptr")
            case "scalar" | "real":
                found.append(number)
            case _:
                found.append("i8" if symbol.lapacke else "i32")
    match row.result:
        case "void":
            return (*found, "void")
        case "number":
            return (*found, number)
        case "complex":
            return (*found, "ptr", "void") if by_value else (*found, _RETURNED[symbol.type])
        case "int":
            return (*found, integer) if by_value else (*found, "ptr", "void")
    assert_never(row.result)


_RETURNED: Final = {"c": "<2 x float>", "z": "{ double, double }"}
"""How a complex number is returned (x86-64, System V)."""


def is_by_value(symbol: Symbol) -> bool:
    """Whether a routine takes numbers by value."""
    return symbol.convention.kind == "c" or symbol.lapacke


def door(row: Row, name: str, symbol: Symbol, lengths: int) -> str:
    """The function that a call of a routine becomes: its arguments in the one form.

    `lengths` is how many lengths of text a Fortran compiler puts behind them.
    """
    integer = symbol.convention.integer
    by_value = is_by_value(symbol)
    types = door_types(row, symbol)
    lines: list[str] = []
    heads: list[str] = []
    if by_value and row.layout:
        heads.append("int layout")
    for param in row.params:
        some, line = (
            _value(param, integer, symbol) if by_value else _read(param, integer, symbol.type)
        )
        heads += some
        lines += line
    if row.result == "int" and not by_value:
        heads.append(f"{integer} *info")
        lines += _asked(row, symbol.type)
    if row.result == "complex" and by_value:
        heads.append("T *out")
    heads += [f"unsigned long length{k}" for k in range(lengths)]
    if by_value and row.layout and not row.by_layout:
        lines += _by_rows(row)
    passed = ", ".join(_passed(row, symbol))
    by_rows = "layout == 101" if by_value else "0"
    plain = with_conjugates(row.name, symbol.type)
    call = f"{row.name}_by({by_rows}, {passed})" if row.by_layout else f"{plain}({passed})"
    match row.result:
        case "int":
            lines.append(f"  return {call};\n" if by_value else f"  *info = {call};\n")
        case "complex" if by_value:
            lines.append(f"  *out = {call};\n")
        case "void":
            lines.append(f"  {call};\n")
        case _:
            lines.append(f"  return {call};\n")
    gives = {"void": "void", "i32": "int", "i64": "long"}.get(types[-1], _GIVEN[row.result])
    attributes = f'__asm__("{door_name(name)}") __attribute__((always_inline))'
    own = f"from_{name}"
    return (
        f"{gives} {own}({', '.join(heads)}) {attributes};\n"
        f"{gives} {own}({', '.join(heads)}) {{\n{''.join(lines)}}}\n"
    )


_GIVEN: Final = {"number": "R", "complex": "T", "void": "void", "int": "int"}


def _asked(row: Row, type: str) -> list[str]:
    """The answer to a call that asks how much memory to work in is wanted."""
    kinds = ("work", "rwork", "iwork") if type in "cz" else ("work", "iwork")
    sized = [param for param in row.params if param.kind in kinds]
    asking = [f"*in_{param.name} == -1" for param in row.params if param.kind == "length"]
    if not asking:
        return []
    said = "".join(f"*{param.name} = {param.size}; " for param in sized)
    return [f"  if ({' || '.join(asking)}) {{ {said}*info = 0; return; }}\n"]


def _value(param: Param, integer: str, symbol: Symbol) -> tuple[list[str], list[str]]:
    name = param.name
    match param.kind:
        case "work" | "rwork" | "iwork" | "length":
            return [], []
        case "superb":
            return [f"R *{name}"], []
        case "pivots" | "array" | "reals":
            return [f"{_POINTED[param.kind]} *{name}"], []
        case "dim":
            return [f"{integer} in_{name}"], [f"  long {name} = in_{name};\n"]
        case "scalar" if symbol.type in "cz":
            return [f"T *{name}"], []
        case "scalar" | "real":
            type = _POINTED[param.kind]
            return [f"{type} in_{name}"], [f"  {type} at_{name} = in_{name};\n"]
        case "matrix" | "vector":
            return [f"T *{name}", f"{integer} in_ld{name}"], [f"  long ld{name} = in_ld{name};\n"]
        case "trans" if symbol.lapacke:
            return [f"char in_{name}"], [f"  int {name} = {_trans(f'in_{name}', symbol.type)};\n"]
        case _ if symbol.lapacke:
            return [f"char in_{name}"], [f"  int {name} = upper(in_{name});\n"]
        case _:
            return [f"int in_{name}"], [f"  int {name} = {_letter(param, symbol.type)};\n"]


_POINTED: Final = {
    "pivots": "I",
    "scalar": "T",
    "array": "T",
    "work": "T",
    "real": "R",
    "reals": "R",
    "rwork": "R",
    "iwork": "I",
}


def _trans(text: str, type: str) -> str:
    """A flag as a letter: of real matrices, 'C' is 'T'."""
    return f"upper({text})" if type in "cz" else f"upper({text}) == 'C' ? 'T' : upper({text})"


def _read(param: Param, integer: str, type: str) -> tuple[list[str], list[str]]:
    name = param.name
    match param.kind:
        case "superb":
            return [], []
        case "rwork" if type in "sd":
            return [], []
        case "pivots" | "array" | "reals" | "scalar" | "real" | "work" | "rwork" | "iwork":
            return [f"{_POINTED[param.kind]} *{name}"], []
        case "length":
            return [f"const {integer} *in_{name}"], []
        case "dim":
            return [f"const {integer} *in_{name}"], [f"  long {name} = *in_{name};\n"]
        case "matrix" | "vector":
            heads = [f"T *{name}", f"const {integer} *in_ld{name}"]
            return heads, [f"  long ld{name} = *in_ld{name};\n"]
        case "trans":
            return [f"const char *in_{name}"], [f"  int {name} = {_trans(f'*in_{name}', type)};\n"]
        case _:
            return [f"const char *in_{name}"], [f"  int {name} = upper(*in_{name});\n"]


def _letter(param: Param, type: str) -> str:
    text = f"in_{param.name}"
    for letter, number in reversed(ENUM[param.kind].items()):
        if (param.kind, letter) == ("trans", "C") and type not in "cz":
            letter = "T"
        text = f"in_{param.name} == {number} ? '{letter}' : {text}"
    if param.kind == "trans":  # CblasConjNoTrans, which not all libraries have
        text = f"in_{param.name} == 114 ? '{'R' if type in 'cz' else 'N'}' : {text}"
    return text


def _by_rows(row: Row) -> list[str]:
    """What makes a call for matrices by rows one for their transposes by columns."""
    lines = ["  if (layout == 101) {\n"]
    for pair in row.swapped:
        if len(pair) == 1:
            (name,) = pair
            lines.append(f"    {name} = {_FLIP[row.param(name).kind]}({name});\n")
            continue
        for one, other in zip(_parts(row, pair[0]), _parts(row, pair[1]), strict=True):
            of = (
                "T *"
                if one == pair[0] and row.param(one).kind in ("matrix", "vector")
                else ("int " if row.param(pair[0]).kind in FLAGS else "long ")
            )
            lines.append(f"    {of}swap_{one} = {one}; {one} = {other}; {other} = swap_{one};\n")
    return [*lines, "  }\n"]


def _parts(row: Row, name: str) -> tuple[str, ...]:
    two = row.param(name).kind in ("matrix", "vector")
    return (name, f"ld{name}") if two else (name,)


def _passed(row: Row, symbol: Symbol) -> list[str]:
    kinds = {"real"} if symbol.type in "cz" else {"real", "scalar"}
    copied = {p.name for p in row.params if is_by_value(symbol) and p.kind in kinds}
    return [f"&at_{name}" if name in copied else name for name in arguments(row)]
