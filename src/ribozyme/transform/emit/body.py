"""A function body being rebuilt with shadows beside it: what every mode's forward run shares.

Each primal instruction is repeated through a value map; each pointer that is shadowed is
*mirrored*: its shadow is computed by the same steps from the shadows of what it came from. An
inactive pointer's shadow is the pointer itself.

    %p = getelementptr double, ptr %x, i64 %i
        →  the same, and  %p.sh = getelementptr double, ptr %x.sh, i64 %i
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ribozyme.analysis.declared.cxxlibrary import is_string, returns_first
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import (
    AtomicRMW,
    Call,
    Cast,
    DbgRecord,
    ExtractElement,
    ExtractValue,
    Freeze,
    Gep,
    IBinary,
    IndirectBr,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Select,
    Shuffle,
    Store,
)
from ribozyme.ir.metadata import Meta
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import Const, InlineAsm, Local, MetadataOperand, Value, zero
from ribozyme.rules.inactive import INSIDE, is_handle
from ribozyme.transform.core import contents
from ribozyme.transform.core.facts import FunctionFacts
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.regions import no_number
from ribozyme.transform.core.shape import PointerLeaf, as_word, defined, defined_lanes
from ribozyme.transform.core.sites import callee_name, is_pointer_copy, is_pointer_mask
from ribozyme.transform.emit import both_sorts
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.masked_shadows import Operand, beside, masked
from ribozyme.transform.emit.table_calls import place_of_table
from ribozyme.transform.state.searching import inside
from ribozyme.transform.state.string_shadows import handed_out

_DROPPED: Final = (
    "dbg",
    "llvm.loop",
    "DIAssignID",
    "heapallocsite",
    "callees",
    "range",
    "noundef",
    "nonnull",
)
_SHADOW_KEEPS: Final = ("tbaa",)


class Body:
    """The map from primal values to their copies and shadows, in the function being built."""

    def __init__(self, emission: Emission, facts: FunctionFacts, builder: FunctionBuilder) -> None:
        self.emission = emission
        self.facts = facts
        self.b = builder
        self.width = emission.width
        self.locations = emission.locations(builder, facts.function)
        self.values: dict[int, Value] = {}
        self.shadows: dict[tuple[int, int], list[Value]] = {}
        self.arrived: dict[tuple[int, Value, int], list[Value]] = {}

    # ---- values ------------------------------------------------------------------------------

    def value(self, value: Value) -> Value:
        """The copy of a primal value."""
        return self.values[value.id] if isinstance(value, Local) else defined(value)

    def shadow(self, value: Value, part: int = 0) -> list[Value]:
        """The shadows, lane by lane, of a pointer leaf of a value."""
        if isinstance(value, Local):
            found = self.shadows.get((value.id, part))
            if found is not None:
                return found
            own = both_sorts.word_of(self.b, self.values[value.id], self._path(value, part))
            return [own] * self.width
        if isinstance(value, InlineAsm | MetadataOperand):
            return [value] * self.width
        return [self.shadow_const(value, part, lane) for lane in range(self.width)]

    def shadow_const(self, value: Const, part: int, lane: int) -> Value:
        """The shadow of a pointer inside a constant."""
        if not self.facts.shadowed(value):
            whole: Value = value
        else:
            whole = self.emission.shadow_constant(value, lane)
        found = both_sorts.word_of(self.b, whole, self._path(value, part))
        if found.type is not ty.I64 or whole is not value:
            return found
        return no_number(self.b, found, found)

    def _path(self, value: Value, part: int) -> tuple[int, ...]:
        """The path to a pointer leaf of a value."""
        whole = isinstance(value.type, ty.StructType | ty.ArrayType)
        return self.leaves(value)[part].path if whole else ()

    def stored_shadow(self, store: Store, part: int, leaf: PointerLeaf) -> list[Value]:
        """The shadow lanes of a pointer leaf of what is stored."""
        value = store.value
        if contents.ends_address(self.facts, value, leaf):
            return [zero(leaf.type)] * self.width
        lanes = self.shadow(value, part)
        if leaf.type is not ty.I64 or leaf.offset not in contents.either(self.facts, store):
            return lanes
        own = self.b.extract(self.value(value), *leaf.path) if leaf.path else self.value(value)
        return [no_number(self.b, sh, own) for sh in lanes]

    def leaves(self, value: Value) -> tuple[PointerLeaf, ...]:
        """The pointer leaves of a value's type."""
        return self.facts.pointer_parts(value)

    def shadow_meta(self, instr: Instr, pointer: Value) -> Meta:
        """The attachments of an access to the shadow of what `instr` accesses."""
        meta = tuple(item for item in instr.meta if item[0] in _SHADOW_KEEPS)
        if self.facts.mixed(pointer):
            return meta
        group = self.facts.groups.of(pointer)
        return self.emission.scopes.access(self.b.name, "shadow", meta, group)

    # ---- copies ------------------------------------------------------------------------------

    def copy(
        self, instr: Instr, labels: Callable[[int], int] = lambda label: label
    ) -> Value | None:
        """Repeat an instruction; its result enters the map."""
        if isinstance(instr, DbgRecord):
            return None
        if isinstance(instr, IndirectBr):
            raise refusal(self.facts, instr, "RZ208", "a jump to the address of a label")
        result = None
        if instr.result is not None:
            name = self.facts.function.names[instr.result.id]
            result = self.b.local(instr.result.type, name)
            self.values[instr.result.id] = result
        meta = self.copied_meta(instr)
        made = map_operands(defined_lanes(instr), self.value, labels, result, meta)
        if isinstance(made, Call) and made.tail == "musttail":
            made = replace(made, tail="")  # what follows it here is not a return
        self.b.append(made)
        return result

    def copied_meta(self, instr: Instr) -> Meta:
        """The attachments of the copy of an instruction: an access to primal memory says so."""
        meta = self.b.meta
        if instr.meta:
            meta = tuple(item for item in instr.meta if item[0] not in _DROPPED) + meta
            meta += self.locations.loop(instr.meta)
        if isinstance(instr, Load | Store | AtomicRMW):
            group = self.facts.groups.of(instr.pointer)
            return self.emission.scopes.access(self.b.name, "primal", meta, group)
        return meta

    # ---- mirrors -----------------------------------------------------------------------------

    def mirror(self, instr: Instr) -> None:
        """The shadows of the pointers in an instruction's result, computed as the result was."""
        result = instr.result
        if result is None or not self.facts.pointers(result):
            return
        for part, leaf in enumerate(self.facts.pointers(result)):
            self.shadows[result.id, part] = self.mirrored(instr, part, leaf)

    def mirrored(self, instr: Instr, part: int, leaf: PointerLeaf) -> list[Value]:
        """The shadow lanes of one pointer leaf."""
        b = self.b
        match instr:
            case Gep(source=source, base=base, indices=indices, flags=flags):
                copies = [self.value(index) for index in indices]
                return [b.gep(source, sh, copies, flags) for sh in self.shadow(base)]
            case Cast(op=op, value=value, flags=flags):
                moved = [both_sorts.word_of(b, sh, ()) for sh in self.alongside(value)]
                return [b.cast(op, sh, leaf.type, flags) for sh in moved]
            case IBinary(op=op, lhs=lhs, rhs=rhs):
                operands = zip(self.operands(lhs), self.operands(rhs), strict=True)
                return [masked(b, op, left, right) for left, right in operands]
            case Freeze(value=value):
                return self.shadow(value, part)
            case Select(condition=condition, then=then, otherwise=otherwise):
                test = self.value(condition)
                pairs = zip(self.shadow(then, part), self.shadow(otherwise, part), strict=True)
                return [b.select(test, yes, no) for yes, no in pairs]
            case Load(pointer=pointer):
                meta = self.shadow_meta(instr, pointer)
                places = [b.offset(sh, leaf.offset) for sh in self.shadow(pointer)]
                by = self.facts.function
                places = [place_of_table(self.emission, b, by, instr, at) for at in places]
                align = self.aligned(instr, leaf)
                return [
                    both_sorts.loaded_shadow(self, instr, leaf, at, align, meta) for at in places
                ]
            case Phi():
                name = self.facts.function.names[instr.result.id]
                return [
                    b.phi(leaf.type, None if name is None else f"{name}.sh")
                    for _ in range(self.width)
                ]
            case Call() if is_pointer_copy(instr):
                shadows = self.shadow(instr.args[0])
                if is_pointer_mask(instr):
                    made = self._again(instr, own := self.value(instr.args[0]))
                    return beside(b, own, made, shadows)
                return [self._again(instr, sh) for sh in shadows]
            case Call() | Invoke() if is_string(callee_name(instr) or ""):
                return handed_out(self, instr)
            case Call() | Invoke() if callee_name(instr) in INSIDE:
                return inside(self, instr, 0)
            case Call() | Invoke() if returns_first(callee_name(instr) or ""):
                return self.shadow(instr.args[0])
            case Call() | Invoke() if is_handle(callee_name(instr) or ""):
                assert instr.result is not None
                return [self.value(instr.result)] * self.width  # nothing follows it
            case _:
                return self._from_aggregate(instr, part, leaf)

    def alongside(self, value: Value) -> list[Value]:
        """What stands beside an operand of a computation with addresses: its shadow, or itself."""
        return self.shadow(value) if self.leaves(value) else [self.value(value)] * self.width

    def operands(self, value: Value) -> list[Operand]:
        """An operand of a computation with addresses, with each of its shadows."""
        own = self.value(value)
        if not self.leaves(value) or not self.facts.shadowed(value):
            return [(own, None)] * self.width
        return [(own, sh) for sh in self.shadow(value)]

    def aligned(self, instr: Load, leaf: PointerLeaf) -> int:
        """The alignment known at a leaf of a loaded value."""
        return instr.align if leaf.offset == 0 else min(instr.align, leaf.offset & -leaf.offset)

    def _again(self, call: Call, pointer: Value) -> Value:
        args = [pointer, *(self.value(arg) for arg in call.args[1:])]
        result = self.b.call(call.callee, call.type, args)
        assert result is not None
        return result

    def _from_aggregate(self, instr: Instr, part: int, leaf: PointerLeaf) -> list[Value]:
        match instr:
            case ExtractValue(aggregate=aggregate, indices=indices):
                return self._leaf_of(aggregate, (*indices, *leaf.path))
            case InsertValue(aggregate=aggregate, element=element, indices=indices):
                if leaf.path[: len(indices)] == indices:
                    return self._leaf_of(element, leaf.path[len(indices) :])
                return self._leaf_of(aggregate, leaf.path)
            case ExtractElement(vector=vector, index=index):
                at = self.value(index)
                return [self.b.extract_element(sh, at) for sh in self.shadow(vector)]
            case InsertElement(vector=vector, element=element, index=index):
                at = self.value(index)
                pairs = zip(self.shadow(vector), self.shadow(element), strict=True)
                return [self.b.insert_element(sh, one, at) for sh, one in pairs]
            case Shuffle(lhs=lhs, rhs=rhs):
                pairs = zip(self.shadow(lhs), self.shadow(rhs), strict=True)
                return [self._shuffled(instr, left, right) for left, right in pairs]
            case Call() | Invoke() if ty.is_integer(leaf.type):
                assert instr.result is not None  # a number, as far as anybody may know
                own = self.value(instr.result)
                own = self.b.extract(own, *leaf.path) if leaf.path else own
                return [no_number(self.b, own, own) if leaf.type is ty.I64 else own] * self.width
            case _:
                raise refusal(
                    self.facts, instr, "RZ405", "the origin of this active pointer is not known"
                )

    def _shuffled(self, instr: Shuffle, left: Value, right: Value) -> Value:
        result = self.b.local(as_word(instr.result.type))
        self.b.append(replace(instr, result=result, lhs=left, rhs=right, meta=self.b.meta))
        return result

    def _leaf_of(self, value: Value, path: tuple[int, ...]) -> list[Value]:
        if not path:
            return self.shadow(value)
        for part, leaf in enumerate(self.leaves(value)):
            if leaf.path == path:
                return self.shadow(value, part)
        raise KeyError(path)

    def incoming(self, phi: Phi, value: Value, label: int) -> None:
        """The value of a phi, and of its shadows, on one edge."""
        copy = self.values[phi.result.id]
        assert isinstance(copy, Local)
        self.b.incoming(copy, self.value(value), label)
        for part in range(len(self.facts.pointers(phi.result))):
            self.shadow_arrives(phi, part, value, label)

    def shadow_arrives(self, phi: Phi, part: int, value: Value, label: int) -> None:
        """Give a mirrored phi what its value's shadow is at the end of the block it comes from,
        the same for every edge from there."""
        if (label, value, part) not in self.arrived:
            with self.b.before_end(label):
                self.arrived[label, value, part] = self.shadow(value, part)
        lanes = self.arrived[label, value, part]
        for lane, sh in zip(self.shadows[phi.result.id, part], lanes, strict=True):
            assert isinstance(lane, Local)
            self.b.incoming(lane, sh, label)
