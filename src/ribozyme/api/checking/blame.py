"""Which function's own derivative is wrong, when that of a whole is: each is checked by itself.

    f calls g, g calls h; the rule of g is wrong  →  'g' of model.c:4, called at model.c:12

Functions are asked innermost first, at inputs made up for each, so the first that fails is wrong
whatever it calls. A function whose arguments cannot be made up is left out, and so is one that does
more than to compute. All of it happens in a copy of this process, which may die of the inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from ribozyme.analysis.flow.callgraph import Program as CallGraph
from ribozyme.api.checking.again import repeatable
from ribozyme.api.checking.trial import fitting
from ribozyme.api.programs import texts
from ribozyme.api.programs.function_names import hidden
from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.signature import Signature
from ribozyme.backend import child
from ribozyme.base.errors import Error
from ribozyme.base.source import Span
from ribozyme.ir.debug import declared, location
from ribozyme.ir.instrs import Call, Invoke
from ribozyme.ir.module import Function as IRFunction
from ribozyme.ir.values import GlobalRef
from ribozyme.parse import parse_module

_SIZE: Final = 4
_SECONDS: Final = 60.0
_MOST: Final = 30  # functions that are asked

IsWrong = Callable[[Function, list[object]], bool]


def culprit(f: Function, is_wrong: IsWrong) -> str:
    """What is known about where the derivative of `f` goes wrong, in a sentence, or nothing."""
    try:
        return child.forked(lambda: _culprit(f, is_wrong), _SECONDS)
    except child.Died:
        return ""


def _culprit(f: Function, is_wrong: IsWrong) -> str:
    module = parse_module(texts.raw(f.program))
    root = module.functions.get(f.signature.symbol)
    if root is None or root.is_declaration:
        return ""
    known = {s.symbol: s for s in f.program.signatures if not hidden(s)}
    graph = CallGraph(module, root)
    for function in _inside_out(graph, root):
        signature = known.get(function.name)
        if function is root or signature is None:
            continue
        if _fails(f, signature, is_wrong):
            own, line = declared(module, function), _called(graph, function)
            of = f" of {Span(own.file, own.line)}" if own else ""
            at = f", called at {Span(line.file, line.line)}" if line else ""
            return f"the first that is wrong by itself: '{signature.name}'{of}{at}"
    return f"what '{f.name}' calls is right by itself"


def _fails(f: Function, signature: Signature, is_wrong: IsWrong) -> bool:
    one = Function(f.program, signature)
    try:
        if not repeatable(one):
            return False
        args, _ = fitting(one, {}, _SIZE, 0)
        with np.errstate(all="ignore"):
            return is_wrong(one, args)
    except Error:  # no arguments for it, or no derivative: it cannot be asked
        return False


def _inside_out(graph: CallGraph, root: IRFunction) -> list[IRFunction]:
    """What the root calls, what is called before who calls it, the root last."""
    functions = {function.name: function for function in graph.functions}
    found: dict[str, None] = {}
    entered: set[str] = set()
    work = [(root.name, False)]
    while work:
        name, done = work.pop()
        if done:
            found[name] = None
        elif name not in entered:
            entered.add(name)
            work.append((name, True))
            work += [(callee, False) for callee in _callees(functions[name]) if callee in functions]
    return [functions[name] for name in found][-_MOST:]


def _callees(function: IRFunction) -> list[str]:
    return [
        instr.callee.name
        for instr in function.instrs()
        if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef)
    ]


def _called(graph: CallGraph, function: IRFunction) -> Span | None:
    """The line of the first call of a function."""
    for caller in graph.functions:
        for instr in caller.instrs():
            if isinstance(instr, Call | Invoke) and isinstance(instr.callee, GlobalRef):
                span = location(graph.module, instr)
                if instr.callee.name == function.name and span is not None:
                    return span
    return None
