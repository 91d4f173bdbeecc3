"""One thread's function as a kernel of a device again: the way back of `threads`.

    void @rz.gpu.thread(ptr %launch, ptr %x, ptr %s, ptr %s.sh, i32 %tid.x, …)

    →  define ptx_kernel void @k(ptr %x) {          @k.s = internal addrspace(3) global [512 x i8]
         zero @k.s.sh, a part by each thread; wait
         call @rz.gpu.thread(ptr null, ptr %x, ptr addrspacecast (@k.s), …, sregs)

    call double @llvm.sin.f64(double %x)  →  call double @__nv_sin(double %x)
    @rz_gpu_barrier                       →  a body that has the target's own barrier

What is left of the host's functions when all is inlined is no kernel's, and refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ribozyme.base.errors import error
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import AtomicRMW, Call, Instr
from ribozyme.ir.module import Function, GlobalVariable, Header, Module, declaration
from ribozyme.ir.rewrite import mapped
from ribozyme.ir.values import ConstCast, ConstGep, GlobalRef, Undef, Value, const_int
from ribozyme.rules.device_functions import BARRIER, PLACES
from ribozyme.transform.gpu.emulator_entry import THREAD
from ribozyme.transform.gpu.tape_count import COUNT
from ribozyme.transform.gpu.tapewords import CHECK
from ribozyme.transform.gpu.thread_functions import Shared
from ribozyme.transform.gpu.vendors import Vendor

_SHARED_SPACE: Final = 3
_EVENT: Final = ty.function(ty.VOID, ())


def with_kernel(
    module: Module, name: str, shared: Sequence[tuple[Shared, bool]], vendor: Vendor, *, tape: bool
) -> Module:
    """The module with a kernel that calls `rz.gpu.thread`.

    `shared` are the last arguments of that function before those of the tape and the places, and
    whether each is a shadow: those are zeroed. With a tape the kernel's last parameters are its
    memory and what each thread has of it.
    """
    thread = module.functions[THREAD]
    count = len(thread.type.params) - len(PLACES) - 2
    given = thread.type.params[1 : count - len(shared)]
    b = FunctionBuilder(name, ty.function(ty.VOID, (*given, *((ty.PTR, ty.I64) if tape else ()))))
    b.convention = vendor.convention
    b.at(b.block())
    places = [vendor.place(b, place) for place in PLACES]
    variables, own = _in_shared_memory(f"{name}.shared", [one for one, _ in shared])
    shadows = [(at, one.size) for at, (one, zero) in zip(own, shared, strict=True) if zero]
    for at, size in shadows:
        _zeroed(b, at, size, places)
    if shadows:
        b.call(BARRIER, _EVENT, ())
    memory = b.params[len(given) :] if tape else (NULL, i64(0))
    b.call(THREAD, thread.type, (NULL, *b.params[: len(given)], *own, *memory, *places))
    b.ret()
    inlined = replace(
        thread, attrs=(*thread.attrs, Attr("alwaysinline")), header=Header(linkage="internal")
    )
    known = {**vendor.declared(), **vendor.waits(), **_checks()}
    made = {THREAD: inlined, **known, name: b.finish()}
    return replace(
        module, functions={**module.functions, **made}, globals={**module.globals, **variables}
    )


def with_count(module: Module, name: str, shared: int, vendor: Vendor) -> Module:
    """The module of `rz.gpu.count` with a kernel that finds the most that any thread needs.

    Its parameters are those of the kernel whose tape is counted, and where the number is."""
    count = module.functions[COUNT]
    end = len(count.type.params) - len(PLACES) - 2
    given = count.type.params[1 : end - shared]
    b = FunctionBuilder(name, ty.function(ty.VOID, (*given, ty.PTR)))
    b.convention = vendor.convention
    b.at(b.block())
    places = [vendor.place(b, place) for place in PLACES]
    nothing = [NULL] * shared
    args = (NULL, *b.params[:-1], *nothing, NULL, i64(0), *places)
    found = b.call(COUNT, count.type, args)
    assert found is not None
    b.append(AtomicRMW(b.local(ty.I64), "umax", b.params[-1], found, "monotonic", align=8))
    b.ret()
    inlined = replace(
        count, attrs=(*count.attrs, Attr("alwaysinline")), header=Header(linkage="internal")
    )
    made = {**vendor.declared(), COUNT: inlined, name: b.finish()}
    return replace(module, functions={**module.functions, **made})


def _checks() -> dict[str, Function]:
    """What stops a thread that wants more of its tape than was counted."""
    b = FunctionBuilder(CHECK, ty.function(ty.VOID, (ty.I1,)))
    b.attrs = (Attr("alwaysinline"), Attr("nounwind"))
    b.header = Header(linkage="internal")
    entry, good, bad = b.block(), b.block(), b.block()
    b.at(entry)
    b.cond_br(b.params[0], good, bad)
    b.at(bad)
    b.call("llvm.trap", _EVENT, ())
    b.unreachable()
    b.at(good)
    b.ret()
    return {CHECK: b.finish(), "llvm.trap": declaration("llvm.trap", _EVENT), **_throw()}


def _throw() -> dict[str, Function]:
    """A derivative is left for a reason by a trap: a device has no exceptions."""
    b = FunctionBuilder("rz.throw", ty.function(ty.VOID, (ty.I32, ty.PTR)))
    b.attrs = (Attr("alwaysinline"), Attr("nounwind"))
    b.header = Header(linkage="internal")
    b.at(b.block())
    b.call("llvm.trap", _EVENT, ())
    b.unreachable()
    return {"rz.throw": b.finish()}


def _in_shared_memory(
    name: str, shared: Sequence[Shared]
) -> tuple[dict[str, GlobalVariable], list[ConstGep]]:
    """One variable for all that a block shares, and where each has its place: both halves of a
    split derivative have them at the same offsets, since a tape may hold addresses in them."""
    offsets: list[int] = []
    end = 0
    for one in shared:
        align = max(one.align, 16)
        offsets.append(-(-end // align) * align)
        end = offsets[-1] + one.size
    if not shared:
        return {}, []
    type = ty.array(end, ty.I8)
    align = max(16, *(one.align for one in shared))
    header = Header(linkage="internal", align=align, addrspace=_SHARED_SPACE)
    start = ConstCast(ty.PTR, "addrspacecast", GlobalRef(ty.pointer(_SHARED_SPACE), name))
    places = [ConstGep(ty.PTR, ty.I8, start, (i64(offset),)) for offset in offsets]
    return {name: GlobalVariable(name, type, Undef(type), False, header)}, places


def _zeroed(b: FunctionBuilder, start: Value, size: int, places: Sequence[Value]) -> None:
    """Each thread zeroes the words from its number on, in steps of the block's size."""
    unit = next(bits for bits in (64, 32, 16, 8) if size % (bits // 8) == 0)
    word = ty.integer(unit)
    tid, ntid = places[0:3], places[6:9]
    row = b.add(b.mul(tid[2], ntid[1]), tid[1])
    own = b.cast("zext", b.add(b.mul(row, ntid[0]), tid[0]), ty.I64)
    step = b.cast("zext", b.mul(b.mul(ntid[0], ntid[1]), ntid[2]), ty.I64)
    before, loop, body, end = b.current, b.block(), b.block(), b.block()
    b.br(loop)
    b.at(loop)
    at = b.phi(ty.I64)
    b.cond_br(b.icmp("ult", at, i64(size // (unit // 8))), body, end)
    b.at(body)
    b.store(const_int(word, 0), b.gep(word, start, (at,)), unit // 8)
    b.incoming(at, own, before)
    b.incoming(at, b.add(at, step), body)
    b.br(loop)
    b.at(end)


def with_mathematics(module: Module, kernels: Sequence[str], vendor: Vendor) -> Module:
    """Kernels with everything inlined, alone, whose mathematics is the vendor's."""
    made: dict[str, Function] = {}
    pure = (Attr("nounwind"), Attr("memory", "none"))

    def changed(kernel: str) -> Function:
        def change(instr: Instr) -> Instr:
            if not isinstance(instr, Call) or not isinstance(instr.callee, GlobalRef):
                return instr
            name = vendor.mathematics(instr.callee.name)
            known = module.functions[instr.callee.name]
            if name is None:
                _refuse_host(kernel, instr.callee.name)
                made[known.name] = known
                return instr
            made[name] = declaration(name, instr.type, attrs=pure)
            return replace(instr, callee=GlobalRef(ty.PTR, name), attrs=())

        return replace(mapped(module.functions[kernel], change), personality=None)

    changed_kernels = {kernel: changed(kernel) for kernel in kernels}
    return replace(module, functions={**made, **changed_kernels})


def _refuse_host(kernel: str, name: str) -> None:
    if not name.startswith("llvm."):
        raise error(
            "RZ511", f"'{kernel}' needs '{name}' of the host: there is no code for a device"
        )
