"""Vector instructions of x86 in plain IR: each against the instruction itself, bit by bit."""

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ribozyme.backend import jit
from ribozyme.backend.passes.x86 import in_plain_ir
from ribozyme.backend.target import HOST, emit_object

CPU = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
pytestmark = pytest.mark.skipif(
    not {"avx2", "fma"} <= set(CPU.split()), reason="a processor without AVX2 and FMA"
)
FEATURES = "+avx2,+fma,+sse4.1,+sse3"
D2, D4, F4, F8 = "<2 x double>", "<4 x double>", "<4 x float>", "<8 x float>"
WIDTH = {D2: 16, D4: 32, F4: 16, F8: 32, "<4 x i32>": 16, "<8 x i32>": 32, "<2 x i64>": 16,
         "<4 x i64>": 32}  # fmt: skip


def same(*names: str, type: str, operands: int = 2, then: str = "") -> list[tuple[str, str]]:
    """Instructions whose operands and result are of one type; `then` follows the operands."""
    given = ", ".join([type] * operands + ([then] if then else []))
    return [(f"{name}({given})", type) for name in names]


ROUNDINGS = range(5)
CASES: list[tuple[str, str]] = [
    *same("sse2.max.pd", "sse2.min.pd", "sse2.max.sd", "sse2.min.sd", type=D2),
    *same("sse.max.ps", "sse.min.ps", "sse.max.ss", "sse.min.ss", type=F4),
    *same("avx.max.pd.256", "avx.min.pd.256", "avx.addsub.pd.256", type=D4),
    *same("avx.hadd.pd.256", "avx.hsub.pd.256", type=D4),
    *same("avx.max.ps.256", "avx.min.ps.256", "avx.addsub.ps.256", type=F8),
    *same("avx.hadd.ps.256", "avx.hsub.ps.256", type=F8),
    *same("sse3.hadd.pd", "sse3.hsub.pd", "sse3.addsub.pd", type=D2),
    *same("sse3.hadd.ps", "sse3.hsub.ps", "sse3.addsub.ps", type=F4),
    *same("sse41.blendvpd", type=D2, operands=3),
    *same("sse41.blendvps", type=F4, operands=3),
    *same("avx.blendv.pd.256", "fma.vfmaddsub.pd.256", type=D4, operands=3),
    *same("avx.blendv.ps.256", "fma.vfmaddsub.ps.256", type=F8, operands=3),
    *same("fma.vfmaddsub.pd", type=D2, operands=3),
    *(case for n in range(32) for case in same("sse2.cmp.sd", type=D2, then=f"i8 {n}")),
    *(case for n in range(8) for case in same("sse.cmp.ss", type=F4, then=f"i8 {n}")),
    *(case for n in (0x31, 0x13, 0x22) for case in same("sse41.dppd", type=D2, then=f"i8 {n}")),
    *(case for n in (0xF1, 0x7F, 0x2A) for case in same("sse41.dpps", type=F4, then=f"i8 {n}")),
    *(case for n in (0xF1, 0x5A) for case in same("avx.dp.ps.256", type=F8, then=f"i8 {n}")),
    *(c for n in ROUNDINGS for c in same("sse41.round.sd", type=D2, then=f"i32 {n}")),
    *(c for n in ROUNDINGS for c in same("sse41.round.ss", type=F4, then=f"i32 {n}")),
    *(c for n in ROUNDINGS for c in same("avx.round.pd.256", type=D4, operands=1, then=f"i32 {n}")),
    *(c for n in ROUNDINGS for c in same("avx.round.ps.256", type=F8, operands=1, then=f"i32 {n}")),
    *same("sse.rcp.ss", "sse.rsqrt.ss", type=F4, operands=1),
    (f"sse2.cvtpd2ps({D2})", F4),
    (f"sse2.cvtsd2ss({F4}, {D2})", F4),
    (f"avx.cvt.pd2.ps.256({D4})", F4),
    (f"avx.vpermilvar.pd({D2}, <2 x i64>)", D2),
    (f"avx.vpermilvar.ps({F4}, <4 x i32>)", F4),
    (f"avx.vpermilvar.pd.256({D4}, <4 x i64>)", D4),
    (f"avx.vpermilvar.ps.256({F8}, <8 x i32>)", F8),
    (f"avx2.permps({F8}, <8 x i32>)", F8),
]


def split(text: str) -> list[str]:
    """The arguments of a signature: commas inside <…> do not occur."""
    return [part.strip() for part in text.split(",")]


def module(signature: str, result: str) -> str:
    """A function that loads the operands, applies the instruction and stores what it gives."""
    name, _, rest = signature.partition("(")
    given = split(rest.removesuffix(")"))
    lines, args, at = [], [], 0
    for n, type in enumerate(given):
        if type in WIDTH:
            lines.append(f"%p{n} = getelementptr i8, ptr %in, i64 {at}")
            lines.append(f"%v{n} = load {type}, ptr %p{n}, align 1")
            args.append(f"{type} %v{n}")
            at += WIDTH[type]
        else:
            args.append(type)
    types = ", ".join(type if type in WIDTH else type.split()[0] for type in given)
    body = "\n  ".join(
        (*lines, f"%r = call {result} @llvm.x86.{name}({', '.join(args)})",
         f"store {result} %r, ptr %out, align 1", "ret void")
    )  # fmt: skip
    return (
        f'target triple = "{HOST.triple}"\n'
        f"define void @apply(ptr %out, ptr %in) #0 {{\n  {body}\n}}\n"
        f"declare {result} @llvm.x86.{name}({types})\n"
        f'attributes #0 = {{ "target-features"="{FEATURES}" }}\n'
    )


def compiled(text: str, size: int) -> Callable[[bytes], bytes]:
    library = jit.load(emit_object(text))
    apply = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)(library.address("apply"))

    def outcome(given: bytes, library: jit.Library = library) -> bytes:
        out = ctypes.create_string_buffer(size)
        apply(out, given)
        return out.raw

    return outcome


def operands(doubles: bool) -> Sequence[NDArray[np.generic]]:
    """Ordinary numbers, ties, and what is special about floats."""
    random = np.random.default_rng(7)
    special = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, 2.5, -0.5, 1.0, 1.0, 0.5, -2.5])
    found = [random.uniform(-4, 4, 12) for _ in range(4)]
    found += [random.choice(special, 12) for _ in range(40)]
    return [numbers.astype("f8" if doubles else "f4") for numbers in found]


@pytest.mark.parametrize(("signature", "result"), CASES, ids=[c[0] for c in CASES])
def test_the_plain_form_computes_what_the_instruction_does(signature: str, result: str) -> None:
    text = module(signature, result)
    plain = in_plain_ir(text)
    name = signature.partition("(")[0]
    assert f"call {result} @rz.x86.{name}(" in plain
    ours, theirs = compiled(plain, WIDTH[result]), compiled(text, WIDTH[result])
    integers = np.arange(8, dtype="i4")[::-1].tobytes()
    for numbers in operands("double" in signature):
        given = numbers.tobytes() + numbers[::-1].tobytes() + integers
        kind = "f8" if "double" in result else "f4"
        found = np.frombuffer(ours(given), kind)
        expected = np.frombuffer(theirs(given), kind)
        both_nan = np.isnan(found) & np.isnan(expected)
        assert np.array_equal(np.signbit(found) | both_nan, np.signbit(expected) | both_nan)
        np.testing.assert_array_equal(found, expected)
