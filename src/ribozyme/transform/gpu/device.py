"""One thread's function as a kernel of a device again: the way back of `threads`.

    void @rz.gpu.thread(ptr %launch, ptr %x, ptr %s, ptr %s.sh, i32 %tid.x, …)

    →  define ptx_kernel void @k(ptr %x) {          @k.s = internal addrspace(3) global [512 x i8]
         zero @k.s.sh, a part by each thread; wait
         call @rz.gpu.thread(ptr null, ptr %x, ptr addrspacecast (@k.s), …, sregs)

    call double @llvm.sin.f64(double %x)  →  call double @__nv_sin(double %x)
    @rz_gpu_barrier                       →  a body that has the target's own barrier

What a derivative needs of the host (memory for a tape whose size is not known when it is compiled)
is no kernel's: what is left of it when all is inlined is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ribozyme.base.errors import error
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i32, i64
from ribozyme.ir.instrs import Call, Instr
from ribozyme.ir.module import Function, GlobalVariable, Header, Module, Param
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import ConstCast, GlobalRef, Local, Undef, Value, const_int
from ribozyme.rules.expr import words
from ribozyme.rules.gpu import BARRIER, NATIVE, PLACES, WARP_BARRIER
from ribozyme.transform.gpu.entry import THREAD
from ribozyme.transform.gpu.threads import Shared

_SHARED_SPACE: Final = 3
_SREG: Final = {ours: native for native, ours in NATIVE.items() if ".ptx.sreg." in native}
_BODIES: Final = {
    BARRIER: ("llvm.nvvm.barrier.cta.sync.aligned.all", i32(0)),
    WARP_BARRIER: ("llvm.nvvm.bar.warp.sync", i32(-1)),
}
_EVENT: Final = ty.function(ty.VOID, ())
_NUMBER: Final = ty.function(ty.VOID, (ty.I32,))
_PLACE: Final = ty.function(ty.I32, ())
_NAMES: Final = words(
    """
    sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10
    log1p pow cbrt erf erfc tgamma lgamma atan2 hypot fmod fdim
    """
)
_LIBDEVICE: Final = frozenset(name + end for name in _NAMES for end in ("", "f"))
_INTRINSIC: Final = re.compile(r"llvm\.(\w+)\.(f32|f64)")


def with_kernel(module: Module, name: str, shared: Sequence[tuple[Shared, bool]]) -> Module:
    """The module with a kernel that calls `rz.gpu.thread`.

    `shared` are the last arguments of that function before the places, and whether each is a
    shadow: those are zeroed.
    """
    thread = module.functions[THREAD]
    count = len(thread.type.params) - len(PLACES)
    given = thread.type.params[1 : count - len(shared)]
    b = FunctionBuilder(name, ty.function(ty.VOID, given))
    b.convention = "ptx_kernel"
    b.at(b.block())
    places = [_called(b, _SREG[place], _PLACE) for place in PLACES]
    variables = {f"{name}.shared.{n}": _variable(f"{name}.shared.{n}", one)
                 for n, (one, _) in enumerate(shared)}  # fmt: skip
    pointer = ty.pointer(_SHARED_SPACE)
    own = [ConstCast(ty.PTR, "addrspacecast", GlobalRef(pointer, one)) for one in variables]
    shadows = [(at, one.size) for at, (one, zero) in zip(own, shared, strict=True) if zero]
    for at, size in shadows:
        _zeroed(b, at, size, places)
    if shadows:
        b.call(BARRIER, _EVENT, ())
    b.call(THREAD, thread.type, (NULL, *b.params, *own, *places))
    b.ret()
    inlined = replace(
        thread, attrs=(*thread.attrs, Attr("alwaysinline")), header=Header(linkage="internal")
    )
    declared = {native: _declaration(native, _PLACE) for native in _SREG.values()}
    made = {THREAD: inlined, **declared, **_waits(), name: b.finish()}
    return replace(
        module, functions={**module.functions, **made}, globals={**module.globals, **variables}
    )


def _variable(name: str, shared: Shared) -> GlobalVariable:
    type = ty.array(shared.size, ty.I8)
    header = Header(linkage="internal", align=max(shared.align, 16), addrspace=_SHARED_SPACE)
    return GlobalVariable(name, type, Undef(type), False, header)


def _waits() -> dict[str, Function]:
    """Bodies of the functions by which threads wait."""
    found: dict[str, Function] = {}
    for name, (native, number) in _BODIES.items():
        b = FunctionBuilder(name, _EVENT)
        b.attrs = (Attr("alwaysinline"), Attr("convergent"), Attr("nounwind"))
        b.header = Header(linkage="internal")
        b.at(b.block())
        b.call(native, _NUMBER, (number,))
        b.ret()
        found[name] = b.finish()
        found[native] = _declaration(native, _NUMBER, (Attr("convergent"), Attr("nounwind")))
    return found


def _zeroed(b: FunctionBuilder, start: Value, size: int, places: Sequence[Value]) -> None:
    """Each thread zeroes the bytes from its number on, in steps of the block's size."""
    tid, ntid = places[0:3], places[6:9]
    row = b.add(b.mul(tid[2], ntid[1]), tid[1])
    own = b.cast("zext", b.add(b.mul(row, ntid[0]), tid[0]), ty.I64)
    step = b.cast("zext", b.mul(b.mul(ntid[0], ntid[1]), ntid[2]), ty.I64)
    before, loop, body, end = b.current, b.block(), b.block(), b.block()
    b.br(loop)
    b.at(loop)
    at = b.phi(ty.I64)
    b.cond_br(b.icmp("ult", at, i64(size)), body, end)
    b.at(body)
    b.store(const_int(ty.I8, 0), b.gep(ty.I8, start, (at,)), 1)
    b.incoming(at, own, before)
    b.incoming(at, b.add(at, step), body)
    b.br(loop)
    b.at(end)


def _called(b: FunctionBuilder, name: str, type: ty.FunctionType) -> Value:
    found = b.call(name, type, ())
    assert found is not None
    return found


def _declaration(name: str, type: ty.FunctionType, attrs: tuple[Attr, ...] = ()) -> Function:
    params = tuple(Param(Local(index, param)) for index, param in enumerate(type.params))
    return Function(name, type, params, (), [None] * len(params), attrs=attrs)


def with_libdevice(module: Module, kernel: str) -> Module:
    """A kernel with everything inlined, alone, whose mathematics is libdevice's."""
    made: dict[str, Function] = {}

    def change(instr: Instr) -> Instr:
        if not isinstance(instr, Call) or not isinstance(instr.callee, GlobalRef):
            return instr
        name = _libdevice(instr.callee.name)
        known = module.functions[instr.callee.name]
        if name is None:
            _refuse_host(kernel, instr.callee.name)
            made[known.name] = known
            return instr
        made[name] = _declaration(name, instr.type, (Attr("nounwind"), Attr("memory", "none")))
        return replace(instr, callee=GlobalRef(ty.PTR, name), attrs=())

    changed = replace(mapped(module.functions[kernel], change), personality=None)
    return replace(module, functions={**made, kernel: changed})


def _libdevice(name: str) -> str | None:
    """The name in libdevice of a function of mathematics that is no instruction."""
    found = _INTRINSIC.fullmatch(name)
    plain = name if found is None else found[1] + ("f" if found[2] == "f32" else "")
    return f"__nv_{plain}" if plain in _LIBDEVICE else None


def _refuse_host(kernel: str, name: str) -> None:
    if not name.startswith("llvm."):
        raise error(
            "RZ511",
            f"'{kernel}' needs '{name}' of the host: there is no code for a device",
            helps=("loops whose counts are known when a kernel is compiled need no such tape",),
        )
