"""How routines are called: from the program's call to the one form, and from there to the library.

    cblas_dgemm(101, 111, 112, m, n, k, 2.0, A, lda, B, ldb, 0.0, C, ldc)
      →  gemm('T', 'N', n, m, k, &two, B, ldb, A, lda, &zero, C, ldc)      by rows: transposes
      →  cblas_dgemm(102, 112, 111, n, m, k, *two, B, ldb, A, lda, *zero, C, ldc)

Both ways are C functions: the first is inlined into the program, so that a constant layout decides
before anything is analysed; the second is the body of the routine in the one form. A flag that is
none goes through as it is, and the library says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ribozyme.algebra.rows import Param, Row
from ribozyme.rules.algebra import NUMBER as NUMBER_THERE
from ribozyme.rules.algebra import NUMBERS as NUMBERS_THERE
from ribozyme.rules.algebra import Convention, Symbol

NUMBER: Final = {"s": "float", "d": "double"}
_ENUM: Final = {
    "trans": {"N": 111, "T": 112, "C": 113},
    "uplo": {"U": 121, "L": 122},
    "diag": {"N": 131, "U": 132},
    "side": {"L": 141, "R": 142},
}
FLAGS: Final = ("trans", "uplo", "diag", "side")
_FLIP: Final = {"trans": "flip", "uplo": "other", "side": "over"}
_RESULT: Final = {"void": "void", "number": "T", "int": "int"}


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
            case "scalar" | "matrix" | "vector":
                const = "" if param.name in row.written else "const "
                found.append(f"{const}T *{param.name}")
                found += [f"T *{param.name}_sh"] if shadows else []
                found += [] if param.kind == "scalar" else [f"long ld{param.name}"]
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
    said = {"scalar": f"{NUMBER_THERE} ", "pivots": ""}
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
        else (f"{head} {{\n{_by_address(row, type, convention)}}}\n")
    )


def _by_value(row: Row, type: str, convention: Convention) -> str:
    symbol = f"{convention.prefix}cblas_{type}{row.name}{convention.suffix}"
    integer = convention.integer
    types, given = (["int"], ["102"]) if row.layout else ([], [])
    for param in row.params:
        match param.kind:
            case "dim":
                types.append(integer)
                given.append(f"({integer}){param.name}")
            case "scalar":
                types.append("T")
                given.append(f"*{param.name}")
            case "matrix" | "vector":
                types += ["const T *", integer]
                given += [param.name, f"({integer})ld{param.name}"]
            case _:
                types.append("int")
                given.append(_enum(param))
    return _called(row, symbol, types, given)


def _by_address(row: Row, type: str, convention: Convention) -> str:
    symbol = f"{convention.prefix}{type}{row.name}{convention.suffix}"
    integer = convention.integer
    types: list[str] = []
    given: list[str] = []
    lines: list[str] = []
    lengths = 0
    for param in row.params:
        match param.kind:
            case "dim":
                types.append(f"const {integer} *")
                lines.append(f"  {integer} by_{param.name} = ({integer}){param.name};\n")
                given.append(f"&by_{param.name}")
            case "scalar":
                types.append("const T *")
                given.append(param.name)
            case "pivots":
                types.append("I *")
                given.append(param.name)
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
        call = _called(row, symbol, types, given, "void")
        return "".join((*lines, call, "  return (int)info;\n"))
    return "".join((*lines, _called(row, symbol, types, given)))


def _called(
    row: Row, symbol: str, types: Sequence[str], given: Sequence[str], gives: str = ""
) -> str:
    gives = gives or result(row)
    declared = f'  {gives} library_{row.name}({", ".join(types)}) __asm__("{symbol}");\n'
    back = "" if gives == "void" else "return "
    return f"{declared}  {back}library_{row.name}({', '.join(given)});\n"


def _enum(param: Param) -> str:
    text = param.name
    for letter, number in reversed(_ENUM[param.kind].items()):
        text = f"{param.name} == '{letter}' ? {number} : {text}"
    return f"({text})"


# ---- from the program ----------------------------------------------------------------------------


def door_name(symbol: str) -> str:
    """The name of the function that a program's call of a routine becomes."""
    return f"rz.la.from.{symbol}"


def door_types(row: Row, symbol: Symbol) -> tuple[str, ...]:
    """The IR types that a declaration of a routine has: its parameters', then its result's."""
    integer = {"int": "i32", "long": "i64"}[symbol.convention.integer]
    number = NUMBER[symbol.type]
    by_value = symbol.convention.kind == "c" or symbol.lapacke
    found = ["i32"] if by_value and _has_layout(row) else []
    for param in row.params:
        if not by_value:
            found += ["ptr", "ptr"] if param.kind in ("matrix", "vector") else ["ptr"]
            continue
        match param.kind:
            case "dim":
                found.append(integer)
            case "scalar":
                found.append(number)
            case "pivots":
                found.append("ptr")
            case "matrix" | "vector":
                found += ["ptr", integer]
            case _:
                found.append("i8" if symbol.lapacke else "i32")
    if row.result == "int":
        found += [] if by_value else ["ptr"]
        return (*found, integer if by_value else "void")
    return (*found, number if row.result == "number" else "void")


def _has_layout(row: Row) -> bool:
    return row.layout


def door(row: Row, name: str, symbol: Symbol, lengths: int) -> str:
    """The function that a call of a routine becomes: its arguments in the one form.

    `lengths` is how many lengths of text a Fortran compiler puts behind them.
    """
    integer = symbol.convention.integer
    by_value = symbol.convention.kind == "c" or symbol.lapacke
    types = door_types(row, symbol)
    lines: list[str] = []
    heads: list[str] = []
    if by_value and row.layout:
        heads.append("int layout")
    for param in row.params:
        some, line = _value(param, integer, symbol.lapacke) if by_value else _read(param, integer)
        heads += some
        lines += line
    if row.result == "int" and not by_value:
        heads.append(f"{integer} *info")
    heads += [f"unsigned long length{k}" for k in range(lengths)]
    if by_value and row.layout and not row.by_layout:
        lines += _by_rows(row)
    passed = ", ".join(_passed(row, by_value))
    by_rows = "layout == 101" if by_value else "0"
    call = f"{row.name}_by({by_rows}, {passed})" if row.by_layout else f"{row.name}({passed})"
    if row.result == "int":
        lines.append(f"  return {call};\n" if by_value else f"  *info = {call};\n")
    else:
        lines.append(f"  {'' if row.result == 'void' else 'return '}{call};\n")
    gives = {"void": "void", "i32": "int", "i64": "long"}.get(types[-1], "T")
    attributes = f'__asm__("{door_name(name)}") __attribute__((always_inline))'
    plain = f"from_{name}"
    return (
        f"{gives} {plain}({', '.join(heads)}) {attributes};\n"
        f"{gives} {plain}({', '.join(heads)}) {{\n{''.join(lines)}}}\n"
    )


def _value(param: Param, integer: str, lapacke: bool) -> tuple[list[str], list[str]]:
    name = param.name
    match param.kind:
        case "pivots":
            return [f"I *{name}"], []
        case "dim":
            return [f"{integer} in_{name}"], [f"  long {name} = in_{name};\n"]
        case "scalar":
            return [f"T in_{name}"], [f"  T at_{name} = in_{name};\n"]
        case "matrix" | "vector":
            return [f"T *{name}", f"{integer} in_ld{name}"], [f"  long ld{name} = in_ld{name};\n"]
        case "trans" if lapacke:
            text = f"upper(in_{name}) == 'C' ? 'T' : upper(in_{name})"
            return [f"char in_{name}"], [f"  int {name} = {text};\n"]
        case _ if lapacke:
            return [f"char in_{name}"], [f"  int {name} = upper(in_{name});\n"]
        case _:
            return [f"int in_{name}"], [f"  int {name} = {_letter(param)};\n"]


def _read(param: Param, integer: str) -> tuple[list[str], list[str]]:
    name = param.name
    match param.kind:
        case "pivots":
            return [f"I *{name}"], []
        case "dim":
            return [f"const {integer} *in_{name}"], [f"  long {name} = *in_{name};\n"]
        case "scalar":
            return [f"T *{name}"], []
        case "matrix" | "vector":
            heads = [f"T *{name}", f"const {integer} *in_ld{name}"]
            return heads, [f"  long ld{name} = *in_ld{name};\n"]
        case "trans":  # of real matrices, 'C' is 'T'
            text = f"upper(*in_{name}) == 'C' ? 'T' : upper(*in_{name})"
            return [f"const char *in_{name}"], [f"  int {name} = {text};\n"]
        case _:
            return [f"const char *in_{name}"], [f"  int {name} = upper(*in_{name});\n"]


def _letter(param: Param) -> str:
    text = f"in_{param.name}"
    for letter, number in reversed(_ENUM[param.kind].items()):
        letter = "T" if (param.kind, letter) == ("trans", "C") else letter
        text = f"in_{param.name} == {number} ? '{letter}' : {text}"
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
            type = (
                "T *"
                if one == pair[0] and row.param(one).kind in ("matrix", "vector")
                else ("int " if row.param(pair[0]).kind in FLAGS else "long ")
            )
            lines.append(f"    {type}swap_{one} = {one}; {one} = {other}; {other} = swap_{one};\n")
    return [*lines, "  }\n"]


def _parts(row: Row, name: str) -> tuple[str, ...]:
    two = row.param(name).kind in ("matrix", "vector")
    return (name, f"ld{name}") if two else (name,)


def _passed(row: Row, by_value: bool) -> list[str]:
    scalars = {param.name for param in row.params if param.kind == "scalar"} if by_value else set()
    return [f"&at_{name}" if name in scalars else name for name in arguments(row)]
