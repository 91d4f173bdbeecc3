"""Influence: what depends on the inputs that are differentiated by, in any way at all.

    %c = fcmp olt double %x, 0.0        x varied   →   c influenced
    %k = fptosi double %x to i64                   →   k influenced
    store i64 %k, ptr %p;  %m = load i64, ptr %p   →   m influenced

Activity follows changes of first order; this follows comparisons, conversions and addresses, too.
Memory is taken object by object, integers apart from floats. Invariant: what is not influenced has
the same value whatever the inputs are, as long as control has taken the same way.
"""

from __future__ import annotations

from typing import final

from ribozyme.analysis.flow.dominance import postdominators
from ribozyme.base.graph import reached
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import (
    Access,
    AtomicRMW,
    Call,
    CallBr,
    CmpXchg,
    Computation,
    CondBr,
    Instr,
    Invoke,
    Load,
    Ret,
    Silent,
    Store,
    Switch,
    operands,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import Local, Value
from ribozyme.rules.memory import MemoryCopy
from ribozyme.transform.core.facts import ProgramFacts


@final
class Influence:
    """The influenced values of a program, and the objects that hold influenced integers."""

    def __init__(self, facts: ProgramFacts) -> None:
        self._facts, self._points = facts, facts.pointsto
        self._values: set[tuple[str, int]] = set()
        self._results: set[str] = set()
        self._branches: set[tuple[str, int]] = set()
        self._at_times: set[str] = set()  # functions that are called, or not
        self._integers = 0
        self._floats = 0
        self._changed = True
        while self._changed:
            self._changed = False
            for function in facts.program.functions:
                for instr in function.instrs():
                    self._instr(function, instr)

    def of(self, function: Function, value: Value) -> bool:
        """Whether a value depends on an input."""
        if not isinstance(value, Local):
            return False
        known = (function.name, value.id) in self._values
        return known or self._facts.activity.varied(function, value)

    def _instr(self, function: Function, instr: Instr) -> None:
        match instr:
            case Store(pointer=pointer, value=value):
                if self.of(function, value) or self.of(function, pointer):
                    self._write(value.type, self._points.mask(function, pointer))
            case Load(pointer=pointer, result=result):
                held = self._held(result.type) & self._points.mask(function, pointer)
                if held or self.of(function, pointer):
                    self._add(function, result)
            case AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer):
                mask = self._points.mask(function, pointer)
                if any(self.of(function, x) for x in operands(instr)):
                    self._write(ty.I64, mask)
                if self._integers & mask:
                    self._add(function, instr.result)
            case Call() | Invoke():
                self._call(function, instr)
            case Ret(value=value):
                if value is not None and self.of(function, value):
                    self._changed |= function.name not in self._results
                    self._results.add(function.name)
            case CondBr(condition=value) | Switch(value=value):
                if self.of(function, value):
                    self._branch(function, instr)
            case _:
                if instr.result is not None and any(self.of(function, x) for x in operands(instr)):
                    self._add(function, instr.result)

    def _branch(self, function: Function, branch: Instr) -> None:
        """What depends on the way that control takes: phis, what is stored, what is returned."""
        if (function.name, id(branch)) in self._branches:
            return
        self._branches.add((function.name, id(branch)))
        self._changed = True
        view = self._facts.function(function)
        at = next(n for n, block in enumerate(function.blocks) if block.terminator is branch)
        ways = view.live_successors
        if len(set(ways[at])) < 2:
            return
        order = [n for n in view.flow.rpo if view.live[n]]
        after = postdominators(ways, order).parent[at]
        inside = reached([() if n == after else to for n, to in enumerate(ways)], ways[at])
        for n, block in enumerate(function.blocks):
            if not inside[n]:
                continue
            for phi in block.phis():
                self._add(function, phi.result)
            for instr in () if n == after else block.instrs:
                self._perhaps(function, instr)

    def _perhaps(self, function: Function, instr: Instr) -> None:
        """An instruction that is run or not, as the inputs decide: what it leaves is influenced."""
        match instr:
            case Store(pointer=pointer, value=value):
                self._write(value.type, self._points.mask(function, pointer))
            case AtomicRMW(pointer=pointer) | CmpXchg(pointer=pointer):
                self._write(ty.I64, self._points.mask(function, pointer))
            case Ret():
                self._results.add(function.name)
            case Call() | Invoke():
                for callee in self._points.entered(function, instr):
                    self._perhaps_all(callee)
                if not self._points.entered(function, instr):
                    self._write_through(function, instr)
            case _:
                _rest: Computation | Access | Silent | CallBr = instr

    def _perhaps_all(self, function: Function) -> None:
        if function.name in self._at_times:
            return
        self._at_times.add(function.name)
        for instr in function.instrs():
            self._perhaps(function, instr)

    def _write_through(self, function: Function, call: Call | Invoke) -> None:
        """What a library function may write through its arguments."""
        for arg in call.args:
            if ty.is_pointer(arg.type):
                for type in (ty.I64, ty.DOUBLE):
                    self._write(type, self._points.mask(function, arg))

    def _call(self, function: Function, call: Call | Invoke) -> None:
        given = [self.of(function, arg) for arg in call.args]
        entered = self._points.entered(function, call)
        for callee in entered:
            for param, influenced in zip(callee.params, given, strict=False):
                if influenced:
                    self._add(callee, param.local)
        inside = any(callee.name in self._results for callee in entered)
        meaning = self._points.meaning(call)
        if isinstance(meaning, MemoryCopy):
            places = (call.args[k] for k in (meaning.target, meaning.source))
            into, out_of = (self._points.mask(function, place) for place in places)
            for held, type in ((self._integers, ty.I64), (self._floats, ty.DOUBLE)):
                if held & out_of:
                    self._write(type, into)
        elif any(given) and not entered:
            inside = True
            self._write_through(function, call)
        if call.result is not None and (inside or self.of(function, call.callee)):
            self._add(function, call.result)

    def _held(self, type: ty.Type) -> int:
        if ty.is_float(type):
            return self._floats
        return self._integers

    def _write(self, type: ty.Type, mask: int) -> None:
        if ty.is_float(type):
            self._changed |= bool(mask & ~self._floats)
            self._floats |= mask
            return
        self._changed |= bool(mask & ~self._integers)
        self._integers |= mask

    def _add(self, function: Function, value: Local | None) -> None:
        if value is None:
            return
        key = (function.name, value.id)
        if key not in self._values:
            self._values.add(key)
            self._changed = True
