"""Attributes, calling conventions and other words in front of and behind things.

"noundef align 8 captures(none)" → (Attr("noundef"), Attr("align", 8), Attr("captures", "none"))
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ribozyme.ir.attrs import Attr, Attrs
from ribozyme.parse.cursor import Cursor, words
from ribozyme.parse.types import read_function_type

FAST_MATH: Final = words("fast reassoc nnan ninf nsz arcp contract afn")
CONVENTIONS: Final = words(
    "ccc fastcc coldcc ghccc tailcc swiftcc swifttailcc anyregcc preserve_mostcc "
    "preserve_allcc preserve_nonecc cxx_fast_tlscc cfguard_checkcc win64cc x86_64_sysvcc "
    "x86_stdcallcc x86_fastcallcc x86_thiscallcc x86_vectorcallcc x86_regcallcc x86_intrcc "
    "intel_ocl_bicc arm_apcscc arm_aapcscc arm_aapcs_vfpcc aarch64_vector_pcs "
    "aarch64_sve_vector_pcs aarch64_sme_preservemost_from_x0 "
    "aarch64_sme_preservemost_from_x1 aarch64_sme_preservemost_from_x2 msp430_intrcc "
    "avr_intrcc avr_signalcc ptx_kernel ptx_device spir_func spir_kernel hhvmcc hhvm_ccc "
    "amdgpu_vs amdgpu_ls amdgpu_hs amdgpu_es amdgpu_gs amdgpu_ps amdgpu_cs amdgpu_cs_chain "
    "amdgpu_cs_chain_preserve amdgpu_kernel amdgpu_gfx amdgpu_gfx_whole_wave m68k_rtdcc "
    "graalcc riscv_vector_cc"
)
_TYPED: Final = words("byval byref sret inalloca preallocated elementtype")
_LINE_GOES_ON: Final = re.compile(r"[ \t]*[^\s;]")
_PIECE: Final = re.compile(
    r'#\d+|"[^"]*"(?:="[^"]*")?|[a-z]\w*(?:\((?:[^()]|\([^()]*\))*\)|=\d+| \d+)?'
)
_UNTYPED: Final = re.compile(
    r'("[^"]*")(?:=("[^"]*"))?|#(\d+)|([a-z]\w*)(?:\(([^()"\s,]+)\))?', re.A
)
_NUMBERED: Final = re.compile(r"cc\d+\Z")
_NUMBER: Final = re.compile(r"\d+\Z")
_EQUALS: Final = re.compile(r"=(\d+)")
_KEY: Final = re.compile(r'("[^"]*")(?:=("[^"]*"))?')
_NO_ATTRIBUTES: Final = words(
    "void half bfloat float double x86_fp80 fp128 ppc_fp128 label metadata token x86_amx "
    "ptr target asm true false null undef poison none zeroinitializer splat getelementptr "
    "blockaddress section partition comdat gc prefix prologue personality to unnamed_addr "
    "local_unnamed_addr addrspace dso_local_equivalent no_cfi ptrauth sub add xor"
) | words("ptrtoint inttoptr trunc bitcast addrspacecast ptrtoaddr")
_INTEGER_TYPE: Final = re.compile(r"[iu]\d+\Z|c\Z")


def read_attrs(c: Cursor, stop: frozenset[str] = frozenset()) -> Attrs:
    """Take attributes while they come; a word of `stop` ends them."""
    found: list[Attr] = []
    while (attr := _attr(c, stop)) is not None:
        found.append(attr)
    return tuple(found)


def read_line_attrs(c: Cursor, stop: frozenset[str] = frozenset()) -> Attrs:
    """Take attributes up to the end of the line: what a word of the next one means is not asked."""
    found: list[Attr] = []
    while _LINE_GOES_ON.match(c.text, c.pos) and (attr := _attr(c, stop)) is not None:
        found.append(attr)
    return tuple(found)


def attrs_of(text: str, c: Cursor) -> Attrs:
    """The attributes a whole text spells; the text and each piece of it are remembered."""
    known = c.attrs.get(text)
    if known is None:
        pieces = _PIECE.findall(text)
        if " ".join(pieces) != text.strip():
            c.fail(f"'{text.strip()}' are not attributes")
        known = c.attrs[text] = tuple([_piece(piece, c) for piece in pieces])
    return known


def _piece(text: str, c: Cursor) -> Attr:
    known = c.attrs.get(text)
    if known is None and (plain := _untyped(text)):
        known = c.attrs[text] = (plain,)
    if known is None:
        inner = c.within(text)
        known = c.attrs[text] = read_attrs(inner)
        if not inner.at_end() or len(known) != 1:
            c.fail(f"'{text}' is not an attribute")
    return known[0]


@lru_cache(4096)
def _untyped(text: str) -> Attr | None:
    """An attribute that means the same in every module."""
    found = _UNTYPED.fullmatch(text)
    if found is None:
        return None
    key, value, group, word, inner = found.groups()
    if key:
        return Attr(key, value)
    if group:
        return Attr("#", int(group))
    if word in _NO_ATTRIBUTES or word in _TYPED or _INTEGER_TYPE.match(word):
        return None
    return Attr(word, int(inner) if inner and inner.isdecimal() else inner)


def read_convention(c: Cursor) -> str:
    """Take a calling convention, if one comes."""
    word = c.peek_word()
    if word in CONVENTIONS or _NUMBERED.match(word):
        return c.word()
    if word == "cc":
        c.word()
        return f"cc{c.integer()}"
    return ""


def _attr(c: Cursor, stop: frozenset[str]) -> Attr | None:
    if c.accept("#"):
        return Attr("#", c.integer())
    if c.at('"'):
        key = _KEY.match(c.text, c.pos)
        if key is None:
            c.fail("a string is not closed")
        c.pos = key.end()
        return Attr(key[1], key[2])
    word = c.peek_word()
    if not word or word in stop or word in _NO_ATTRIBUTES or _INTEGER_TYPE.match(word):
        return None
    c.word()
    if word in ("align", "alignstack") and not c.text.startswith("(", c.pos):
        c.accept("=")
        return Attr(word, c.integer())
    if group := _EQUALS.match(c.text, c.pos):  # in an attribute group
        c.pos = group.end()
        return Attr(word, int(group[1]))
    if not c.text.startswith("(", c.pos):
        return Attr(word)
    if word in _TYPED:
        c.expect("(")
        type = read_function_type(c)
        c.expect(")")
        return Attr(word, type)
    inner = c.balanced()[1:-1]
    return Attr(word, int(inner) if _NUMBER.match(inner) else inner)
