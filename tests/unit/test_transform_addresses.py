"""Vectors of addresses are taken apart, and what is made of them stays what it was."""

from __future__ import annotations

import ctypes
from typing import Final

import pytest

from ribozyme.backend import jit
from ribozyme.backend.target import emit_object
from ribozyme.ir import types as ty
from ribozyme.ir.module import Function, Module
from ribozyme.ir.printer import print_module
from ribozyme.parse import parse_module
from ribozyme.transform.prepare.address_vectors import separate

HEAD: Final = "define i64 @f(ptr %in, ptr %out, i64 %k) {\nentry:\n"
SHUFFLED: Final = """
  %v = load <2 x ptr>, ptr %in, align 16
  %w = shufflevector <2 x ptr> %v, <2 x ptr> poison, <2 x i32> <i32 1, i32 0>
  store <2 x ptr> %w, ptr %out, align 8
  %p = extractelement <2 x ptr> %w, i64 0
  %q = getelementptr i8, ptr %p, i64 1
  %i = insertelement <2 x ptr> %v, ptr %q, i64 1
  %next = getelementptr i8, ptr %out, i64 16
  store <2 x ptr> %i, ptr %next, align 8
  ret i64 0
"""
LOOPED: Final = """
  %v = load <4 x ptr>, ptr %in, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %r = phi <4 x ptr> [ %v, %entry ], [ %s, %loop ]
  %m = getelementptr i8, <4 x ptr> %r, <4 x i64> <i64 1, i64 2, i64 3, i64 4>
  %s = shufflevector <4 x ptr> %m, <4 x ptr> %r, <4 x i32> <i32 1, i32 4, i32 7, i32 2>
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %k
  br i1 %c, label %loop, label %end
end:
  store <4 x ptr> %s, ptr %out, align 8
  ret i64 %i
"""
CHOSEN: Final = """
  %v = load <2 x ptr>, ptr %in, align 8
  %next = getelementptr i8, ptr %in, i64 16
  %w = load <2 x ptr>, ptr %next, align 8
  %c = icmp ult <2 x ptr> %v, %w
  %s = select <2 x i1> %c, <2 x ptr> %v, <2 x ptr> %w
  %f = freeze <2 x ptr> %s
  %odd = trunc i64 %k to i1
  %t = select i1 %odd, <2 x ptr> %f, <2 x ptr> zeroinitializer
  store <2 x ptr> %t, ptr %out, align 8
  %z = zext <2 x i1> %c to <2 x i64>
  %sum = call i64 @llvm.vector.reduce.add.v2i64(<2 x i64> %z)
  ret i64 %sum
"""
BODIES: Final = {"shuffled": SHUFFLED, "looped": LOOPED, "chosen": CHOSEN}
MORE: Final = "declare i64 @llvm.vector.reduce.add.v2i64(<2 x i64>)\n"


def module(body: str, head: str = HEAD) -> Module:
    return parse_module(f"{MORE}{head}{body}}}\n")


def vectors(of: Module) -> int:
    """How many results are vectors of addresses."""
    found = of.functions["f"]
    assert isinstance(found, Function)
    results = [instr.result for instr in found.instrs() if instr.result is not None]
    kinds = [r.type.element for r in results if isinstance(r.type, ty.VectorType)]
    return sum(ty.is_pointer(kind) for kind in kinds)


def ran(of: Module, k: int) -> tuple[int, list[int]]:
    """What `f` returns and stores, run on four numbers."""
    compiled = jit.load(emit_object(print_module(of)))
    given = (ctypes.c_uint64 * 4)(1000, 4000, 3000, 2000)
    stored = (ctypes.c_uint64 * 4)()
    call = ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_void_p] * 2, ctypes.c_uint64)
    address = compiled.address("f")
    result = call(address)(ctypes.addressof(given), ctypes.addressof(stored), k)
    return result, list(stored)


@pytest.mark.parametrize("k", [1, 2, 5])
@pytest.mark.parametrize("name", BODIES)
def test_what_is_computed_stays(name: str, k: int) -> None:
    before = module(BODIES[name])
    after = separate(before)
    assert vectors(before) and not vectors(after)
    assert ran(after, k) == ran(before, k)


WHOLE: Final = {
    "used as a whole": """
  %v = load <2 x ptr>, ptr %in
  %n = ptrtoint <2 x ptr> %v to <2 x i64>
  %r = extractelement <2 x i64> %n, i64 1
  ret i64 %r
""",
    "at any place": """
  %v = load <2 x ptr>, ptr %in
  %p = extractelement <2 x ptr> %v, i64 %k
  %r = ptrtoint ptr %p to i64
  ret i64 %r
""",
    "volatile": """
  %v = load volatile <2 x ptr>, ptr %in
  store <2 x ptr> %v, ptr %out
  ret i64 0
""",
}


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_needed_whole_stays_whole(name: str) -> None:
    of = module(WHOLE[name])
    assert separate(of) is of
