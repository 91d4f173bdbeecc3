"""How calls without a body move text: which arguments they write it to, and which they read it
from.

    snprintf(p, n, "%f", x)     numbers and what all other arguments lead to → memory at p
    fputs(p, f)                 memory at p → the file f
    out << x                    x → the stream in the first argument
    s.append(t)                 t → s
    strtod(p, 0)                memory at p is read as a number, which is returned

An *end* of a way is an argument's number, as memory or as a file, all other arguments, or what is
returned. Functions that nothing is said of here move no text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple, final

from ribozyme.analysis.declared.cxxlibrary import (
    hands_out,
    is_exception,
    moves_characters,
    says_message,
)
from ribozyme.base.regex import pattern

_TAG: Final = pattern(r"B\d+nie\d+")
"""What libc++ puts into the names of its members: its version."""


@final
class Way(NamedTuple):
    """Text goes from `source` to `into`: argument numbers, ALL the others, RESULT, or None.

    `both`: the other way, too. `returned`: so much as a word of it, or an address, is returned.
    """

    into: int | None
    source: int | None
    both: bool = False
    returned: bool = False
    list: int | None = None  # the argument that is a list of arguments


@final
class Parsed(NamedTuple):
    """Numbers are read from the text at `source`, and go `into` an argument, ALL or RESULT."""

    source: int | None
    into: int


ALL: Final = -1
"""All arguments that lead to memory and are no other end of the way."""
RESULT: Final = -2

_PRINTING: Final[Mapping[str, tuple[int, int | None]]] = {
    "fprintf": (0, None),
    "fprintf_unlocked": (0, None),
    "__fprintf_chk": (0, None),
    "vfprintf": (0, 2),
    "__vfprintf_chk": (0, 3),
    "dprintf": (0, None),
    "vdprintf": (0, 2),
    "sprintf": (0, None),
    "__sprintf_chk": (0, None),
    "snprintf": (0, None),
    "__snprintf_chk": (0, None),
    "asprintf": (0, None),
    "__asprintf_chk": (0, None),
    "vsprintf": (0, 2),
    "__vsprintf_chk": (0, 4),
    "vsnprintf": (0, 3),
    "__vsnprintf_chk": (0, 5),
    "vasprintf": (0, 2),
    "gcvt": (2, None),
    "strfromd": (0, None),
    "strfromf": (0, None),
    "strfroml": (0, None),
}
_SCANNING: Final = {
    f"{prefix}{name}": place
    for prefix in ("", "__isoc99_", "__isoc23_")
    for name, place in (("fscanf", 0), ("sscanf", 0), ("vfscanf", 0), ("vsscanf", 0))
}
_MOVING: Final[Mapping[str, tuple[int, int | None]]] = {
    **dict.fromkeys(
        (
            "strcpy", "strncpy", "strcat", "strncat", "stpcpy", "stpncpy", "strlcpy", "strlcat",
            "strxfrm", "__strcpy_chk", "__strncpy_chk", "__strcat_chk", "__strncat_chk",
            "__stpcpy_chk",
        ),
        (0, 1),
    ),
    **dict.fromkeys(("fputs", "fputs_unlocked"), (1, 0)),
    **dict.fromkeys(("fputc", "putc", "fputc_unlocked", "putc_unlocked", "_IO_putc"), (1, None)),
    **dict.fromkeys(("fwrite", "fwrite_unlocked"), (3, 0)),
    **dict.fromkeys(("write", "pwrite", "pwrite64"), (0, 1)),
    **dict.fromkeys(("fgets", "fgets_unlocked"), (0, 2)),
    **dict.fromkeys(("__fgets_chk", "fread", "fread_unlocked", "getdelim"), (0, 3)),
    "__getdelim": (0, 3),
    "getline": (0, 2),
    "__fread_chk": (0, 4),
    **dict.fromkeys(("read", "pread", "pread64", "__read_chk", "__pread_chk"), (1, 0)),
    **dict.fromkeys(("strdup", "strndup", "__strdup"), (RESULT, 0)),
    **dict.fromkeys(("fgetc", "getc", "fgetc_unlocked", "getc_unlocked", "_IO_getc"), (RESULT, 0)),
}  # fmt: skip
FILES: Final[Mapping[str, int]] = {
    **{n: 0 for n in _PRINTING if "fprintf" in n or "dprintf" in n},
    **{n: 0 for n in _SCANNING if "fscanf" in n},
    **{n: 1 for n, way in _MOVING.items() if n.lstrip("_").startswith(("fput", "put", "IO_put"))},
    **{n: 0 for n in _MOVING if n.lstrip("_").startswith(("fgetc", "getc", "IO_getc"))},
    **dict.fromkeys(("fwrite", "fwrite_unlocked", "__fgets_chk", "fread", "fread_unlocked"), 3),
    **dict.fromkeys(("getdelim", "__getdelim"), 3),
    **dict.fromkeys(("fgets", "fgets_unlocked", "getline"), 2),
    "__fread_chk": 4,
    **dict.fromkeys(("write", "pwrite", "pwrite64", "read", "pread", "pread64"), 0),
    **dict.fromkeys(("__read_chk", "__pread_chk"), 0),
}
"""Which argument is a file, by its address or its number."""

OPENING: Final = frozenset({"fopen", "fopen64"})
"""Functions that open the file that their first argument names."""

_ISTREAM: Final = "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE"
COPYING: Final = frozenset({"strdup", "strndup", "__strdup"})
"""Functions that return a copy of a text."""

_NUMBERS: Final = pattern(rf"_ZNSi(?:rs|10_M_extract)|{_ISTREAM}rs")
_PARSING: Final = (
    (pattern(r"ato(?:f|i|l|ll)$|(?:__isoc23_)?strto[a-z0-9]+(?:_l)?$"), Parsed(0, RESULT)),
    (pattern(r"_ZNSi(?:rsER[a-z]$|10_M_extractI[a-z]E)"), Parsed(0, 1)),
    (pattern(rf"{_ISTREAM}rsER[a-z]$"), Parsed(0, 1)),
    (pattern(r"_ZNSt3__1(?:4sto[a-z]|5sto[a-z][a-z]|6stoull)E"), Parsed(0, RESULT)),
    (pattern(r"_ZSt10from_charsPKcS0_R[dfeg]"), Parsed(0, 2)),
    (pattern(r"_ZNSt3__110from_charsEPKcS1_R[dfeg]"), Parsed(0, 2)),
    (pattern(r"_ZNSt3__1\d+__from_chars_floating_point"), Parsed(1, 0)),
    (pattern(r"rz\.fortran\.input\.(?:real|imaginary)$"), Parsed(None, RESULT)),
)
_STATEMENTS: Final = pattern(r"_FortranAioOutput|rz\.fortran\.(?:input|output)")
_SPELLING: Final = pattern(r"_ZNSt3__19to_string|_ZSt8to_charsPc|_ZNSt3__18to_charsEPc")
_READING: Final = pattern(
    r"_ZNSi(?!\d*C[12])|_ZStrsI|_ZSt7getlineI|_ZSt2wsI|_ZSt17__istream_extract"
    rf"|_ZNSt3__1(?:7getline|rsI|2wsI)|{_ISTREAM}(?![CD])"
)
_TAKEN_OUT: Final = pattern(r"(?:5sgetn|6xsgetn)E")
_BYTE: Final = pattern(r"E(?:5sgetc|6sbumpc|6snextc|5uflow|9underflow)Ev")
_JOINING: Final = pattern(
    r"_ZNSt9basic_iosI|_ZNSt3__1(?:9basic_iosI|8ios_base(?:4init|4move|4swap))"
    r"|_ZNS[oid]C[12]E|_ZNSt3__11[34]basic_(?:[io]|io)streamIcNS_11char_traitsIcEEEC[12]E"
)
"""Members by which a stream gets the buffer of another, or one that is not its own."""
_STREAM: Final = pattern(
    r"_ZNSo|_ZStlsI|_ZSt16__ostream_insertI|_ZSt(?:4end[ls]|5flush)I|_ZNSt3__1(?:lsI|4end[ls]I|5flushI)"
    r"|_ZNSt3__124__put_character_sequence|_ZNSt3__116__pad_and_output"
    r"|_ZN(?:K?R?|O)St(?:7__cxx11|3__1)?\d\dbasic_"
    r"(?:[io]?stringstream|stringbuf|streambuf|filebuf|[io]?fstream|[io]stream|iostream)I"
)
OPENED: Final = pattern(
    r"_ZNSt(?:3__1)?\d\dbasic_([io]?)f(?:stream|ilebuf)Ic.*?E(?:C[12]|4open)E(?=PKc|RK|RS)"
)
"""Members that open a file: `in` or `out` may be among what the class says."""


def plain(name: str) -> str:
    """A function's name without the version of its library."""
    return _TAG.sub("", name)


@cache
def parsed(name: str) -> Parsed | None:
    """What a function reads as numbers."""
    if name in _SCANNING:
        return Parsed(_SCANNING[name], ALL)
    return next((found for names, found in _PARSING if names.match(name)), None)


@cache
def way(name: str) -> Way | None:
    """How a function moves text: the C library's by the tables, then C++'s."""
    if name in _PRINTING:
        into, list = _PRINTING[name]
        return Way(into, ALL, list=list)
    if name in _SCANNING:
        return Way(ALL, _SCANNING[name])
    if name in _MOVING:
        into, source = _MOVING[name]
        return Way(None if into == RESULT else into, source, returned=into == RESULT)
    return _cxx_way(name)


def _cxx_way(name: str) -> Way | None:
    if name == "":  # a virtual function of the library
        return Way(0, ALL, both=True, returned=True)
    if not name.startswith("_Z") or parsed(name) is not None:
        return None
    if _SPELLING.match(name):
        return Way(0, None)
    if hands_out(name):
        return Way(1, 0)
    if is_exception(name):
        return Way(0, 1)
    if says_message(name):
        return Way(None, 0, returned=True)
    if moves_characters(name):
        return Way(0, ALL, both="swap" in name)
    if _JOINING.match(name):
        return Way(0, ALL, both=True)
    if _TAKEN_OUT.search(name):
        return Way(1, 0)
    if _BYTE.search(name):
        return Way(None, 0, returned=True)
    if _READING.match(name):
        return Way(ALL, 0, returned=True)
    return Way(0, ALL, both="swap" in name) if _STREAM.match(name) else None


def is_stream(name: str) -> bool:
    """A function of a stream, which is its first argument."""
    return any(names.match(name) for names in (_READING, _STREAM, _JOINING, _NUMBERS))


def is_of_statement(name: str) -> bool:
    """A function of a statement of input or output that moves an item. Which file or text that is,
    the statement knows: all of them are taken for one."""
    return _STATEMENTS.match(name) is not None


def only_reads(name: str) -> bool:
    """A function that reads from a stream, and writes to it nothing that it is given: of the
    character at which `getline` ends, nothing goes anywhere."""
    return _READING.match(name) is not None and "7putback" not in name


def only_looks(name: str) -> bool:
    """A member that changes nothing but what it returns: text of a stream, part of a string."""
    return name.startswith("_ZNK")


def ends(count: int, end: int | None, other: int | None) -> Iterator[int]:
    """The arguments, of so many, that an end of a way stands for."""
    if end == ALL:
        yield from (at for at in range(count) if at != other)
    elif end is not None and 0 <= end < count:
        yield end
