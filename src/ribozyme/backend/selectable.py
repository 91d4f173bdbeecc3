"""What the code generator might choke on, asked of the text before it does.

LLVM ends the process where it cannot select an instruction. So: what no target of this kind has is
`impossible`, an error at once; what is not known to be safe is `doubtful` and goes into a child
process. The list of safe intrinsics is a list of the safe, so that a new one costs 0.2 s at worst.
"""

import re
from typing import Final

from ribozyme.base.regex import pattern

_ARCHITECTURES: Final = {
    "x86_64": "x86", "i386": "x86", "i686": "x86", "aarch64": "aarch64", "arm64": "aarch64",
    "arm": "arm", "riscv64": "riscv", "riscv32": "riscv", "nvptx64": "nvvm", "nvptx": "nvvm",
    "amdgcn": "amdgcn", "powerpc64le": "ppc", "powerpc64": "ppc", "s390x": "s390", "wasm32": "wasm",
    "wasm64": "wasm", "spirv64": "spv", "spirv": "spv", "mips64": "mips",
    "loongarch64": "loongarch",
}  # fmt: skip
_SYNONYMS: Final = {"amd64": "x86_64", "arm64": "aarch64", "i386": "i686"}
_OF_TARGETS: Final = {
    "aarch64", "amdgcn", "r600", "arm", "bpf", "dx", "hexagon", "loongarch", "mips", "nvvm", "ppc",
    "riscv", "s390", "spv", "ve", "wasm", "x86", "xcore",
}  # fmt: skip
_SAFE: Final = frozenset(
    """
    abs acos annotation arithmetic asin assume atan atan2 bitreverse bswap canonicalize ceil
    compiler copysign cos cosh ctlz ctpop cttz dbg debugtrap donothing eh embedded exp exp10
    exp2 expect fabs fake floor fma fmuladd fpclass fptosi fptoui frameaddress frexp fshl fshr
    global global_ctors global_dtors ident invariant is launder ldexp lifetime llrint llround
    load log log10 log2 lrint lround maximum maximumnum maxnum memcpy memmove memset minimum
    minimumnum minnum modf nearbyint objectsize pow powi prefetch ptr ptrmask readcyclecounter
    returnaddress rint round roundeven sadd scmp sideeffect sin sincos sinh smax smin
    smul sqrt ssa sshl ssub stackrestore stacksave stepvector strip tan tanh threadlocal trap
    trunc uadd ubsantrap ucmp umax umin umul used ushl usub va_copy va_end va_start var vector
    """.split()  # noqa: SIM905 -- ninety words
)
_SAFE_EXPERIMENTAL: Final = frozenset(("noalias", "constrained"))
_SAFE_MASKED: Final = frozenset(("load", "store", "gather", "scatter"))
_UNSAFE_TYPES: Final = {
    "minimum": ("f80", "f128"), "maximum": ("f80", "f128"), "modf": ("f16",),
    "canonicalize": ("bf16",),
}  # fmt: skip
_INTRINSIC: Final = pattern(r"@llvm\.([\w.]+)")
_COMMENT: Final = r'sideeffect "(?:#[^"\\$;]*)?", "(?:~\{\w+\},?)*"\(\)'
"""Inline assembly that is a comment, or nothing, and takes no operands."""
_DOUBTFUL: Final = tuple(
    (words, pattern(doubt, re.M))
    for words, doubt in (
        ("module asm ", r"^module asm "),
        ("asm ", rf"\basm (?!{_COMMENT})(?:sideeffect|alignstack|inteldialect|unwind|\")"),
        ("<vscale x", r"<vscale x "),
        ("x86_", r"x86_(?<=\bx86_)(?:amx|\w+cc)\b"),
        ("target(", r"\btarget\(\""),
        (" gc ", r" gc \""),
        ("musttail ", r"\bmusttail "),
        ("cc", r"cc(?<=\bcc) ?\d+\b"),
        ("arm_", r"\barm_\w+cc\b"),
        ("swift", r"\bswift\w*cc\b"),
        *((word, rf"\b{word}\b") for word in (
            "callbr", "ppc_fp128", "ghccc", "tailcc", "graalcc", "anyregcc",
        )),
        *((word, rf"\b{word}\w+") for word in (
            "amdgpu_", "ptx_", "spir_", "aarch64_", "riscv_", "m68k_", "cheriot_", "cfguard_",
            "avr_",
        )),
    )
)  # fmt: skip
"""What is not known to be safe, with words of it: a text without them is not searched."""
_GPU_CONVENTIONS: Final = pattern(r"^define [^@\n]*\b(amdgpu_\w+|ptx_\w+|spir_\w+) ", re.M)
_GPUS: Final = frozenset(("nvvm", "amdgcn", "spv"))


def architecture(triple: str) -> str:
    """The prefix of the triple's own intrinsics, the triple's first word where it is not known."""
    first = triple.partition("-")[0]
    return _ARCHITECTURES.get(first, first)


def same_machine(one: str, other: str) -> bool:
    """Whether code for one triple is code for the other, whatever vendor and system they name."""
    first, second = one.partition("-")[0], other.partition("-")[0]
    return _SYNONYMS.get(first, first) == _SYNONYMS.get(second, second)


def same_memory(one: str, other: str) -> bool:
    """Whether two data layouts agree on byte order, mangling and pointers; an empty one agrees."""
    return not one or not other or _essence(one) == _essence(other)


def _essence(layout: str) -> set[str]:
    return {part for part in layout.split("-") if part in "eE" or part.startswith(("m:", "p:"))}


def intrinsics(text: str) -> frozenset[str]:
    """The names, without `llvm.`, of all intrinsics the module mentions."""
    return frozenset(_INTRINSIC.findall(text))


def impossible(text: str, triple: str) -> str:
    """Why this module can have no code for `triple`; empty if nothing certain is known."""
    own = architecture(triple)
    foreign = [n for n in intrinsics(text) if _family(n) in _OF_TARGETS - {own}]
    if foreign:
        return f"it uses intrinsics of another target: {', '.join(sorted(foreign)[:5])}"
    convention = _GPU_CONVENTIONS.search(text) if own not in _GPUS else None
    return f"a function has the calling convention {convention[1]}" if convention else ""


def doubtful(text: str) -> str:
    """What in the module the code generator may refuse by ending the process; empty if nothing."""
    for name in intrinsics(text):
        if not _is_safe(name):
            return f"llvm.{name}"
    for words, doubt in _DOUBTFUL:
        found = doubt.search(text) if words in text else None
        if found is not None:
            return found[0].strip()
    return ""


def _family(intrinsic: str) -> str:
    return intrinsic.partition(".")[0]


def _is_safe(intrinsic: str) -> bool:
    family, _, rest = intrinsic.partition(".")
    if family == "experimental":
        return _family(rest) in _SAFE_EXPERIMENTAL
    if family == "masked":
        return _family(rest) in _SAFE_MASKED
    return family in _SAFE and not rest.endswith(_UNSAFE_TYPES.get(family, ("none",)))
