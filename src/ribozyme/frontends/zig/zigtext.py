"""What zig prints, as IR that can be called and left: exports, conventions, places, mathematics.

    @rz.names = alias … ptr @n;  @n = … c"loss\\0A"      which functions the file makes public
    define internal fastcc double @model.loss(…)         →  define double @model.loss(…)
    call fastcc void @rz_root.panic.outOfBounds(…)         →  … with its place told before
    define … @math.tanh.tanh__func_2(double %0) {…}     →  a call of the C library's tanh
    define … @debug.print__func_3(ptr %0) {…}              →  @zig$debug.print__func_3

`fastcc` is C's convention on machines with enough registers, and two sides of one call must agree.
Functions that fail a check are left by an exception, so no function is `nounwind`: LLVM finds out
which are. Zig's own mathematics works on the bits of numbers; the C library's has rules.
"""

import re
from collections.abc import Mapping
from typing import Final

from ribozyme.base.sealed import ZIG as PRINTING
from ribozyme.frontends.unwinding import may_unwind

_MISPRINTS: Final = ((", , !", ", !"), ("!DISubroutineType()", "!DISubroutineType(types: null)"))
_METADATA: Final = re.compile(r"^!(\d+) = (.*)$", re.M)
_NAMES: Final = re.compile(r"^@rz\.names = alias [^\n]*, ptr (@\S+)\n", re.M)
_ALIAS: Final = re.compile(r'^@[^\n]+ = alias [^\n]*, ptr @("[^"\n]+"|[-\w.$]+)$', re.M)
_DEFINE: Final = re.compile(r'^define internal [^\n]*? @("[^"\n]+"|[-\w.$]+)\(', re.M)
_CONVENTION: Final = re.compile(r"^(define .*?|.*?\bcall |.*?\binvoke )fastcc ", re.M)
_ENTRY: Final = re.compile(r"^define [^\n]*?@(\"[^\"\n]*\"|[-\w.$]+)\(", re.M)
_PANIC: Final = re.compile(r"^  call [^\n]*@rz_root\.panic\.[^\n]*, !dbg !(\d+)$", re.M)
_FIELD: Final = r"\b{}: (!?\d+|\"(?:[^\"\\]|\\.)*\")"
_MATHS: Final = re.compile(
    r"^(define [^\n]*?(double|float) @math\.\w+\.(\w+?)__func_\d+)\(([^\n]*)\)([^\n]*) \{\n"
    r".*?^\}$",
    re.M | re.S,
)
_GROWING: Final = re.compile(
    r"^(define [^\n]*? (i1|ptr) @heap\.c_allocator_impl\.(?:resize|remap)\([^\n]*?)"
    r"(?: !dbg !\d+)? \{\n.*?^\}$",
    re.M | re.S,
)
"""Blocks that grow in place: allocators may decline, and what is copied then is typed."""
_SWAP: Final = re.compile(
    r"^(define [^\n]*? @mem\.swap__func_\d+\([^\n]*? !dbg !(\d+) \{\n).*?^\}$", re.M | re.S
)
"""Values that are swapped byte by byte, which says nothing of what they are."""

_PRINTING: Final = re.compile(
    r"^define [^\n]* @((?:debug\.print|log\.)[\w.]*)\([^\n]*( unnamed_addr)[^\n]* !dbg !(\d+) \{$",
    re.M,
)
"""What `std` has for messages; a file of the user's may be named as its files are."""

_SAME: Final = (
    "acos acosh asin asinh atan atan2 atanh cbrt cosh expm1 hypot lgamma log1p pow sinh tanh"
)
MATHS: Final[Mapping[str, str]] = {name: name for name in _SAME.split()} | {"gamma": "tgamma"}
"""Functions of `std.math` and the C library's that computes the same."""


def rewritten(text: str, file: str) -> str:
    """The module of a file's, with its public functions shown and its checks able to leave."""
    for wrong, right in _MISPRINTS:
        text = text.replace(wrong, right)
    public = _public(text)
    text = _NAMES.sub("", text)
    text = _MATHS.sub(_maths, text) if file != "math" else text
    text = _GROWING.sub(_declined, text)
    nodes = dict(_METADATA.findall(text))
    text = _SWAP.sub(lambda found: _swapped(found, nodes), text)
    text = _printing(text, nodes)
    text = _placed(text, nodes)

    exported = {f"{file}.{name}" for name in public}
    exported |= {f'"{name}"' for name in exported} | set(_ALIAS.findall(text))

    def shown(found: re.Match[str]) -> str:
        return found[0].replace("internal ", "", 1) if found[1] in exported else found[0]

    text = _CONVENTION.sub(r"\1", _DEFINE.sub(shown, text))
    text = may_unwind(text)
    called = [n for n in dict.fromkeys(MATHS.values()) if f"@{n}(" in text or f"@{n}f(" in text]
    declared = [line for name in called for line in _declared(name, text)]
    if "@llvm.memcpy.p0.p0.i64(" in text and "declare void @llvm.memcpy.p0.p0.i64(" not in text:
        declared.append("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    return "\n".join((text, *declared))


def _public(text: str) -> frozenset[str]:
    alias = _NAMES.search(text)
    if alias is None:
        return frozenset()
    listed = re.search(rf'^{re.escape(alias[1])} = [^\n]* c"([^"\n]*)"', text, re.M)
    names = (listed[1] if listed else "").replace("\\00", "").split("\\0A")
    return frozenset(name for name in names if name)


# ---- mathematics ---------------------------------------------------------------------------------


def _maths(found: re.Match[str]) -> str:
    head, type, name, parameters, rest = found.groups()
    symbol = MATHS.get(name)
    given = [part.split() for part in parameters.split(", ")]
    if symbol is None or any(part[0] != type for part in given):
        return found[0]
    symbol += "f" if type == "float" else ""
    passed = ", ".join(f"{type} {part[-1]}" for part in given)
    rest = re.sub(r" !dbg !\d+", "", rest)
    call = f"  %r = call {type} @{symbol}({passed})\n  ret {type} %r"
    return f"{head}({parameters}){rest} {{\n{call}\n}}"


def _printing(text: str, nodes: Mapping[str, str]) -> str:
    """The functions that print messages, under names that say so; they are not inlined."""
    for found in tuple(_PRINTING.finditer(text)):
        file = nodes.get(_field(nodes.get(found[3], ""), "file"), "")
        if not _field(file, "filename").startswith("std/"):
            continue
        head = found[0].replace(" unnamed_addr", " unnamed_addr noinline", 1)
        text = text.replace(found[0], head, 1)
        text = re.sub(rf"@{re.escape(found[1])}(?![\w.])", f"@{PRINTING}{found[1]}", text)
    return text


def _declined(found: re.Match[str]) -> str:
    return f"{found[1]} {{\n  ret {found[2]} {'false' if found[2] == 'i1' else 'null'}\n}}"


def _swapped(found: re.Match[str], nodes: Mapping[str, str]) -> str:
    routine = nodes.get(_field(nodes.get(found[2], ""), "type"), "")
    types = nodes.get(_field(routine, "types"), "").strip("!{}").split(", ")
    pointer = nodes.get(types[1].lstrip("!"), "") if len(types) > 1 else ""
    bits = _field(nodes.get(_field(pointer, "baseType"), ""), "size")
    if not bits.isdigit() or not int(bits):
        return found[0]
    size, place = int(bits) // 8, _any_location(found[0])
    lines = [f"  %t = alloca [{size} x i8], align 16"] + [
        f"  call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)"
        f", !dbg !{place}"
        for to, source in (("%t", "%0"), ("%0", "%1"), ("%1", "%t"))
    ]
    return "\n".join((f"{found[1]}{lines[0]}", *lines[1:], "  ret void", "}"))


def _any_location(text: str) -> str:
    found = re.search(r"^  .*, !dbg !(\d+)$", text, re.M)
    return found[1] if found else "0"


def _declared(name: str, text: str) -> list[str]:
    two = name in ("pow", "atan2", "hypot")
    kinds = (("", "double"), ("f", "float"))
    return [
        f"declare {type} @{name}{end}({type}{f', {type}' if two else ''})"
        for end, type in kinds
        if f"@{name}{end}(" in text
    ]


# ---- where a check failed ------------------------------------------------------------------------


def _placed(text: str, nodes: Mapping[str, str]) -> str:
    """A call before each failing check that says where it stands in the source."""
    heads = [(found.start(), found[1].strip('"')) for found in _ENTRY.finditer(text)]
    places: dict[str, str] = {}
    out: list[str] = []
    at = head = 0
    for found in _PANIC.finditer(text):
        while head + 1 < len(heads) and heads[head + 1][0] < found.start():
            head += 1
        if heads and heads[head][1].startswith("rz_root.panic."):
            continue
        name = places.setdefault(_place(nodes, found[1]), f"@rz.place.{len(places)}")
        out += [text[at : found.start()]]
        out += [f"  call void @rz.stop.place(ptr {name}), !dbg !{found[1]}\n"]
        at = found.start()
    if not places:
        return text
    said = [_constant(name, place) for place, name in places.items()]
    return "".join((*out, text[at:], "\n", "\n".join(said), "\ndeclare void @rz.stop.place(ptr)\n"))


def _constant(name: str, text: str) -> str:
    type = f"[{len(text.encode()) + 1} x i8]"
    return f'{name} = private unnamed_addr constant {type} c"{_quoted(text)}\\00"'


def _place(nodes: Mapping[str, str], number: str) -> str:
    """`in 'f' (f.zig:7:13): `, of the innermost function that is the user's."""
    node = nodes.get(number, "")
    line, column = _field(node, "line"), _field(node, "column")
    scope = nodes.get(_field(node, "scope"), "")
    while "DISubprogram(" not in scope and _field(scope, "scope"):
        scope = nodes.get(_field(scope, "scope"), "")
    file = _field(nodes.get(_field(scope, "file"), ""), "filename")
    return f"in '{_field(scope, 'name')}' ({file}:{line}:{column or 0}): "


def _field(node: str, name: str) -> str:
    found = re.search(_FIELD.format(name), node)
    return found[1].lstrip("!").strip('"') if found else ""


def _quoted(text: str) -> str:
    return "".join(
        c
        if c.isascii() and c.isprintable() and c not in '"\\'
        else "".join(f"\\{b:02X}" for b in c.encode())
        for c in text
    )
