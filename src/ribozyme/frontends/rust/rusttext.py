"""What rustc prints, as IR that can be called and left: exports, allocation, unwinding.

    define hidden double @_RNvCs4Q_5model4lossB1_(…)      →  define double @_RNvCs4Q_5model4lossB1_
    call ptr @_RNvCsfL_7___rustc12___rust_alloc(n, 8)     →  malloc(n), once it is inlined
    define … @_RINvNtCs_4core3ptr13drop_in_place…         →  define internal …

The crate's own functions and methods are shown, what it instantiates of others is not. `std` takes
memory from the C library unless a block is aligned to more than 16 bytes; so does this. A function
that panics is left by an exception, so none is `nounwind`: LLVM finds out which are.
"""

import re
from collections.abc import Callable
from typing import Final

from ribozyme.frontends.rust import hashtables
from ribozyme.frontends.unwinding import may_unwind

_DEFINE: Final = re.compile(r'^define (?:hidden |internal )?([^\n]*?)@("[^"\n]+"|[-\w.$]+)\(', re.M)
_OPEN: Final = re.compile(r'^define (?!internal )[^\n]*?@("[^"\n]+"|[-\w.$]+)\(', re.M)
_NOUNWIND: Final = re.compile(r"^(define [^\n]*?) nounwind\b", re.M)
_ALLOCATION: Final = re.compile(
    r"^declare ([^\n]*?) ?@(_RNv[^\n(]*___rustc\d+___(rust_\w+))\([^\n]*$", re.M
)
_SEEDS: Final = re.compile(
    r"^(define [^\n]*?\{ i64, i64 \} @_RINvM[^\n(]*5local[^\n(]*4with[^\n(]*11RandomState3new0"
    r"[^\n]*?)(?: personality [^\n]*?)?(?: !dbg !\d+)? \{\n.*?^\}$",
    re.M | re.S,
)
"""The seeds of hash tables, which a thread draws at random: here they are always the same."""
_SHOWN: Final = r"_RNv(?:[MX](?:s[0-9A-Za-z]*_)?)?(?:Nt)*C(?:s[0-9A-Za-z]*_)?{}{}"

_BODIES: Final = {
    "rust_alloc": "ptr @{}(i64 %n, i64 %align)|malloc(i64 %n)|aligned_alloc(i64 %align, i64 %n)",
    "rust_alloc_zeroed": "ptr @{}(i64 %n, i64 %align)|calloc(i64 1, i64 %n)|",
    "rust_realloc": "ptr @{}(ptr %p, i64 %old, i64 %align, i64 %n)|realloc(ptr %p, i64 %n)|",
    "rust_dealloc": "void @{}(ptr %p, i64 %n, i64 %align)|free(ptr %p)|",
}
_DECLARED: Final = {
    "malloc": 'declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)',
    "calloc": 'declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1)',
    "realloc": 'declare noalias ptr @realloc(ptr allocptr, i64) allockind("realloc") allocsize(1)',
    "free": 'declare void @free(ptr allocptr) allockind("free")',
    "aligned_alloc": "declare noalias ptr @aligned_alloc(i64, i64)",
}
_FAMILY: Final = ' "alloc-family"="malloc"'


def rewritten(text: str, crate: str) -> str:
    """The module of a crate, with its own functions shown and its panics able to leave."""
    shown = re.compile(_SHOWN.format(len(crate), re.escape(crate)))
    return _callable(text, lambda name: "" if _is_c(name) or shown.match(name) else "internal ")


def depended(text: str) -> str:
    """The module of a crate that another one depends on: what nothing uses has no code."""
    return _callable(text, lambda name: "" if _is_c(name) else "linkonce_odr hidden ")


def linked(text: str) -> str:
    """The module of a crate as objects have it, among others that may call all of it."""
    return _callable(text, lambda _: None)


def is_rust(text: str) -> bool:
    """Whether rustc made a module."""
    return '!{!"rustc version ' in text


def functions(text: str) -> tuple[str, ...]:
    """The symbols of Rust that a module defines and others can see."""
    defined = (found[1].strip('"') for found in _OPEN.finditer(text))
    return tuple(name for name in defined if not _is_c(name))


def _is_c(name: str) -> bool:
    """Whether a function has a name of its own, by `#[no_mangle]`."""
    return not name.startswith(("_R", "_ZN"))


def _callable(text: str, linkage: Callable[[str], str | None]) -> str:
    """The module with a linkage for each function; None leaves it."""

    def visible(found: re.Match[str]) -> str:
        name = found[2].strip('"')
        said = "internal " if name.startswith("rz.") else linkage(name)
        if said is None:
            return found[0]
        return f"define {said}{found[1]}@{found[2]}("

    text, bodies = _allocated(text)
    text = _SEEDS.sub(r"\1 {\n  ret { i64, i64 } { i64 7046029254386353131, i64 1 }\n}", text)
    text = _DEFINE.sub(visible, hashtables.followed(text))
    text = may_unwind(_NOUNWIND.sub(r"\1", text))
    return f"{text}\n{bodies}"


def _allocated(text: str) -> tuple[str, str]:
    """The module without declarations of `std`'s allocator, and bodies of its functions."""
    bodies: list[str] = []
    wanted: set[str] = set()
    for found in _ALLOCATION.finditer(text):
        if (said := _BODIES.get(found[3])) is not None:
            body, calls = _body(found[2], *said.split("|"))
            bodies.append(body)
            wanted |= calls
        elif "no_alloc_shim" in found[3]:
            bodies.append(f"define internal void @{found[2]}() alwaysinline {{\n  ret void\n}}")
    names = {one.partition("@")[2].partition("(")[0] for one in bodies}
    text = _ALLOCATION.sub(lambda found: "" if found[2] in names else found[0], text)
    missing = [_DECLARED[n] for n in sorted(wanted) if f"@{n}(" not in text]
    lines = [f"{one}{_FAMILY}" if "allockind" in one else one for one in missing]
    return text, "\n".join((*bodies, *lines))


def _body(name: str, head: str, usual: str, aligned: str) -> tuple[str, set[str]]:
    """An allocator's function by those of the C library."""
    result = head.partition(" ")[0]
    calls = {usual.partition("(")[0]}
    value = "%r = " if result == "ptr" else ""
    back = "ret ptr %r" if result == "ptr" else "ret void"
    lines = [f"define internal {head.format(name)} alwaysinline {{"]
    if aligned:
        calls.add("aligned_alloc")
        lines += [
            "  %more = icmp ugt i64 %align, 16",
            "  br i1 %more, label %aligned, label %usual",
            "aligned:",
            f"  %a = call ptr @{aligned}",
            "  ret ptr %a",
            "usual:",
        ]
    return "\n".join((*lines, f"  {value}call {result} @{usual}", f"  {back}", "}")), calls
