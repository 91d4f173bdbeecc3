"""Which loops a request has checkpointed: those that the user names by their line, or has marked.

    checkpoint={"loop at heat.c:12": 50}     the loop that begins in line 12, 50 snapshots
    for (…) { rz_checkpoint(50); … }         this loop

Of nested loops that begin in a line it is the outermost; of several that the optimiser made of one,
it is each. Without debug information a loop is "loop 2 of heat", or "loop 2" of what is
differentiated. A name that no loop has is
refused, with those that there are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Final

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Module
from ribozyme.transform.checkpoint.marked import MARKER, marked, unmarked
from ribozyme.transform.checkpoint.named import Found, Wanted, found_loops, numbered
from ribozyme.transform.checkpoint.outline import outlined
from ribozyme.transform.checkpoint.shared_callees import with_own_callees
from ribozyme.transform.core.interface import Mode, Request
from ribozyme.transform.core.sites import callee_name

_NAME: Final = re.compile(r"(?:loop at )?(.*?):?(\d+)")
BEGIN: Final = "rz.checkpoint.begin"
_REVERSE: Final = (Mode.REVERSE, Mode.AUGMENTED, Mode.SPLIT)


def checkpointed(
    module: Module, root: str, request: Request, wanted: tuple[Wanted, ...] | None
) -> Module:
    """The module with the loops outlined that a reverse sweep is to checkpoint; with None, not even
    those that are marked. Forward mode keeps the marks for a gradient of the tangent."""
    _refuse_twice(module, root)
    if request.mode not in _REVERSE and wanted is not None and not request.sets:
        return module
    if wanted is None or request.mode not in _REVERSE or (request.replayed and not wanted):
        return unmarked(module)
    if request.replayed:
        raise error("RZ219", "the tape of a checkpointed loop cannot be read forwards")
    ours: set[str] = set()
    module = _as_marked(module, root, ours)
    if not wanted:
        return module
    digest = sha256(repr(wanted).encode()).hexdigest()[:6]  # both halves find the same names
    for one in wanted:
        found = _named(module, root, one.name, ours)
        if found is None:
            raise _unknown(one.name, _loops(module, root, ours))
        while found is not None:
            own = f"{found.function.name}.{digest}.{len(ours) // 2}"
            module = outlined(module, found, one.snapshots, own, one.window)
            module = with_own_callees(module, root, own)
            ours |= {f"{own}.loop", f"{own}.step"}
            found = _named(module, root, one.name, ours)
    return module


def _refuse_twice(module: Module, root: str) -> None:
    """The schedule of a checkpointed loop is found while it runs: it has no derivative."""
    if BEGIN not in module.functions:
        return
    for function in Program(module, module.functions[root]).functions:
        for call in function.instrs():
            if isinstance(call, Call | Invoke) and callee_name(call) == BEGIN:
                raise error(
                    "RZ219",
                    "a gradient with checkpointed loops cannot be differentiated again",
                    helps=(
                        "take the gradient of the tangent in place of the tangent of the gradient",
                        "or leave marked loops as they are: checkpoint=False",
                    ),
                )


def _as_marked(module: Module, root: str, ours: set[str]) -> Module:
    """The module with the loops outlined that are marked in the source."""
    while MARKER in module.functions:
        reached = Program(module, module.functions[root]).functions
        found = marked(module, reached)
        if found is None:
            return unmarked(module)
        module, loop, count = found
        own = f"{loop.function.name}.marked.{len(ours) // 2}"
        module = with_own_callees(outlined(module, loop, count, own), root, own)
        ours |= {f"{own}.loop", f"{own}.step"}
    return module


def _loops(module: Module, root: str, ours: Collection[str]) -> list[Found]:
    """The loops that the program has, those of outlined ones left aside."""
    reached = Program(module, module.functions[root]).functions
    return [
        one
        for function in reached
        if function.name not in ours
        for one in found_loops(module, function)
    ]


def _named(module: Module, root: str, name: str, ours: Collection[str]) -> Found | None:
    """A loop of a name."""
    match = _NAME.fullmatch(name.strip())
    for one in _loops(module, root, ours):
        if one.span is None or not one.span.line:
            own = numbered(one.function, one.loops, one.loop)
            if name == own or (one.function.name == root and own.startswith(f"{name} of ")):
                return one
        elif match is not None and _is_at(one.span, match[1], int(match[2])):
            return one
    return None


def _is_at(span: Span, file: str, line: int) -> bool:
    whole = span.file.replace("\\", "/")
    return span.line == line and (whole == file or not file or whole.endswith(f"/{file}"))


def _unknown(name: str, every: Sequence[Found]) -> Error:
    spans = [
        numbered(one.function, one.loops, one.loop)
        if one.span is None or not one.span.line
        else f"loop at {one.span.file}:{one.span.line}"
        for one in every
    ]
    there = ", ".join(dict.fromkeys(spans)) or "none whose line is known"
    return error("RZ219", f"there is no '{name}'", helps=(f"the loops: {there}",))
