"""Addresses along the threads of a kernel's launch: the thread index in place of the counter of a
worksharing loop (`dealt`).

    int i = blockIdx.x * blockDim.x + threadIdx.x;       another one in each thread of the launch
    x[i]                              base + stride · i + offset: row i is one thread's
    x[i * m + k],  k < m              row i, of m · 8 bytes
    for (; i < n; i += threads) x[i]  row i, then row i + threads: no other thread has these
    s[threadIdx.x]                    in shared memory, where a block is alone

That holds where a launch has one dimension and arrays that do not overlap. A launch is looked at
before it runs, and the parameters of a kernel say what it found (`rz.place`, `rz.shared`).
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.analysis.flow import sym
from ribozyme.analysis.flow.sym import Sum, Sym, SymBinary, SymConst, SymValue
from ribozyme.analysis.pointsto.objects import Kind
from ribozyme.ir.attrs import has, value_of
from ribozyme.ir.instrs import Call, Cast, IBinary, Load
from ribozyme.ir.values import Local, Value
from ribozyme.rules.device_functions import OF_BLOCK, PLACE
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.parallel.dealt import Dealt, Row

_OF_LAUNCH, _IN_BLOCK = 0, 1
"""What counts rows: the index in the launch, or in the block."""
_OWN: Final = ("tid_x", "ctaid_x")


@final
class Launched:
    """The accesses of a kernel along its threads, if it says where its parameters are from."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.facts = facts
        self.places = {
            str(value).strip('"'): param.local
            for param in facts.function.params
            if (value := value_of(param.attrs, PLACE)) is not None
        }
        own = frozenset(self.places[name].id for name in _OWN if name in self.places)
        self.dealt = Dealt(facts, own)
        self.stretches = self.dealt.stretches
        flat = bool(self.places)
        self.bounds: dict[int, frozenset[Call]] = (
            {_OF_LAUNCH: frozenset(), _IN_BLOCK: frozenset()} if flat else {}
        )

    def in_block(self, objects: int) -> bool | None:
        """Whether objects are what a block shares, or none of them is; nothing if that is mixed, or
        unknown."""
        points, root = self.facts.whole.pointsto, self.facts.whole.program.root
        found: set[bool] = set()
        for object in points.members(objects):
            if object.kind is not Kind.ARGUMENT:
                return None
            found.add(has(root.params[object.index].attrs, OF_BLOCK))
        return found.pop() if len(found) == 1 else None

    def row(self, load: Load, block: int) -> Row | None:
        """The row of a read: the bytes that one thread reaches by it."""
        facts = self.facts
        length: Sym = sym.const(facts.layout.size(load.result.type))
        loop = facts.loop_of(block)
        if loop < 0:
            return self._row(SymValue(load.pointer, True), length, loop, load)
        line, first = self.dealt.line(load.pointer, loop), loop
        while line is not None:
            outer = facts.parent(loop)
            if line.step != sym.ZERO and not self._is_all_threads(line.start, line.step, outer):
                count, step = facts.evolution.count(loop), line.step
                if count is None or not isinstance(step, SymConst) or step.value < 0:
                    return None
                length = sym.add(sym.mul(step, sym.sub(count.sym, sym.ONE)), length)
            if outer < 0:
                return self._row(line.start, length, first, load)
            line, loop = self.dealt.carried(line.start, outer), outer
        return None

    def _is_all_threads(self, start: Sym, step: Sym, outer: int) -> bool:
        """Whether a loop goes on by as many strides as there are threads."""
        if outer >= 0:
            return False
        along = self._along(self.dealt.spread(start))
        if along is None or along[0] != _OF_LAUNCH:
            return False
        terms = self.dealt.spread(step).terms
        if len(terms) != 1 or self.dealt.spread(step).constant:
            return False
        (atom, factor), stride = terms[0], along[1]
        same = not stride.terms and factor == stride.constant
        return (
            same
            and isinstance(atom, SymValue)
            and self._is_product(atom.value, "ntid_x", "nctaid_x")
        )

    def _row(self, start: Sym, length: Sym, loop: int, load: Load) -> Row | None:
        whole = self.dealt.spread(start)
        along = self._along(whole)
        if along is None:
            return None
        which, stride, rest = along
        objects = self.facts.whole.pointsto.mask(self.facts.function, load.pointer)
        if which == _IN_BLOCK and self.in_block(objects) is not True:
            return None
        leaves = (leaf for atom, _ in (*rest, *stride.terms) for leaf in sym.leaves(atom))
        if not all(self.dealt.is_shared(leaf) for leaf in leaves):
            return None
        base = tuple(sorted(rest, key=lambda term: str(term[0])))
        return Row((which, stride, base), loop, whole.constant, length)

    def _along(self, whole: Sum) -> tuple[int, Sum, tuple[tuple[Sym, int], ...]] | None:
        """What an address counts along, its stride, and what else it is made of."""
        rest: list[tuple[Sym, int]] = []
        found: dict[str, list[tuple[Sym, int]]] = {"launch": [], "tid": [], "block": []}
        for atom, factor in whole.terms:
            named = self._index(atom)
            if named is None:
                rest.append((atom, factor))
            else:
                found[named[0]].append((named[1], factor))
        sums = {name: self.dealt.spread(sym.total(parts).sym) for name, parts in found.items()}
        nothing = Sum(0, ())
        launch, tid, first = sums["launch"], sums["tid"], sums["block"]
        if launch != nothing and tid == nothing and first == nothing:
            return _OF_LAUNCH, launch, tuple(rest)
        if launch == nothing and tid != nothing and first in (nothing, tid):
            return _OF_LAUNCH if first == tid else _IN_BLOCK, tid, tuple(rest)
        return None

    def _index(self, atom: Sym) -> tuple[str, Sym] | None:
        """Which index is a factor of an atom, and the other factor."""
        match atom:
            case SymValue(value=value):
                name = self._named(value)
                if name is not None:
                    return name, sym.ONE
                made = self.dealt.made_of(value)
                if isinstance(made, IBinary) and made.op == "mul":
                    for one, other in ((made.lhs, made.rhs), (made.rhs, made.lhs)):
                        name, factor = self._named(one), sym.of(other)
                        if name is not None and factor is not None and sym.width(made.result) == 64:
                            return name, factor
                return None
            case SymBinary(op="mul", lhs=lhs, rhs=rhs):
                for side, beside in ((lhs, rhs), (rhs, lhs)):
                    name = self._named(side.value) if isinstance(side, SymValue) else None
                    if name is not None:
                        return name, beside
                return None
            case _:
                return None

    def _named(self, value: Value) -> str | None:
        """Which index a value is, extended or not."""
        made = self.dealt.made_of(value)
        if made is None:
            plain = self._plain(value)
            return "tid" if plain is not None and plain is self.places.get("tid_x") else None
        if self._is_product(value, "ntid_x", "ctaid_x"):
            return "block"
        if isinstance(made, IBinary) and made.op == "add":
            for one, other in ((made.lhs, made.rhs), (made.rhs, made.lhs)):
                names = self._named(one), self._named(other)
                if names == ("block", "tid"):
                    return "launch"
        return None

    def _is_product(self, value: Value, *names: str) -> bool:
        made = self.dealt.made_of(value)
        if not isinstance(made, IBinary) or made.op != "mul":
            return False
        given = {id(self._plain(made.lhs)), id(self._plain(made.rhs))}
        return given == {id(self.places.get(name)) for name in names} and all(
            name in self.places for name in names
        )

    def _plain(self, value: Value) -> Value | None:
        """A value before it was extended."""
        while isinstance(value, Local):
            made = self.facts.function.definition(value)
            if not isinstance(made, Cast) or made.op not in ("sext", "zext"):
                return value
            value = made.value
        return None
