"""What sets do where tangents are computed: by rules, conversions, choices, atomic additions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Literal, final

from ribozyme.base.errors import Error
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i32, i64
from ribozyme.ir.instrs import AtomicRMW, CondBr, Instr, Load, Phi, Store, Switch
from ribozyme.ir.module import Function
from ribozyme.ir.values import Const, Value, const_int, zero
from ribozyme.rules.expr import Apply, Diff, Expr, leaves
from ribozyme.rules.expr import Leaf as Term
from ribozyme.rules.rule import Rule
from ribozyme.transform.core.refuse import refusal
from ribozyme.transform.core.shape import Leaf
from ribozyme.transform.emit.arith import Arithmetic
from ribozyme.transform.emit.emission import INTERNAL, Emission
from ribozyme.transform.sets.alternatives import is_chosen, shadows, there
from ribozyme.transform.sets.decided import Decided
from ribozyme.transform.sets.influence import Influence
from ribozyme.transform.sets.sides import Sides, met_at_join

if TYPE_CHECKING:
    from ribozyme.transform.forward.mode import ForwardMode, Lanes

Way = Literal["any", "here"]
UNION: Final = "rz_sets_union"  # of the run time
_JOIN: Final = "rz.sets.join"
_TWO: Final = ty.function(ty.I32, (ty.I32, ty.I32))
_NONE: Final = i32(0)
_SMALLEST: Final = 32  # bits of a float that has room for a set


@final
class Sets:
    """The arithmetic of sets in one function."""

    def __init__(self, f: ForwardMode, way: Way) -> None:
        self.f, self.way = f, way
        self._at: Instr | None = None
        self.decided = Decided(f.facts) if way == "any" else None
        self.sides = Sides(f.facts) if way == "any" else None
        self.at_joins: dict[int, dict[tuple[int, int], Lanes]] = {}  # by the branch

    # ---- where tangents are computed ----------------------------------------------------------

    def differential(
        self,
        rule: Rule,
        number: int,
        leaf: Callable[[dict[int, Value]], Callable[[Term], Value]],
        dots: Sequence[Lanes],
        wanted: ty.Type,
    ) -> Lanes:
        """The set of a result of an operation with a rule."""
        given = {i: x for i, lanes in enumerate(dots) if (x := lanes[0]) is not None}
        term = rule.tangent(number, frozenset(given))
        if term is None:
            return [None]
        scalar = not isinstance(wanted, ty.VectorType)
        plain = scalar and not any(isinstance(x.type, ty.VectorType) for x in given.values())
        if self.way == "here" and plain:
            return [self._back(self._chosen_by(term, given, leaf(given), wanted), wanted)]
        parts = [given[d.index] for d in _diffs(term)]
        return [self.joined(parts, wanted)]

    def resized(self, lanes: Lanes, wanted: ty.Type) -> Lanes:
        """The same set in a float of another size."""
        return [None if x is None else self.joined([x], wanted) for x in lanes]

    def chosen(self, condition: Value, yes: Value | None, no: Value | None) -> Value | None:
        """What a choice gives: by "any" both alternatives."""
        parts = [x for x in (yes, no) if x is not None]
        if not parts:
            return None
        if self.way == "any":
            return self.joined(parts, parts[0].type)
        one, other = (self.f.number(x, parts[0].type) for x in (yes, no))
        return self.f.b.select(condition, one, other)

    def added(self, instr: AtomicRMW) -> Lanes:
        """What an atomic addition leaves in the shadow; what was there before is its result."""
        b, f = self.f.b, self.f
        found: Lanes = []
        for shadow, dot in zip(f.shadow(instr.pointer), f.tangent(instr.value), strict=True):
            old = b.load(instr.value.type, shadow, instr.align)
            parts = [old] if dot is None else [old, dot]
            b.store(f.number(self.joined(parts, old.type), old.type), shadow, instr.align)
            found.append(old)
        return found

    def places(self, instr: Load | Store) -> list[Value]:
        """The shadow addresses that an access may go to, where the inputs choose among some; each
        is that of memory that is there."""
        facts = self.f.facts
        if self.sides is not None and id(instr) in self.sides.added:
            return self.f.shadow(instr.pointer)
        if self.way == "here" or not facts.whole.ask(Influence).of(facts.function, instr.pointer):
            return []
        type = instr.value.type if isinstance(instr, Store) else instr.result.type
        found = shadows(self.f, instr.pointer) if is_chosen(facts, instr.pointer) else []
        return [there(self.f, instr, one, type) for one in found]

    def loaded(self, instr: Load, leaf: Leaf, places: Sequence[Value]) -> Value:
        """The set of a float in any of some places."""
        b = self.f.b
        parts = [b.load(leaf.type, b.offset(one, leaf.offset), 1) for one in places]
        return self.f.number(self.joined(parts, leaf.type), leaf.type)

    def stored(self, leaf: Leaf, place: Value, dot: Value) -> None:
        """Add a set to what is in a place: it may be stored there, or not."""
        b = self.f.b
        at = b.offset(place, leaf.offset)
        both = self.joined([b.load(leaf.type, at, 1), dot], leaf.type)
        b.store(self.f.number(both, leaf.type), at, 1)

    def refuse(self, instr: Instr, message: str) -> Error:
        """What depends on what is not known here."""
        return refusal(self.f.facts, instr, "RZ218", message)

    # ---- what the inputs decide ---------------------------------------------------------------

    def met(self, index: int, instr: Instr) -> None:
        """Go through both sides of a branch that the inputs decide; tell the run time of what else
        they do."""
        self._at = instr
        if self.sides is not None and isinstance(instr, CondBr | Switch):
            region = self.sides.regions.get(index)
            if region is not None:
                self.at_joins[index] = met_at_join(self.f, region)
            if region is not None or index in self.sides.outermost:
                return
        why = None if self.decided is None else self.decided.by(instr)
        if why is not None:
            self.f.emission.told(self.f.b, self.f.facts, instr, "rz_sets_decided", why)

    def arriving(self, phi: Phi, leaf: int, source: int, join: int) -> Lanes | None:
        """The set that a phi gets on an edge that ends both sides of a branch."""
        branch = None if self.sides is None else self.sides.arriving(source, join)
        return None if branch is None else self.at_joins[branch][phi.result.id, leaf]

    # ---- sets as numbers ----------------------------------------------------------------------

    def joined(self, parts: Sequence[Value], wanted: ty.Type) -> Value | None:
        """The union of some sets, in a float of a type."""
        if isinstance(wanted, ty.VectorType):
            lanes = [self._elements(part, wanted.count) for part in parts]
            sets = [self._union([lane[k] for lane in lanes]) for k in range(wanted.count)]
            return self._packed(sets, wanted)
        return self._back(
            self._union([x for part in parts for x in self._elements(part, 0)]), wanted
        )

    def _elements(self, value: Value, count: int) -> list[Value]:
        """The sets of a vector, or one as often as it is wanted."""
        if not isinstance(value.type, ty.VectorType):
            return [self._set(value)] * max(count, 1)
        b = self.f.b
        found = [self._set(b.extract_element(value, i64(k))) for k in range(value.type.count)]
        return found if count in (0, len(found)) else [self._union(found)] * count

    def _packed(self, sets: Sequence[Value], wanted: ty.VectorType) -> Value:
        made: Value = zero(wanted)
        for k, one in enumerate(sets):
            made = self.f.b.insert_element(made, self._back(one, wanted.element), i64(k))
        return made

    def _chosen_by(
        self,
        term: Expr,
        given: dict[int, Value],
        leaf: Callable[[Term], Value],
        wanted: ty.Type,
    ) -> Value:
        """The set of a term at this point: of a choice the side that is taken."""
        b = self.f.b
        match term:
            case Diff(index=i):
                return self._set(given[i])
            case Apply(op="pick", args=(condition, yes, no)) if _diffs(yes) != _diffs(no):
                arithmetic = Arithmetic(b, self.f.emission.declare)
                one = self._chosen_by(yes, given, leaf, wanted)
                other = self._chosen_by(no, given, leaf, wanted)
                return b.select(arithmetic.term(condition, leaf, wanted), one, other)
            case Apply(args=args):
                inner = [x for x in args if _diffs(x)]
                return self._union([self._chosen_by(x, given, leaf, wanted) for x in inner])
            case _:
                return _NONE

    def _union(self, sets: Sequence[Value]) -> Value:
        told = list(dict.fromkeys(one for one in sets if one is not _NONE))
        if not told:
            return _NONE
        total = told[0]
        for one in told[1:]:
            _declare_join(self.f.emission)
            made = self.f.b.call(_JOIN, _TWO, (total, one))
            assert made is not None
            total = made
        return total

    def _set(self, value: Value) -> Value:
        """The set that lies in a float."""
        if isinstance(value, Const):
            return _NONE
        b, bits = self.f.b, self._room(value.type)
        return b.cast("trunc", b.cast("bitcast", value, ty.integer(bits)), ty.I32)

    def _back(self, value: Value, wanted: ty.Type) -> Value:
        """A float in which a set lies."""
        if value is _NONE:
            return zero(wanted)
        b, bits = self.f.b, self._room(wanted)
        return b.cast("bitcast", b.cast("zext", value, ty.integer(bits)), wanted)

    def _room(self, type: ty.Type) -> int:
        assert isinstance(type, ty.FloatType)
        if type.bits < _SMALLEST:
            said = f"a number of {type.bits} bits has no room for a set of inputs"
            raise refusal(self.f.facts, self._at, "RZ218", said)
        return type.bits


def _diffs(term: Expr) -> tuple[Diff, ...]:
    found = (x for x in leaves(term) if isinstance(x, Diff))
    return tuple(sorted(found, key=lambda d: d.index))


def _declare_join(emission: Emission) -> None:
    """`join` as a function of the module: what is often the case needs no call of the run time."""
    if _JOIN in emission.functions:
        return
    emission.declare(UNION, _TWO)
    emission.add(_join())


def _join() -> Function:
    b = FunctionBuilder(_JOIN, _TWO)
    b.header = INTERNAL
    x, y = b.params
    b.at(b.block("entry"))
    first, other, second, both = b.block(), b.block(), b.block(), b.block()
    same = b.ibinary("or", b.icmp("eq", x, y), b.icmp("eq", y, const_int(ty.I32, 0)))
    b.cond_br(same, first, other)
    b.at(first)
    b.ret(x)
    b.at(other)
    b.cond_br(b.icmp("eq", x, const_int(ty.I32, 0)), second, both)
    b.at(second)
    b.ret(y)
    b.at(both)
    b.ret(b.call(UNION, _TWO, (x, y)))
    return b.finish()
