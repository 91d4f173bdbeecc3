"""The programs in LLVM's IR of `tests/operations.py`: what C has no word for.

A body is that of `define {T} @f({T} %x, {T} %y)`, with `{T}` the type, `{V}` four of them, `{S}`
its suffix in names of intrinsics, `{B}` its bytes, `{C}` four constants.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.operation_sources import Source, Truth

IR_DECLARATIONS: Final = """
@seen = internal global i32 0, align 4
@constant = internal constant i32 7, align 4
@mine.{S} = internal thread_local global {T} zeroinitializer, align 16
declare i32 @__gxx_personality_v0(...)
define internal {T} @may_throw.{S}({T} %x, {T} %y) {{
  %m = fmul {T} %x, %y
  %r = fadd {T} %m, %x
  ret {T} %r
}}
"""


def _ir() -> Iterator[Source]:
    def source(title: str, truth: Truth, body: str, narrow: bool = False) -> Source:
        section = "Masked vectors" if "masked" in title else "Instructions"
        return section, title, narrow, truth, body

    yield source(
        "phi",
        lambda x, y: x * x * y if x > y else x * y * y,
        """
  %c = fcmp ogt {T} %x, %y
  br i1 %c, label %a, label %b
a:
  br label %e
b:
  br label %e
e:
  %p = phi {T} [ %x, %a ], [ %y, %b ]
  %q = phi {T} [ %y, %a ], [ %x, %b ]
  %s = fmul {T} %p, %p
  %r = fmul {T} %s, %q
  ret {T} %r""",
    )
    yield source(
        "vectors: fcmp, select",
        lambda x, y: max(x, y) * min(x, y) * x,
        """
  %a0 = insertelement <2 x {T}> zeroinitializer, {T} %x, i64 0
  %a = insertelement <2 x {T}> %a0, {T} %y, i64 1
  %b0 = insertelement <2 x {T}> zeroinitializer, {T} %y, i64 0
  %b = insertelement <2 x {T}> %b0, {T} %x, i64 1
  %m = fcmp ogt <2 x {T}> %a, %b
  %v = select <2 x i1> %m, <2 x {T}> %a, <2 x {T}> %b
  %w = select <2 x i1> %m, <2 x {T}> %b, <2 x {T}> %a
  %v0 = extractelement <2 x {T}> %v, i64 0
  %w1 = extractelement <2 x {T}> %w, i64 1
  %s = fmul {T} %v0, %w1
  %r = fmul {T} %s, %x
  ret {T} %r""",
        True,
    )
    yield source(
        "extractvalue, insertvalue",
        lambda x, y: x * x * y,
        """
  %a = insertvalue {{ {T}, [2 x {T}] }} undef, {T} %x, 0
  %b = insertvalue {{ {T}, [2 x {T}] }} %a, {T} %y, 1, 1
  %u = extractvalue {{ {T}, [2 x {T}] }} %b, 0
  %v = extractvalue {{ {T}, [2 x {T}] }} %b, 1, 1
  %s = fmul {T} %u, %u
  %r = fmul {T} %s, %v
  ret {T} %r""",
    )
    for op, sign in (("fadd", 1), ("fsub", -1)):
        yield source(
            f"atomicrmw {op}",
            lambda x, y, sign=sign: x * (x + sign * y),
            f"""
  %p = alloca {{T}}, align 16
  store {{T}} %x, ptr %p, align 16
  %old = atomicrmw {op} ptr %p, {{T}} %y seq_cst, align 16
  %new = load {{T}}, ptr %p, align 16
  %r = fmul {{T}} %old, %new
  ret {{T}} %r""",
            True,
        )
    yield source(
        "atomicrmw of an integer, fence",
        lambda x, y: x * y,
        """
  %old = atomicrmw add ptr @seen, i32 1 seq_cst, align 4
  fence seq_cst
  %r = fmul {T} %x, %y
  ret {T} %r""",
    )
    yield source(
        "atomic load, store",
        lambda x, y: x * x * y,
        """
  %p = alloca {T}, align 16
  store atomic {T} %x, ptr %p seq_cst, align 16
  %v = load atomic {T}, ptr %p seq_cst, align 16
  %s = fmul {T} %v, %v
  %r = fmul {T} %s, %y
  ret {T} %r""",
        True,
    )
    yield source(
        "invoke (normal edge), unreachable",
        lambda x, y: (x * y + x) * y,
        """
  %v = invoke {T} @may_throw.{S}({T} %x, {T} %y) to label %on unwind label %off
on:
  %r = fmul {T} %v, %y
  ret {T} %r
off:
  %pad = landingpad {{ ptr, i32 }} cleanup
  resume {{ ptr, i32 }} %pad""",
    )
    for name in ("launder", "strip"):
        yield source(
            f"llvm.{name}.invariant.group",
            lambda x, y: x * x * y,
            f"""
  %p = alloca {{T}}, align 16
  store {{T}} %x, ptr %p, align 16
  %q = call ptr @llvm.{name}.invariant.group.p0(ptr %p)
  %v = load {{T}}, ptr %q, align 16
  %w = fmul {{T}} %v, %y
  store {{T}} %w, ptr %q, align 16
  %u = load {{T}}, ptr %p, align 16
  %r = fmul {{T}} %u, %x
  ret {{T}} %r""",
        )
    yield source(
        "llvm.ptrmask",
        lambda x, y: x * x * y,
        """
  %p = alloca [2 x {T}], align 64
  store {T} %x, ptr %p, align 16
  %i = getelementptr i8, ptr %p, i64 3
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %i, i64 -32)
  %v = load {T}, ptr %q, align 16
  %s = fmul {T} %v, %v
  %r = fmul {T} %s, %y
  ret {T} %r""",
    )
    yield source(
        "llvm.threadlocal.address",
        lambda x, y: x * x * y,
        """
  %p = call ptr @llvm.threadlocal.address.p0(ptr @mine.{S})
  store {T} %x, ptr %p, align 16
  %q = call ptr @llvm.threadlocal.address.p0(ptr @mine.{S})
  %v = load {T}, ptr %q, align 16
  %s = fmul {T} %v, %v
  %r = fmul {T} %s, %y
  store {T} zeroinitializer, ptr %p, align 16
  ret {T} %r""",
    )
    start = """
  %a = insertelement <4 x {T}> zeroinitializer, {T} %x, i64 0
  %b = insertelement <4 x {T}> %a, {T} %y, i64 1
  %c = insertelement <4 x {T}> %b, {T} %x, i64 2
  %v = insertelement <4 x {T}> %c, {T} %y, i64 3
  %p = alloca <4 x {T}>, align 32
  %q = alloca <4 x {T}>, align 32
  store <4 x {T}> %v, ptr %p, align 32
  store <4 x {T}> zeroinitializer, ptr %q, align 32
  %big = fcmp ogt {T} %x, %y
  %m0 = insertelement <4 x i1> <i1 true, i1 true, i1 false, i1 false>, i1 %big, i64 2"""
    product = """
  %e0 = extractelement <4 x {T}> %l, i64 0
  %e1 = extractelement <4 x {T}> %l, i64 1
  %e2 = extractelement <4 x {T}> %l, i64 2
  %e3 = extractelement <4 x {T}> %l, i64 3
  %t0 = fmul {T} %e0, %e1
  %t1 = fmul {T} %e2, %e3
  %r = fadd {T} %t0, %t1
  ret {T} %r"""

    def masked(x: Any, y: Any) -> Any:
        return x * y + (x if x > y else x * x) * (x * x)

    squares = """
  %x2 = fmul {T} %x, %x
  %o2 = insertelement <4 x {T}> zeroinitializer, {T} %x2, i64 2
  %o = insertelement <4 x {T}> %o2, {T} %x2, i64 3"""
    yield source(
        "llvm.masked.load",
        masked,
        start
        + squares
        + """
  %l = call <4 x {T}> @llvm.masked.load.v4{S}.p0(ptr align 32 %p, <4 x i1> %m0, <4 x {T}> %o)"""
        + product,
        True,
    )
    yield source(
        "llvm.masked.store",
        masked,
        start
        + squares
        + """
  store <4 x {T}> %o, ptr %q, align 32
  call void @llvm.masked.store.v4{S}.p0(<4 x {T}> %v, ptr align 32 %q, <4 x i1> %m0)
  %l = load <4 x {T}>, ptr %q, align 32"""
        + product,
        True,
    )
    yield source(
        "llvm.masked.store of constants over active memory",
        lambda x, y: 6 + (4 * y if x > y else x * y),
        start
        + """
  call void @llvm.masked.store.v4{S}.p0({V} {C}, ptr align 32 %p, <4 x i1> %m0)
  %l = load <4 x {T}>, ptr %p, align 32"""
        + product,
        True,
    )
    pointers = """
  %d1 = getelementptr {T}, ptr %p, i64 1
  %d2 = getelementptr {T}, ptr %p, i64 2
  %g0 = insertelement <4 x ptr> zeroinitializer, ptr %p, i64 0
  %g1 = insertelement <4 x ptr> %g0, ptr %d1, i64 1
  %g2 = insertelement <4 x ptr> %g1, ptr %d2, i64 2
  %g = insertelement <4 x ptr> %g2, ptr %p, i64 3"""
    yield source(
        "llvm.masked.gather",
        masked,
        start
        + squares
        + pointers
        + """
  %l = call {V} @llvm.masked.gather.v4{S}.v4p0(<4 x ptr> align {B} %g, <4 x i1> %m0, {V} %o)"""
        + product,
        True,
    )
    yield source(
        "llvm.masked.scatter",
        masked,
        start
        + squares
        + pointers.replace("ptr %p", "ptr %q")
        + """
  store <4 x {T}> %o, ptr %q, align 32
  call void @llvm.masked.scatter.v4{S}.v4p0(<4 x {T}> %v, <4 x ptr> align {B} %g, <4 x i1> %m0)
  %l = load <4 x {T}>, ptr %q, align 32"""
        + product,
        True,
    )
    yield source(
        "llvm.masked.scatter of constants over active memory",
        lambda x, y: 6 + (4 * y if x > y else x * y),
        start
        + pointers
        + """
  call void @llvm.masked.scatter.v4{S}.v4p0({V} {C}, <4 x ptr> align {B} %g, <4 x i1> %m0)
  %l = load <4 x {T}>, ptr %p, align 32"""
        + product,
        True,
    )


IR_OPERATIONS: Final[tuple[Source, ...]] = tuple(_ir())
