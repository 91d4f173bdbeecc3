"""The corpus is what the round trip of the IR layer needs it to be."""

import re

import pytest
from tests.corpus import corpus

# Every instruction of LLVM 22, so that a parser which reads the corpus has read them all.
INSTRUCTIONS = """
ret br switch indirectbr invoke callbr resume catchswitch catchret cleanupret unreachable fneg add
fadd sub fsub mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor extractelement
insertelement shufflevector extractvalue insertvalue alloca load store fence cmpxchg atomicrmw
getelementptr trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr
bitcast addrspacecast icmp fcmp phi select freeze call va_arg landingpad catchpad cleanuppad
"""


@pytest.mark.wide
def test_every_instruction_is_in_it() -> None:
    texts = corpus()
    assert len(texts) >= 150
    assert sum(name.endswith("-g") for name in texts) >= 80
    line = re.compile(r"^  (?:%\S+ = |)(?:tail |musttail |notail )?([a-z_]+)\b", re.MULTILINE)
    found: set[str] = set()
    for text in texts.values():
        found.update(line.findall(text))
    assert sorted(set(INSTRUCTIONS.split()) - found) == []


def test_what_else_is_in_it() -> None:
    whole = "\n".join(corpus().values())
    for wanted in (
        *("!tbaa.struct", "!alias.scope", "llvm.loop", "#dbg_value", "#dbg_declare"),
        *("blockaddress(", " comdat", " ifunc ", " alias ", "module asm", "thread_local", "asm "),
        *("x86_fp80", "fp128", "half", "bfloat", "i128", "vscale", "addrspace(", "!DILocation("),
        *("musttail", "personality", "poison", "undef", "byval(", "sret(", "!srcloc", "gc "),
    ):
        assert wanted in whole, wanted
