"""A module with the routines of linear algebra that it calls.

    declare void @cblas_dgemm(…)     →     define internal void @rz.la.from.cblas_dgemm(…)
                                           define void @rz.la.gemm.d.c_.x(…)  and its derivatives

A declaration counts where its name and its type are a routine's. A routine in the one form is
described by attributes: it reads and writes what its arguments lead to, keeps no address, and
returns. It is not inlined, so that it stays a call with a known derivative until the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

from ribozyme.algebra import fourier
from ribozyme.algebra.all_rows import ROWS
from ribozyme.algebra.c_text import source
from ribozyme.algebra.convention import FLAGS, attributes
from ribozyme.algebra.doors import door_name, door_types
from ribozyme.backend import llvm
from ribozyme.base.regex import pattern
from ribozyme.rules.algebra import PREFIX, Convention, Symbol, is_routine, symbols

_DECLARE: Final = pattern(
    r'^declare [^@\n]*?(\{[^}\n]*\}|<[^>\n]*>|\S+) @"?([\w]+)"?\(([^\n]*)$', re.M
)
_DEFINE: Final = pattern(
    r'^(define )(?:(?:dso_local|internal) )?([^@\n]*@"?(rz\.la\.[\w.]+)"?\()(.*)$', re.M
)
_RESULT: Final = pattern(r"([\w.]+)$")
_LOCAL: Final = pattern(
    r"^define internal [^@\n]*@([\w.]+)\(|^@([\w.]+) = (?:private|internal) ", re.M
)
_PART: Final = f"{PREFIX}part."

_FLAGS: Final = ("-fno-vectorize", "-fcx-limited-range")

_ROUTINES: Final = {**ROWS, **fourier.TRANSFORMS}

Called = Mapping[str, tuple[Symbol, int]]


def joined(text: str, ruled: Callable[[str], bool]) -> str:
    """The text of a module with what its calls of linear algebra need; the same where it has none.

    Routines that are `ruled` have a rule of the user's own and stay as they are.
    """
    if "cblas_" not in text and "LAPACKE_" not in text and not _DECLARE.search(text):
        return text
    found = {name: of for name, of in called(text).items() if not ruled(name)}
    planned = _transforms(text, ruled)
    if not found and not planned:
        return text
    codes = [_compiled(*group) for group in _groups(found)]
    for type in sorted({fourier.type_of(name) for name in planned}):
        own = tuple(name for name in planned if fourier.type_of(name) == type)
        codes.append(_compiled_transforms(type, own))
    renamed = _renamed(llvm.to_text(text), (*found, *planned))
    whole = llvm.link([renamed, *codes], ["<program>", *["<linear algebra>"] * len(codes)])
    return _DEFINE.sub(_described, whole)


def _transforms(text: str, ruled: Callable[[str], bool]) -> tuple[str, ...]:
    """The functions of FFTW that are called and known, if all that take plans are."""
    if "@fftw" not in text:
        return ()
    declared = {one[2]: (*_types(one[3]), one[1]) for one in _DECLARE.finditer(text)}
    found = fourier.called(declared)
    return () if any(map(ruled, found)) else found


def inside(text: str) -> str:
    """The module whose routines in the one form, and their derivatives, are its own: nothing else
    may call them, and another module may have them, too."""
    return _DEFINE.sub(lambda found: f"{found[1]}internal {found[2]}{found[4]}", text)


def called(text: str) -> Called:
    """The routines that a module declares, by name, and how many lengths of text are behind their
    arguments."""
    found: dict[str, tuple[Symbol, int]] = {}
    for line in _DECLARE.finditer(text):
        types = (*_types(line[3]), line[1])
        for symbol in symbols(line[2]):
            lengths = _fits(symbol, types)
            if lengths is not None:
                found[line[2]] = symbol, lengths
    return found


def _fits(symbol: Symbol, types: tuple[str, ...]) -> int | None:
    """How many lengths of text a declaration has behind what a routine takes; None where it is no
    declaration of the routine."""
    row = ROWS.get(symbol.routine)
    if row is None or symbol.type not in row.types:
        return None
    factorises = row.result == "int"
    if (symbol.lapacke and not factorises) or (symbol.convention.kind == "c" and factorises):
        return None
    wanted = door_types(row, symbol)
    count = len(wanted) - 1
    more = types[count:-1]
    if types[:count] != wanted[:count] or types[-1] != wanted[-1] or set(more) - {"i64"}:
        return None
    texts = sum(param.kind in (*FLAGS, "job") for param in row.params)
    behind = symbol.convention.kind == "f" and not symbol.lapacke and len(more) == texts
    return len(more) if not more or behind else None


def _types(rest: str) -> tuple[str, ...]:
    return tuple(part.split()[0] for part in _split(rest)[0] if part)


def _split(rest: str) -> tuple[list[str], str]:
    """The parameters up to the bracket that closes them, and what is behind it."""
    depth, begun, parts = 1, 0, list[str]()
    for at, sign in enumerate(rest):
        depth += (sign == "(") - (sign == ")")
        if (sign == "," and depth == 1) or not depth:
            parts.append(rest[begun:at].strip())
            begun = at + 1
        if not depth:
            break
    return parts, rest[begun:]


def _groups(found: Called) -> list[tuple[str, Convention, tuple[tuple[str, Symbol, int], ...]]]:
    groups: dict[tuple[str, Convention], list[tuple[str, Symbol, int]]] = {}
    for name, (symbol, lengths) in sorted(found.items()):
        key = symbol.type, symbol.convention
        groups.setdefault(key, []).append((name, symbol, lengths))
    return [(type, convention, tuple(some)) for (type, convention), some in groups.items()]


@lru_cache(maxsize=64)
def _compiled(type: str, convention: Convention, some: tuple[tuple[str, Symbol, int], ...]) -> str:
    """The IR of what some calls need; all that is in it has names of ours."""
    text = source(type, convention, {name: (symbol, lengths) for name, symbol, lengths in some})
    return _ours(text, f"{type}.{convention.word}")


@lru_cache(maxsize=64)
def _compiled_transforms(type: fourier.Type, names: tuple[str, ...]) -> str:
    """The IR of what calls of FFTW need."""
    return _ours(fourier.source(type, names), f"{type}.fft")


def _ours(text: str, kind: str) -> str:
    """The IR of a C text, what is local in it by names of ours."""
    from ribozyme.frontends.c.clang import compile_c

    made = compile_c(text, lang="c", debug=False, level="O1", flags=_FLAGS).code
    assert isinstance(made, bytes)

    def ours(name: re.Match[str]) -> str:
        return f"@{_PART}{kind}.{name[1].lstrip('.')}"

    found = llvm.to_text(made)
    local = "|".join(re.escape(name) for pair in _LOCAL.findall(found) for name in pair if name)
    return re.sub(rf"@({local})(?![\w.])", ours, found) if local else found


def _renamed(text: str, found: Iterable[str]) -> str:
    names = "|".join(map(re.escape, found))
    return re.sub(rf'@"?({names})"?(?![\w.$"-])', lambda m: f"@{door_name(m[1])}", text)


def _described(found: re.Match[str]) -> str:
    """The definition of one of our functions: what calls become is the module's own, and routines
    say what they do."""
    name = found[3]
    if name.startswith(door_name("")):
        return f"{found[1]}internal {found[2]}{found[4]}"
    if not is_routine(name):
        return found[0]
    parts, rest = _split(found[4])
    if name in fourier.PLANS:
        access = "inaccessiblemem: readwrite"
    else:
        row = _ROUTINES[name.removeprefix(PREFIX).partition(".")[0]]
        access = f"argmem: {'readwrite' if row.written else 'read'}"
        for place, said in attributes(row).items():
            type, _, words = parts[place].partition(" ")
            parts[place] = f"{type} captures(none) {said}{_without(words)}"
    kept = re.sub(r" (?:local_)?unnamed_addr", "", rest)
    said = f" memory({access}) nounwind willreturn"
    return f"{found[1]}{found[2]}{', '.join(parts)}){said}{kept}"


def _without(words: str) -> str:
    return re.sub(r"(?:captures\([^)]*\)|readonly|readnone|writeonly|nocapture) ?", "", words)
