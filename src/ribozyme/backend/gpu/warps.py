"""Bodies of what the threads of a warp do together, as text of LLVM IR.

rz_gpu_warp_add.f64(p, x, thread, threads)   NVIDIA, AMD: the sum of a warp by shuffles, added once
                                             emulator: each thread adds
llvm.nvvm.shfl.sync.down.i32                 emulator: by a slot of shared memory for each thread

Threads of the last warp may be fewer than 32: what a lane behind them has is not added.
"""

from typing import Final

_KINDS: Final = {"f64": "double", "f32": "float"}
_ATOMIC: Final = """
  %is = fcmp une {type} {sum}, 0.0
  {lead}br i1 {go}, label %add, label %end
add:
  %old = atomicrmw fadd ptr %p, {type} {sum} monotonic
  br label %end
end:
  ret void
}}
"""
_HEAD: Final = (
    "define void @{name}(ptr %p, {type} %x, i32 %thread, i32 %threads) alwaysinline "
    "convergent nounwind {{\n"
)


def plain(name: str) -> str:
    """Bodies for the emulator of the functions that are called so, up to the type."""
    made = []
    for kind, type in _KINDS.items():
        end = _ATOMIC.format(type=type, sum="%x", lead="", go="%is")
        made.append(_HEAD.format(name=name + kind, type=type) + end)
    return "".join(made)


def nvidia(name: str) -> str:
    """Bodies for NVIDIA's devices."""
    return _of_device(
        name,
        "call i32 @llvm.nvvm.shfl.sync.down.i32(i32 %mask, i32 {x}, i32 {by}, i32 31)",
        "declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32) convergent\n",
    )


def amd(name: str) -> str:
    """Bodies for AMD's devices, whose lanes are read by the bytes of their numbers."""
    return _of_device(
        name,
        "call i32 @llvm.amdgcn.ds.bpermute(i32 %from{by}, i32 {x})",
        "declare i32 @llvm.amdgcn.ds.bpermute(i32, i32) convergent\n",
    )


def _of_device(name: str, shuffle: str, declared: str) -> str:
    return declared + "".join(_summed(name, kind, type, shuffle) for kind, type in _KINDS.items())


def _summed(name: str, kind: str, type: str, shuffle: str) -> str:
    lines = [
        _HEAD.format(name=name + kind, type=type)
        + """  %lane = and i32 %thread, 31
  %first = sub i32 %thread, %lane
  %left = sub i32 %threads, %first
  %few = icmp ult i32 %left, 32
  %count = select i1 %few, i32 %left, i32 32
  %less = sub i32 32, %count
  %mask = lshr i32 -1, %less"""
    ]
    sum = "%x"
    for by in (16, 8, 4, 2, 1):
        lines.append(f"  %beside{by} = add i32 %thread, {by}\n  %from{by} = shl i32 %beside{by}, 2")
        if kind == "f32":
            lines.append(f"  %b{by} = bitcast float {sum} to i32")
            lines.append(f"  %o{by} = " + shuffle.format(x=f"%b{by}", by=by))
            lines.append(f"  %v{by} = bitcast i32 %o{by} to float")
        else:
            lines.append(f"""  %b{by} = bitcast double {sum} to i64
  %l{by} = trunc i64 %b{by} to i32
  %s{by} = lshr i64 %b{by}, 32
  %h{by} = trunc i64 %s{by} to i32
  %ol{by} = {shuffle.format(x=f"%l{by}", by=by)}
  %oh{by} = {shuffle.format(x=f"%h{by}", by=by)}
  %el{by} = zext i32 %ol{by} to i64
  %eh{by} = zext i32 %oh{by} to i64
  %t{by} = shl i64 %eh{by}, 32
  %w{by} = or i64 %t{by}, %el{by}
  %v{by} = bitcast i64 %w{by} to double""")
        lines.append(f"""  %at{by} = add i32 %lane, {by}
  %has{by} = icmp ult i32 %at{by}, %count
  %add{by} = select i1 %has{by}, {type} %v{by}, {type} 0.0
  %sum{by} = fadd {type} {sum}, %add{by}""")
        sum = f"%sum{by}"
    lead = "%isfirst = icmp eq i32 %lane, 0\n  %go = and i1 %is, %isfirst\n  "
    return "\n".join(lines) + _ATOMIC.format(type=type, sum=sum, lead=lead, go="%go")


_SHUFFLES: Final = {
    "up": ("%j = sub i32 %lane, %b", "%in = icmp sge i32 %j, %most"),
    "down": ("%j = add i32 %lane, %b", "%in = icmp sle i32 %j, %most"),
    "bfly": ("%j = xor i32 %lane, %b", "%in = icmp sle i32 %j, %most"),
    "idx": (
        "%inside = and i32 %b, %others\n  %j = or i32 %least, %inside",
        "%in = icmp sle i32 %j, %most",
    ),
}
NATIVE: Final = "llvm.nvvm.shfl.sync."
_OURS: Final = "rz_gpu_shuffle."


def with_shuffles(text: str) -> str:
    """The text of a device module in which NVIDIA's shuffles have bodies."""
    if NATIVE not in text:
        return text
    text = "\n".join(
        line for line in text.split("\n") if not (line.startswith("declare") and NATIVE in line)
    ).replace(NATIVE, _OURS)
    made = []
    for kind, type in (("i32", "i32"), ("f32", "float")):
        slots = f"@rz.gpu.slots.{kind}"
        used = False
        for how, (place, inside) in _SHUFFLES.items():
            if f"@{_OURS}{how}.{kind}(" not in text:
                continue
            used = True
            made.append(f"""
define internal {type} @{_OURS}{how}.{kind}(i32 %mask, {type} %x, i32 %b, i32 %c) alwaysinline {{
  %t = call i32 @rz_gpu_tid_x()
  %u = call i32 @rz_gpu_tid_y()
  %v = call i32 @rz_gpu_tid_z()
  %nx = call i32 @rz_gpu_ntid_x()
  %ny = call i32 @rz_gpu_ntid_y()
  %p0 = mul i32 %v, %ny
  %p1 = add i32 %p0, %u
  %p2 = mul i32 %p1, %nx
  %own = add i32 %p2, %t
  %to = getelementptr [1024 x {type}], ptr addrspace(3) {slots}, i32 0, i32 %own
  store {type} %x, ptr addrspace(3) %to, align 4
  call void @rz_gpu_warp_barrier()
  %lane = and i32 %own, 31
  %segment = lshr i32 %c, 8
  %segments = and i32 %segment, 31
  %others = xor i32 %segments, 31
  %clamp = and i32 %c, 31
  %least = and i32 %lane, %segments
  %above = and i32 %clamp, %others
  %most = or i32 %least, %above
  {place}
  {inside}
  %k = select i1 %in, i32 %j, i32 %lane
  %first = sub i32 %own, %lane
  %at = add i32 %first, %k
  %from = getelementptr [1024 x {type}], ptr addrspace(3) {slots}, i32 0, i32 %at
  %found = load {type}, ptr addrspace(3) %from, align 4
  call void @rz_gpu_warp_barrier()
  ret {type} %found
}}
""")
        if used:
            made.append(f"{slots} = internal addrspace(3) global [1024 x {type}] undef, align 8\n")
    asked = ("tid_x", "tid_y", "tid_z", "ntid_x", "ntid_y")
    for name in (*(f"i32 @rz_gpu_{one}" for one in asked), "void @rz_gpu_warp_barrier"):
        if f"declare {name}(" not in text:
            made.append(f"declare {name}()\n")
    return text + "\n" + "".join(made)
