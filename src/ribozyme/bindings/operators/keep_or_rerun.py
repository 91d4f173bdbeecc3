"""Whether a pullback is faster by what the forward pass kept than by running the primal again.

    out[i] = tanh(x[i])                          kept: `tanh` costs more than to store and load
    while (|g*g - x| > 1e-12) g = …              kept: nobody knows how often it runs
    for i … for j … s += a[i][j] * x[j]          kept: more work than data
    out[i] = x[i] * x[i]                         not: the tape would cost more than the work

A property of the program, the same in every run, so that results are the same to the last bit; what
it rests on is measured, and the page on frameworks has the figures.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from ribozyme.analysis.flow.callgraph import Program
from ribozyme.analysis.flow.cfg import flow
from ribozyme.analysis.flow.loops import Loops, loops
from ribozyme.api.checking.again import spent, used_up
from ribozyme.api.programs.checkpointable import may_checkpoint
from ribozyme.api.programs.parsed import parsed
from ribozyme.bindings.operators.halves import Halved, refuse_states
from ribozyme.bindings.operators.operation import Operation
from ribozyme.ir.instrs import Call, CallLike, Compare, CondBr, Instr, Invoke, operands
from ribozyme.ir.module import Function
from ribozyme.ir.types import I1
from ribozyme.ir.values import Local
from ribozyme.rules.names import Math

_CHEAP: Final = frozenset((
    "fabs", "sqrt", "fma", "fmuladd", "copysign", "minnum", "maxnum", "minimum", "maximum",
    "minimumnum", "maximumnum", "floor", "ceil", "trunc", "round", "roundeven", "rint",
    "nearbyint", "canonicalize",
))  # fmt: skip
_NEST: Final = 2


def keeping_pays(operation: Operation) -> bool:
    """Whether derivatives of an operation should keep what the forward pass computed.

    A checkpointed loop has no tape that could wait, and a tape that one reverse sweep uses up may
    not: an error if that was asked for.
    """
    if operation.save:
        refuse_states(operation.program, operation.options, operation.label)
    symbol = operation.plan.signature.symbol
    pays = operation.save
    if pays is None:
        pays = operation.program.remembered(f"keeping {symbol}", lambda: _pays(operation, symbol))
    if not pays or may_checkpoint(operation.program, operation.options):
        return pays
    used = used_up(operation.program, Halved(operation, operation.differentiable).routine)
    if used and operation.save:
        raise spent(operation.label, used)
    return not used


def _pays(operation: Operation, symbol: str) -> bool:
    module = parsed(operation.program.optimised)
    program = Program(module, module.functions[symbol])
    around = {symbol: 0}  # in how many loops a function is called, at most
    work = [program.root]
    while work:
        function = work.pop()
        outside = around[function.name]
        nest = loops(flow(function))
        if outside + max((loop.depth for loop in nest.loops), default=0) >= _NEST:
            return True
        if nest.irreducible or any(_leaves_by_numbers(function, nest)):
            return True
        for call, depth in _calls(function, nest):
            callee = program.callee(call)
            if not isinstance(callee, Function):
                continue
            if callee.is_declaration:
                meaning = program.meaning(callee.name)
                if isinstance(meaning, Math) and meaning.op not in _CHEAP and outside + depth:
                    return True
            elif outside + depth > around.get(callee.name, -1):
                around[callee.name] = outside + depth
                work.append(callee)
    return False


def _calls(function: Function, nest: Loops) -> Iterator[tuple[CallLike, int]]:
    """Calls, and how many loops are around each."""
    for number, block in enumerate(function.blocks):
        for instr in block.instrs:
            if isinstance(instr, Call | Invoke):
                yield instr, len(nest.around(number))


def _leaves_by_numbers(function: Function, nest: Loops) -> Iterator[bool]:
    """For each way out of a loop, whether a comparison of floating-point numbers decides it."""
    made = {instr.result.id: instr for instr in function.instrs() if instr.result is not None}
    for loop in nest.loops:
        for block, _ in loop.exits:
            last = function.blocks[block].instrs[-1]
            yield isinstance(last, CondBr) and _compares(last, made)


def _compares(jump: Instr, made: Mapping[int, Instr]) -> bool:
    work, seen = list(operands(jump)), set[int]()
    while work:
        value = work.pop()
        if not isinstance(value, Local) or value.type is not I1 or value.id in seen:
            continue
        seen.add(value.id)
        instr = made.get(value.id)
        if isinstance(instr, Compare) and instr.op == "fcmp":
            return True
        work += [] if instr is None else operands(instr)
    return False
