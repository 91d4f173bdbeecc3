"""Faults of kernels that the emulator finds: what a device would hide.

rz.KernelFault: data race in 'k': thread (3, 0, 0) … and thread (4, 0, 0) …     .kind .line .threads
"""

from typing import TYPE_CHECKING

from ribozyme.api.gpu.device_program import Work
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.diag import Diagnostic
from ribozyme.base.errors import KernelFault
from ribozyme.base.source import Span

if TYPE_CHECKING:
    from ribozyme.backend.gpu.emulator import Found


def fault(
    signature: Signature, work: Work, found: "Found", sites: tuple[Span | None, ...]
) -> KernelFault:
    """The exception for a fault."""
    span, other = sites[found.site], sites[found.other_site]
    who = " and ".join(f"thread {thread} of block {block}" for block, thread in found.threads)
    of = "" if work.mode == "primal" else f"the {work.mode} derivative of "
    said = f"{found.kind} in {of}'{signature.name}': {who}"
    notes = []
    if found.kind == "out of bounds":
        said += f", {found.offset} bytes from the start of {_parameter(signature, work, found)}"
    if other is not None and other != span:
        notes.append(f"the other access is at {other}")
    diagnostic = Diagnostic(
        "RZ613", said, "error", span, signature.name, "", "", (), tuple(notes), ()
    )
    made = KernelFault(diagnostic)
    made.kind, made.line = found.kind, span.line if span is not None else 0
    made.threads = found.threads
    return made


def _parameter(signature: Signature, work: Work, found: "Found") -> str:
    """The name of what an address was made from."""
    at = 0
    for parameter, copies in zip(signature.parameters, work.copies, strict=True):
        for copy in range(copies):
            if at == found.parameter:
                return f"{'the shadow of ' if copy else ''}'{parameter.name}'"
            at += 1
    return "shared memory"
