"""Where the dependence on an argument goes: the way to an output, or the places where it ends.

    int k = x;                      ends: x becomes an integer
    if (x > 0) y = 2;               ends: x is compared
    last = x;                       ends: x is stored where no output comes from

Invariant: what is followed contains every dependence there may be (`flowgraph`), but through
operations that are constant in pieces. So where no way leads to an output the derivative is zero.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal, final

from ribozyme.analysis.activity.activity import Activity
from ribozyme.base.record import dataclass
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    Cast,
    Compare,
    DbgRecord,
    Instr,
    Invoke,
    Ret,
    Store,
    operands,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value

Reason = Literal[
    "integer", "compared", "stored", "returned", "constant", "inactive", "called", "lost"
]
_TO_INTEGER: Final = frozenset({"fptosi", "fptoui"})


@final
@dataclass(frozen=True, slots=True)
class End:
    """An instruction behind which nothing depends on the argument any more."""

    function: Function
    instr: Instr
    reason: Reason


@final
class Dependence:
    """What depends on some parameters of the root, of what the outputs come."""

    def __init__(
        self,
        activity: Activity,
        inputs: Iterable[Local],
        outputs: Iterable[Local | None],
        is_constant: Callable[[Instr], bool],
    ) -> None:
        """An output is a parameter that leads to it, or None for the result."""
        self._activity, self._graph = activity, activity.graph
        self._points = activity.points
        self._is_constant = is_constant
        starts = [node for one in inputs for node in self._given(one)]
        self._from = self._followed(starts)
        targets = [node for one in outputs for node in self._left(one)]
        self._target = next((node for node in targets if node in self._from), None)

    @property
    def way(self) -> tuple[tuple[Function, Local], ...]:
        """The values on a way to an output, the input first; empty if there is none."""
        found: list[tuple[Function, Local]] = []
        node = self._target
        while node is not None:
            origin = self._graph.origins[node]
            if origin.function is not None and origin.value is not None:
                found.append((origin.function, origin.value))
            node = self._from[node]
        return tuple(reversed(found))

    @property
    def reaches(self) -> bool:
        """Whether an output may depend on the inputs."""
        return self._target is not None

    def ends(self) -> Iterator[End]:
        """Where the dependence ends, function by function."""
        for function in self._points.functions:
            for instr in self._points.instrs(function):
                if not any(self._depends(function, value) for value in operands(instr)):
                    continue
                reason = self._reason(function, instr)
                if reason is not None:
                    yield End(function, instr, reason)

    # ---- following ---------------------------------------------------------------------------

    def _given(self, parameter: Local) -> list[int]:
        """The nodes of what a parameter is, or leads to."""
        root = self._points.program.root
        own = self._graph.values[root][parameter.id]
        owners = self._behind(parameter)
        memory = [
            node
            for owner, places in self._graph.places.items()
            if owners >> owner & 1
            for node, _ in places.read.values()
        ]
        return [own, *memory] if own >= 0 else memory

    def _left(self, output: Local | None) -> list[int]:
        if output is None:
            return [self._graph.results[self._points.program.root]]
        owners = self._behind(output)
        return [
            node
            for owner, places in self._graph.places.items()
            if owners >> owner & 1
            for node, _ in places.written.values()
        ]

    def _behind(self, parameter: Local) -> int:
        """The objects a parameter leads to, and what is unknown, which may be one of them."""
        mask = self._points.mask(self._points.program.root, parameter)
        return self._graph.closure(mask) | 1 if mask else 0

    def _followed(self, starts: list[int]) -> dict[int, int | None]:
        """Each node that is reached, and the one it is reached from."""
        found: dict[int, int | None] = dict.fromkeys(starts)
        work = list(found)
        for node in work:
            for target in self._graph.successors[node]:
                if target not in found and not self._stops(target):
                    found[target] = node
                    work.append(target)
        return found

    def _stops(self, node: int) -> bool:
        origin = self._graph.origins[node]
        if origin.function is None or origin.value is None:
            return False
        definition = origin.function.definitions[origin.value.id]
        return definition is not None and self._is_constant(definition)

    # ---- ends --------------------------------------------------------------------------------

    def _depends(self, function: Function, value: Value) -> bool:
        if not isinstance(value, Local):
            return False
        return self._graph.values[function][value.id] in self._from

    def _reason(self, function: Function, instr: Instr) -> Reason | None:
        """Why nothing behind an instruction depends on what it takes; None if something does."""
        if instr.result is not None and self._depends(function, instr.result):
            return None
        match instr:
            case Store(value=value, pointer=pointer):
                kept = self._depends(function, value) and not self._read_again(function, pointer)
                return "stored" if kept else None
            case Ret():
                return "returned" if function is self._points.program.root else None
            case Compare():
                return "compared"
            case Cast(op=op) if op in _TO_INTEGER:
                return "integer"
            case Call() | Invoke() | CallBr():
                return self._of_call(function, instr)
            case DbgRecord():
                return None
            case _:
                return "lost"

    def _of_call(self, function: Function, call: Call | Invoke | CallBr) -> Reason | None:
        if self._is_constant(call):
            return "constant"
        if self._graph.is_inactive(function, call):
            return "inactive"
        if any(not target.is_declaration for target in self._points.known_targets(function, call)):
            return None  # it ends inside
        return "called" if self._graph.calls.get(call) not in self._from else None

    def _read_again(self, function: Function, pointer: Value) -> bool:
        """Whether something that depends on the input is read where it was stored."""
        owners = self._points.mask(function, pointer)
        return any(
            node in self._from and self._graph.successors[node]
            for owner, places in self._graph.places.items()
            if owners >> owner & 1
            for node, _ in places.read.values()
        )


__all__ = ["Dependence", "End", "Reason"]
