"""The type constraints of each instruction on the bytes of its operands and result.

    %t = trunc i64 %h to i32            the same bytes
    %f = bitcast i32 %t to float        these bytes are a float
    %s = add i64 %v, 1                  all bytes of %v and %s are an integer's
    store …, memcpy …                   noted: memory takes part when marks move (`inference`)

Bytes that are known to be zero fit anything: `or` of disjoint halves is each half in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import gcd
from typing import Final, assert_never, final

from ribozyme.analysis.declared.call_effects import Behaviour
from ribozyme.analysis.declared.cxxlibrary import reads_character
from ribozyme.analysis.declared.marks import (
    FLOAT,
    INTEGER,
    POINTER,
    SEEN,
    Marks,
    float_marks,
    static_marks,
)
from ribozyme.analysis.flow.lengths import most
from ribozyme.analysis.flow.zerobits import ZeroBits
from ribozyme.analysis.pointsto.objects import Kind, is_on_tape
from ribozyme.analysis.types.bytes import Bytes, Place, sized
from ribozyme.analysis.types.cells import Cells
from ribozyme.analysis.types.counts import Counts
from ribozyme.base.bitset import union
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    CallBr,
    CallLike,
    Cast,
    CmpXchg,
    Compare,
    ExtractElement,
    ExtractValue,
    FBinary,
    FNeg,
    Freeze,
    Gep,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Silent,
    Store,
    Switch,
    VAArg,
)
from ribozyme.ir.layout import constant_index
from ribozyme.ir.metadata import Meta
from ribozyme.ir.module import Function
from ribozyme.ir.values import (
    ConstInt,
    Local,
    Value,
)
from ribozyme.rules.algebra import NUMBER, NUMBERS, REAL, is_complex, is_routine, number_type
from ribozyme.rules.memory import MemoryCopy, Reallocation, Sorting
from ribozyme.rules.names import Inactive, Math

_NUMBERS: Final = {"float": ty.FLOAT, "double": ty.DOUBLE}
Access = tuple[tuple[Place, ...], list[int], bool]  # where, the nodes, whether it stores
Transfer = tuple[Place, Place, int | None]  # to, from, bytes


@final
class Reads:
    """Goes through a program once; what memory takes part in is left for later."""

    def __init__(self, bytes: Bytes) -> None:
        self.bytes = bytes
        self.accesses: list[Access] = []
        self.named: list[Access] = []  # whose type the source tells
        self.integers: list[tuple[Instr, Access]] = []  # of these, those that it tells are integers
        self.copies: dict[Transfer, None] = {}
        self.put: defaultdict[int, Cells] = defaultdict(Cells)  # floats stored there
        self.constant: defaultdict[int, Marks] = defaultdict(int)  # kinds of constants, zeros too
        self.pointers: dict[Place, None] = {}  # whence addresses are loaded
        self.turned: list[int] = []  # bytes of integers that become addresses
        self.direct: defaultdict[int, Cells] = defaultdict(Cells)  # those the source calls so
        self.copied: defaultdict[int, Cells] = defaultdict(Cells)  # accesses it calls nothing
        self.led: defaultdict[int, Cells] = defaultdict(Cells)  # addresses it calls nothing
        self.computed: list[int] = []  # bytes of integers that something is computed from
        self.hidden: Marks = 0  # what integers are that it calls so
        self.results: list[tuple[list[int], list[int]]] = []  # computed from, computed
        self.exclusive: list[tuple[int, int, int]] = []  # bytes that `xor` takes and makes
        self.given: list[tuple[list[int], list[int]]] = []  # to library functions, and back
        self.filled: set[int] = set()  # objects that code nobody sees may put floats into
        self._zero = ZeroBits()
        self.counts = Counts(bytes)
        self.made_inside = frozenset(
            object.id for object in bytes.points.objects if object.kind in (Kind.ALLOCA, Kind.HEAP)
        )
        # What is stored on the tape of another order is what it is, although no source says so.
        self._taped = frozenset(
            object.id for object in bytes.points.objects if is_on_tape(object.site)
        )

    def read(self, function: Function, instr: Instr) -> None:
        """Take in what one instruction says."""
        match instr:
            case Load(result=result, pointer=pointer, meta=meta):
                self._access(function, instr, result, pointer, meta)
            case Store(value=value, pointer=pointer, meta=meta):
                self._access(function, instr, value, pointer, meta, stores=True)
            case AtomicRMW(op=op, pointer=pointer, value=value, result=result, meta=meta):
                self._access(function, instr, result, pointer, meta)
                self._access(function, instr, value, pointer, meta, stores=True)
                self.bytes.equal(function, result, value)
                if op != "xchg":
                    self._arithmetic(function, value, result)
            case CmpXchg(pointer=pointer, expected=expected, new=new, result=result, meta=meta):
                self._access(function, instr, new, pointer, meta)
                self._access(function, instr, new, pointer, meta, stores=True)
                self.bytes.equal(function, expected, new)
                nodes = self.bytes.nodes_of(function, result)
                self.bytes.same(
                    nodes[: self.bytes.layout.size(new.type)], self.bytes.nodes_of(function, new)
                )
            case Phi(result=result, incoming=incoming):
                for value, _ in incoming:
                    self.bytes.equal(function, result, value)
            case Select(result=result, then=then, otherwise=otherwise):
                self.bytes.equal(function, result, then)
                self.bytes.equal(function, result, otherwise)
            case Freeze(result=result, value=value):
                self.bytes.equal(function, result, value)
            case Cast():
                self._cast(function, instr)
            case IBinary():
                self._binary(function, instr)
            case Compare(op="icmp", predicate=predicate, lhs=lhs, rhs=rhs):
                if predicate not in ("eq", "ne"):
                    self._arithmetic(function, lhs, rhs)
            case Gep(indices=indices):
                self._arithmetic(function, *indices)
            case Switch(value=value):
                self._arithmetic(function, value)
            case Call() | Invoke() | CallBr():
                self._call(function, instr)
            case Ret(value=value) if value is not None:
                if function is self.bytes.points.program.root:
                    self.bytes.mark(self.bytes.nodes_of(function, value), SEEN)
            case ExtractValue() | InsertValue() | ExtractElement() | InsertElement() | Shuffle():
                self._aggregate(function, instr)
            case _:
                _rest: Compare | FBinary | FNeg | VAArg | Silent = instr

    def _arithmetic(self, function: Function, *values: Value) -> None:
        """Integers that something is computed from."""
        for value in values:
            if isinstance(value, Local) and ty.is_integer(value.type):
                nodes = self.bytes.nodes_of(function, value)
                self.bytes.mark(nodes, INTEGER)
                self.computed += nodes

    def _computed(self, function: Function, result: Value, *operands: Value) -> None:
        """An integer computed from integers; from the bits of a float nobody knows what comes."""
        self._arithmetic(function, *operands)
        sources = [n for value in operands for n in self.bytes.nodes_of(function, value) if n >= 0]
        self.results.append((sources, self.bytes.nodes_of(function, result)))

    def _access(
        self,
        function: Function,
        instr: Instr,
        value: Value,
        pointer: Value,
        meta: Meta,
        *,
        stores: bool = False,
    ) -> None:
        nodes = self.bytes.nodes_of(function, value)
        fixed = self.bytes.fixed(value)
        places = self.counts.elsewhere(self.bytes.places(function, pointer), len(fixed))
        told = self.bytes.sources.access(meta, len(fixed))
        if told is not None and self.bytes.has_nodes(value.type):
            self.bytes.mark(nodes, told)
            fixed = [a | b for a, b in zip(fixed, told, strict=True)]
        self.bytes.tell(places, fixed)
        double = self.bytes.addresses and ty.scalar(value.type) is ty.DOUBLE
        if double and self.bytes.points.mask(function, value):  # the bits of an address
            self.bytes.tell(places, [POINTER] * len(fixed))
        self._tell_around(places, self.bytes.sources.struct_around(meta))
        if not stores and any(mark & POINTER for mark in fixed):
            self.pointers |= dict.fromkeys(places)
        constant = stores and not isinstance(value, Local)
        kinds = union(static_marks(self.bytes.layout, value.type)) & FLOAT if constant else 0
        for owner, offset, stride in places:
            self.constant[owner] |= kinds
            for index, mark in enumerate(fixed):
                called = told[index] if told is not None else 0
                if not called & (FLOAT | POINTER):
                    self.led[owner].add(offset + index, stride, mark & POINTER)
                if not mark & FLOAT:
                    continue
                direct = owner in self._taped or called & FLOAT
                if not direct:  # `load double` of an integer, by its name
                    self.copied[owner].add(offset + index, stride, mark)
                if not stores and owner in self.made_inside:
                    continue  # whatever is there was put there in another way
                self.put[owner].add(offset + index, stride, mark)
                if direct:
                    self.direct[owner].add(offset + index, stride, mark)
        if any(node >= 0 for node in nodes) and not self._is_address(value, told):
            (self.accesses if told is None else self.named).append((places, nodes, stores))
        if told is not None and not any(mark & (FLOAT | POINTER) for mark in fixed):
            self.integers.append((instr, (places, nodes, stores)))

    def _is_address(self, value: Value, told: Sequence[Marks] | None) -> bool:
        """Whether the source says of an address that it is one."""
        if told is None or not ty.is_pointer(value.type):
            return False
        return all(mark == POINTER for mark in told)

    def _tell_around(
        self, places: tuple[Place, ...], members: tuple[tuple[int, tuple[Marks, ...]], ...]
    ) -> None:
        """The members of the struct that an access lies in, where its places keep them apart."""
        if not members:
            return
        start = min(offset for offset, _ in members)
        span = max(offset + len(marks) for offset, marks in members) - start
        for owner, at, stride in places:
            if stride == 0 or stride >= span:
                for offset, marks in members:
                    self.bytes.tell(((owner, at + offset, stride),), list(marks))

    def _cast(self, function: Function, cast: Cast) -> None:
        value, result = cast.value, cast.result
        inner, outer = self.bytes.nodes_of(function, value), self.bytes.nodes_of(function, result)
        match cast.op:
            case "bitcast" if len(inner) == len(outer):
                self.bytes.join(function, value, inner, result, outer)
            case "trunc" | "zext" if not isinstance(value.type, ty.VectorType):
                low = min(len(inner), len(outer))
                self.bytes.same(inner[:low], outer[:low])
                if _odd(value.type) or _odd(result.type):
                    self._arithmetic(function, value, result)
            case "ptrtoint" | "inttoptr":
                if len(inner) == len(outer):
                    self.bytes.same(inner, outer)
                self.bytes.mark(inner, POINTER)
                self.bytes.mark(outer, POINTER)
                self.turned += inner if cast.op == "inttoptr" else ()
            case "sext" | "trunc" | "zext":
                self._computed(function, result, value)
            case _:
                self._arithmetic(function, value, result)

    def _binary(self, function: Function, instr: IBinary) -> None:
        lhs, rhs, result = instr.lhs, instr.rhs, instr.result
        scalar = isinstance(result.type, ty.IntType) and result.type.bits % 8 == 0
        outer = self.bytes.nodes_of(function, result)
        match rhs:
            case ConstInt(value=bits) if (
                scalar
                and instr.op in ("shl", "lshr")
                and bits % 8 == 0
                and 0 <= bits < 8 * len(outer)
            ):
                count = bits // 8
                inner = self.bytes.nodes_of(function, lhs)
                if instr.op == "shl":
                    self.bytes.same(outer[count:], inner[: len(inner) - count])
                else:
                    self.bytes.same(outer[: len(outer) - count], inner[count:])
            case _ if scalar and instr.op in ("or", "and", "add", "xor"):
                joined = instr.op == "or" or (
                    instr.op != "and" and self._zero.disjoint(function, instr)
                )
                ones, others = (self.bytes.nodes_of(function, of) for of in (lhs, rhs))
                for index, (node, one, other) in enumerate(zip(outer, ones, others, strict=True)):
                    self._byte(function, instr, index, (one, other, node), joined=joined)
            case _:
                self._computed(function, result, lhs, rhs)

    def _byte(
        self,
        function: Function,
        instr: IBinary,
        index: int,
        nodes: tuple[int, int, int],
        *,
        joined: bool,
    ) -> None:
        """One byte of a bitwise operation, by the nodes of its operands and its result.

        `joined` says that it is an `or`, as an `add` of disjoint halves is.
        """
        one, other, node = nodes
        zero = self._zero.byte(function, instr.lhs, index)
        none = self._zero.byte(function, instr.rhs, index)
        if instr.op == "and":
            if isinstance(instr.rhs, ConstInt):
                mask = instr.rhs.value >> (8 * index) & 0xFF
                if mask == 0xFF:
                    self.bytes.same([node], [one])
                if mask in (0, 0xFF):
                    return
            elif zero or none:
                return
        elif joined:
            if zero:
                self.bytes.same([node], [other])
                return
            if none:
                self.bytes.same([node], [one])
                return
        self.bytes.mark([one, other], INTEGER)
        if instr.op == "xor" and isinstance(instr.lhs, Local) and isinstance(instr.rhs, Local):
            self.exclusive.append((one, other, node))
        else:
            self.computed += one, other
        self.results.append(([n for n in (one, other) if n >= 0], [node]))

    # ---- aggregates and vectors --------------------------------------------------------------

    def _aggregate(
        self,
        function: Function,
        instr: ExtractValue | InsertValue | ExtractElement | InsertElement | Shuffle,
    ) -> None:
        match instr:
            case ExtractValue(result=result, aggregate=whole, indices=indices):
                at = self._member(whole.type, indices)
                self._part(function, whole, at, result)
            case InsertValue(result=result, aggregate=whole, element=element, indices=indices):
                at = self._member(whole.type, indices)
                self._part(function, result, at, element)
                size = self.bytes.layout.size(element.type)
                self._rest(function, result, whole, range(at, at + size))
            case ExtractElement(result=result, vector=vector, index=index):
                for at in self._elements(vector.type, index):
                    self._part(function, vector, at, result)
            case InsertElement(result=result, vector=vector, element=element, index=index):
                places = self._elements(vector.type, index)
                for at in places:
                    self._part(function, result, at, element)
                size = self.bytes.layout.size(element.type)
                replaced = range(places[0], places[0] + size) if len(places) == 1 else range(0)
                self._rest(function, result, vector, replaced)
            case Shuffle(result=result, lhs=lhs, rhs=rhs, mask=mask):
                self._shuffle(function, result, lhs, rhs, mask)
            case _:
                assert_never(instr)

    def _part(self, function: Function, whole: Value, at: int, part: Value) -> None:
        """The bytes of a value from `at` on are another value."""
        size = self.bytes.layout.size(part.type)
        inside = self.bytes.nodes_of(function, whole)[at : at + size]
        outside = self.bytes.nodes_of(function, part)
        if len(inside) == len(outside):
            self.bytes.same(inside, outside)
            self.bytes.mark(inside, self.bytes.fixed(part))
            self.bytes.mark(outside, self.bytes.fixed(whole)[at : at + size])

    def _rest(self, function: Function, result: Value, whole: Value, without: range) -> None:
        one, other = self.bytes.nodes_of(function, result), self.bytes.nodes_of(function, whole)
        fixed = self.bytes.fixed(whole)
        kept = [index for index in range(len(one)) if index not in without]
        self.bytes.same([one[i] for i in kept], [other[i] for i in kept])
        self.bytes.mark([one[i] for i in kept], [fixed[i] for i in kept])

    def _member(self, type: ty.Type, indices: tuple[int, ...]) -> int:
        found = 0
        for index in indices:
            found += self.bytes.member_offsets(type)[index]
            type = ty.elements(type)[index]
        return found

    def _elements(self, type: ty.Type, index: Value) -> list[int]:
        """Where the element of a vector lies; everywhere for an index that varies."""
        if not isinstance(type, ty.VectorType) or type.scalable:
            return []
        if self.bytes.layout.bits(type.element) % 8:
            return []
        offsets = self.bytes.member_offsets(type)
        number = constant_index(index)
        if number is None:
            return offsets
        return offsets[number : number + 1]

    def _shuffle(
        self,
        function: Function,
        result: Local,
        lhs: Value,
        rhs: Value,
        mask: tuple[int, ...] | None,
    ) -> None:
        if not isinstance(lhs.type, ty.VectorType) or lhs.type.scalable or mask is None:
            return
        size = self.bytes.layout.bits(lhs.type.element) // 8
        if self.bytes.layout.bits(lhs.type.element) % 8:
            return
        outer = self.bytes.nodes_of(function, result)
        for index, choice in enumerate(mask):
            if choice < 0:
                continue
            source = lhs if choice < lhs.type.count else rhs
            at = choice % lhs.type.count * size
            inner = self.bytes.nodes_of(function, source)[at : at + size]
            here = outer[index * size : (index + 1) * size]
            self.bytes.same(here, inner)
            self.bytes.mark(here, self.bytes.fixed(source)[at : at + size])

    # ---- calls -------------------------------------------------------------------------------

    def _call(self, function: Function, call: CallLike) -> None:
        for target in self.bytes.points.known_targets(function, call):
            if not target.is_declaration:
                self._enter(function, call, target)
        known = self.bytes.points.behaviour(call)
        if known is None:
            return
        self._library(function, call, known)
        match known.meaning:
            case MemoryCopy(target=to, source=source, size=size):
                self._copied(function, call, call.args[to], call.args[source], call.args[size])
            case Reallocation(pointer=pointer) if call.result is not None:
                self._copied(function, call, call.result, call.args[pointer], None)
            case Math() | Inactive():
                self._arithmetic(function, *call.args)
                if call.result is not None:
                    self._arithmetic(function, call.result)
            case None:
                self._operands(function, call, known)
                for arg in call.args:
                    if isinstance(arg, Local) and sized(arg.type):
                        self.bytes.mark(self.bytes.nodes_of(function, arg), SEEN)
            case _:
                pass

    def _operands(self, function: Function, call: CallLike, known: Behaviour) -> None:
        """The numbers that a routine of linear algebra reads and writes."""
        target = self.bytes.points.program.callee(call)
        if not isinstance(target, Function) or not is_routine(target.name):
            return
        part = list(float_marks(_NUMBERS[number_type(target.name)]))
        whole = part * 2 if is_complex(target.name) else part
        for index, (param, arg) in enumerate(zip(target.params, call.args, strict=True)):
            many = has(param.attrs, NUMBERS)
            real = has(param.attrs, REAL)
            if not many and not real and not has(param.attrs, NUMBER):
                continue
            places = self.bytes.places(function, arg)
            fixed = part if many or real else whole
            if many:
                size = len(fixed)
                places = tuple((owner, at, gcd(step, size)) for owner, at, step in places)
            self.bytes.tell(places, fixed)
            for owner, offset, stride in places:
                for at, mark in enumerate(fixed):
                    self.direct[owner].add(offset + at, stride, mark)
                    if index in known.writes or owner not in self.made_inside:
                        self.put[owner].add(offset + at, stride, mark)

    def _library(self, function: Function, call: CallLike, known: Behaviour) -> None:
        """What code nobody sees may fill, and what it returns."""
        if call.result is not None and sized(call.result.type):
            args = [arg for arg in call.args if isinstance(arg, Local) and sized(arg.type)]
            nodes = [node for arg in args for node in self.bytes.nodes_of(function, arg)]
            self.given.append((nodes, self.bytes.nodes_of(function, call.result)))
        target = self.bytes.points.program.callee(call)
        if isinstance(target, Function) and reads_character(target.name):
            self.bytes.tell(self.bytes.places(function, call.args[1]), [INTEGER])
        match known.meaning:
            case None | Math() | Sorting():
                for index in known.writes:
                    self._fill(function, call.args[index])
                if known.fresh and call.result is not None:
                    self._fill(function, call.result)
            case _:
                pass

    def _fill(self, function: Function, pointer: Value) -> None:
        self.filled.update(owner for owner, _, _ in self.bytes.places(function, pointer))

    def _enter(self, function: Function, call: CallLike, target: Function) -> None:
        for param, arg in zip(target.params, call.args, strict=False):
            outer, inner = self._nodes(function, arg), self._nodes(target, param.local)
            if len(outer) == len(inner):
                self.bytes.same(outer, inner)
                self.bytes.mark(inner, self.bytes.fixed(arg) if inner else [])
                self.bytes.mark(outer, self.bytes.fixed(param.local) if outer else [])
        if call.result is None:
            return
        outer = self._nodes(function, call.result)
        for value in target.returned:
            inner = self._nodes(target, value)
            if len(inner) == len(outer):
                self.bytes.same(outer, inner)
                self.bytes.mark(outer, self.bytes.fixed(value))
                self.bytes.mark(inner, self.bytes.fixed(call.result))

    def _nodes(self, function: Function, value: Value) -> list[int]:
        return self.bytes.nodes_of(function, value) if sized(value.type) else []

    def _copied(
        self,
        function: Function,
        call: CallLike,
        target: Value,
        source: Value,
        size: Value | None,
    ) -> None:
        length = None if size is None else most(function, size)
        if isinstance(size, ConstInt):
            length = size.value
        to, origin = (
            self.counts.elsewhere(self.bytes.places(function, pointer), length)
            for pointer in (target, source)
        )
        for offset, marks in self.bytes.sources.copied(call.meta, length):
            for places in (to, origin):
                moved = tuple((owner, at + offset, stride) for owner, at, stride in places)
                self.bytes.tell(moved, list(marks))
        if not origin:
            self._fill(function, target)
        for one in to:
            for other in origin:
                if one[0] and other[0] and not self.bytes.characters & {one[0], other[0]}:
                    self.copies[one, other, length] = None
                else:
                    self.filled.add(one[0])


def _odd(type: ty.Type) -> bool:
    """An integer that does not fill its bytes."""
    return isinstance(type, ty.IntType) and type.bits % 8 != 0
