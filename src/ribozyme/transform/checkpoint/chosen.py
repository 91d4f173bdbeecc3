"""Which loops a request has checkpointed: those that the user names by their line.

    checkpoint={"loop at heat.c:12": 50}     the loop that begins in line 12, 50 snapshots

Of nested loops that begin in a line it is the outermost; of several that the optimiser made of one,
it is each. A name that no loop has is refused, with those that there are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Final

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.base.errors import Error, error
from ribozyme.base.source import Span
from ribozyme.ir.module import Module
from ribozyme.transform.checkpoint.named import Found, found_loops
from ribozyme.transform.checkpoint.outline import outlined
from ribozyme.transform.core.interface import Mode, Request

Checkpoints = tuple[tuple[str, int], ...]
_NAME: Final = re.compile(r"(?:loop at )?(.*?):?(\d+)")
_REVERSE: Final = (Mode.REVERSE, Mode.AUGMENTED, Mode.SPLIT)


def checkpointed(module: Module, root: str, request: Request, wanted: Checkpoints) -> Module:
    """The module with the loops outlined that a reverse sweep is to checkpoint."""
    if not wanted or request.mode not in _REVERSE:
        return module
    if request.replayed:
        raise error("RZ219", "the tape of a checkpointed loop cannot be read forwards")
    ours: set[str] = set()
    digest = sha256(repr(wanted).encode()).hexdigest()[:6]  # both halves find the same names
    for name, count in wanted:
        found = _named(module, root, name, ours)
        if found is None:
            raise _unknown(name, _loops(module, root, ours))
        while found is not None:
            own = f"{found.function.name}.{digest}.{len(ours) // 2}"
            module = outlined(module, found, count, own)
            ours |= {f"{own}.loop", f"{own}.step"}
            found = _named(module, root, name, ours)
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
    for one in _loops(module, root, ours) if match is not None else ():
        if one.span is not None and match is not None and _is_at(one.span, match[1], int(match[2])):
            return one
    return None


def _is_at(span: Span, file: str, line: int) -> bool:
    whole = span.file.replace("\\", "/")
    return span.line == line and (whole == file or not file or whole.endswith(f"/{file}"))


def _unknown(name: str, every: Sequence[Found]) -> Error:
    spans = [f"loop at {one.span.file}:{one.span.line}" for one in every if one.span is not None]
    there = ", ".join(dict.fromkeys(spans)) or "none whose line is known"
    return error("RZ219", f"there is no '{name}'", helps=(f"the loops: {there}",))
