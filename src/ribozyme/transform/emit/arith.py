"""Terms of the rule language as IR: one fold, the same for tangents and adjoints.

A number in a term has no type of its own; it takes that of the value it meets, so constants are
held exactly until then (`2 * r` → `fmul double 2.0, %r`; pi to 106 bits, of which an x86_fp80 gets
64). Functions are spelled as `rules.names` says: an instruction, an intrinsic (any vector width) or
a call of libm (a vector is taken apart). `declare` is told of every function that is named.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.instrs import Shuffle
from ribozyme.ir.metadata import MARK
from ribozyme.ir.values import (
    Const,
    ConstFloat,
    ConstSplat,
    Local,
    Poison,
    Value,
    const_float,
    const_int,
    zero,
)
from ribozyme.rules.expr import Apply, Expr, IntNum, Leaf, Num
from ribozyme.rules.names import Precision, computed_in, spelling

if TYPE_CHECKING:
    from fractions import Fraction

Declare = Callable[[str, ty.FunctionType], None]


@final
@dataclass(frozen=True, slots=True)
class Number:
    """A constant that has not met its type yet."""

    value: Fraction


@final
@dataclass(frozen=True, slots=True)
class Whole:
    """An integer that has not met its type yet; alone it is an i32."""

    value: int


@final
@dataclass(frozen=True, slots=True)
class Spread:
    """A value in every lane of the vector it meets."""

    value: Value


Term = Value | Number | Whole | Spread
_UNTYPED: Final = (Number, Whole, Spread)

_FOLD: Final[dict[str, Callable[[Fraction, Fraction], Fraction]]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}
_FLOAT: Final = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_INTEGER: Final = {"iadd": "add", "isub": "sub", "imul": "mul", "iand": "and"}
_COMPARE: Final = {
    "lt": "olt",
    "le": "ole",
    "gt": "ogt",
    "ge": "oge",
    "eq": "oeq",
    "ne": "une",
    "unordered": "uno",
}
SUFFIX: Final = {
    "half": "f16",
    "bfloat": "bf16",
    "float": "f32",
    "double": "f64",
    "x86_fp80": "f80",
    "fp128": "f128",
    "ppc_fp128": "ppcf128",
}
_PRECISION: Final[dict[str, Precision]] = {
    "half": "half",
    "bfloat": "bfloat",
    "float": "float",
    "double": "double",
    "x86_fp80": "x86_fp80",
    "fp128": "fp128",
}
_BOTH_TYPES: Final = ("llvm.powi", "llvm.ldexp")
_PLACES: Final = {"x86_fp80": 64, "fp128": 113}


@final
@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Emits terms at the builder's place, with the fast-math flags of the primal operation."""

    builder: FunctionBuilder
    declare: Declare
    flags: str = ""

    def term(self, expr: Expr, leaf: Callable[[Leaf], Value], wanted: ty.Type) -> Value:
        """The value of a term of type `wanted`; `leaf` gives operands, results, seeds, tangents."""

        made: list[Term] = []
        for part, args in expr.steps if isinstance(expr, Apply) else ((expr, ()),):
            if isinstance(part, Apply):
                if len(args) == 2:
                    given: tuple[Term, ...] = (made[args[0]], made[args[1]])
                else:
                    given = tuple([made[at] for at in args])
                made.append(self._apply(part.op, given, wanted))
            elif isinstance(part, Num):
                made.append(_number(part))
            elif isinstance(part, IntNum):
                made.append(Whole(part.value))
            else:
                made.append(leaf(part))
        result = made[-1]
        return self._typed(result, wanted) if isinstance(result, _UNTYPED) else result

    def unless_zero(self, given: Value, amount: Value) -> Value:
        """`amount`, which is linear in the seed or tangent `given`; zero where 0 · ∞ would come
        of it.

        Where `given` is zero and the slope is a number, the amount is zero by itself, and stays a
        function of `given`: the derivative of this derivative needs its slope there. Code that is
        not derived again leaves this test out (`backend.passes.settle`).
        """
        b = self.builder
        if given.type is not amount.type and not isinstance(given.type, ty.FloatType):
            return amount
        none = b.fcmp("oeq", given, const_float(given.type, 0.0))
        if given.type is amount.type:
            none = b.ibinary("and", none, b.fcmp("uno", amount, amount, meta=MARK))
        return b.select(none, zero(amount.type), amount)

    def _apply(self, op: str, args: tuple[Term, ...], wanted: ty.Type) -> Term:
        if op in _FLOAT:
            left, right = args
            if isinstance(left, Local) and isinstance(right, Local):
                return self.builder.fbinary(_FLOAT[op], left, right, self.flags)
            if op in _FOLD and isinstance(left, Number) and isinstance(right, Number):
                return Number(_FOLD[op](left.value, right.value))
        match op:
            case "neg":
                (only,) = args
                if isinstance(only, Number):
                    return Number(-only.value)
                return self.builder.fneg(self._typed(only, wanted), self.flags)
            case "add" | "sub" | "mul" | "div":
                lhs, rhs = self._pair(args, wanted)
                return self.builder.fbinary(_FLOAT[op], lhs, rhs, self.flags)
            case "iadd" | "isub" | "imul" | "iand":
                lhs, rhs = self._pair(args, ty.I32)
                return self.builder.ibinary(_INTEGER[op], lhs, rhs)
            case "ieq":
                lhs, rhs = self._pair(args, ty.I32)
                return self.builder.icmp("eq", lhs, rhs)
            case "lt" | "le" | "gt" | "ge" | "eq" | "ne" | "unordered":
                lhs, rhs = self._pair(args, wanted)
                return self.builder.fcmp(_COMPARE[op], lhs, rhs)
            case "and" | "or":
                lhs, rhs = self._pair(args, ty.I1)
                return self.builder.ibinary(op, lhs, rhs)
            case "not":
                condition = self._typed(args[0], ty.I1)
                return self.builder.ibinary("xor", condition, _ones(condition.type))
            case "pick":
                return self._pick(args, wanted)
            case _:
                return self._other(op, args, wanted)

    def _pick(self, args: tuple[Term, ...], wanted: ty.Type) -> Value:
        condition = self._typed(args[0], ty.I1)
        yes, no = self._pair(args[1:], wanted)
        if isinstance(condition.type, ty.VectorType) and not isinstance(yes.type, ty.VectorType):
            yes = self.splat(yes, condition.type.count)
            no = self.splat(no, condition.type.count)
        return self.builder.select(condition, yes, no)

    def _other(self, op: str, args: tuple[Term, ...], wanted: ty.Type) -> Term:
        b = self.builder
        match op:
            case "convert":
                return self._resized(self._typed(args[0], wanted), wanted)
            case "bitcast":
                return b.cast("bitcast", self._typed(args[0], wanted), wanted)
            case "itofp":
                number = self._typed(args[0], ty.I32)
                floating = b.cast("sitofp", number, ty.like(number.type, ty.scalar(wanted)))
                return self._widened(floating, wanted)
            case "broadcast":
                return Spread(self._typed(args[0], ty.scalar(wanted)))
            case "others" | "reduce_add" | "reduce_mul" | "first" | "last":
                return self._vector(op, args, wanted)
            case _:
                return self.function(op, self._same_type(args, wanted))

    # ---- functions ---------------------------------------------------------------------------

    def function(self, op: str, args: tuple[Value, ...]) -> Value:
        """A call of the function `op` names, spelled as its row says."""
        type = next((arg.type for arg in args if ty.is_float(arg.type)), args[0].type)
        scalar = ty.scalar(type)
        assert isinstance(scalar, ty.FloatType)
        precision = _PRECISION[scalar.name]
        computed = computed_in(op, precision)
        found = spelling(op, computed)
        if found is None:  # a function with an added rule, which has one symbol and one precision
            return self._call(op, type, args)
        way, name = found
        if way == "instr":
            return self.builder.fbinary(name, args[0], args[1], self.flags)
        if way == "intrinsic":
            return self._call(overloaded(name, args), type, args)
        if isinstance(type, ty.VectorType):
            return self._lane_by_lane(op, args, type)
        if computed == precision:
            return self._call(name, type, args)
        wide = ty.FLOATS[computed]
        result = self.function(op, tuple(self._resized(arg, wide) for arg in args))
        return self._resized(result, type)

    def _resized(self, value: Value, to: ty.Type) -> Value:
        if value.type is to or not ty.is_float(value.type):
            return value
        return self.builder.cast(_resize(value.type, to), value, to)

    def _call(self, name: str, type: ty.Type, args: tuple[Value, ...]) -> Value:
        signature = ty.function(type, tuple(arg.type for arg in args))
        self.declare(name, signature)
        result = self.builder.call(name, signature, args, flags=self.flags)
        assert result is not None
        return result

    def _lane_by_lane(self, op: str, args: tuple[Value, ...], type: ty.VectorType) -> Value:
        result: Value = Poison(type)
        for index in range(type.count):
            lane = tuple(
                self.builder.extract_element(arg, i64(index))
                if isinstance(arg.type, ty.VectorType)
                else arg
                for arg in args
            )
            result = self.builder.insert_element(result, self.function(op, lane), i64(index))
        return result

    # ---- vectors -----------------------------------------------------------------------------

    def splat(self, value: Value, count: int) -> Value:
        """A vector of equal elements."""
        if isinstance(value.type, ty.VectorType):
            return value
        type = ty.vector(count, value.type)
        first = self.builder.insert_element(Poison(type), value, i64(0))
        result = self.builder.local(type)
        self.builder.append(
            Shuffle(result, first, Poison(type), (0,) * count, meta=self.builder.meta)
        )
        return result

    def _widened(self, value: Value, wanted: ty.Type) -> Value:
        return self.splat(value, wanted.count) if isinstance(wanted, ty.VectorType) else value

    def _vector(self, op: str, args: tuple[Term, ...], wanted: ty.Type) -> Value:
        b = self.builder
        value = self._typed(args[0], wanted)
        if not isinstance(value.type, ty.VectorType):
            return value
        lanes = [b.extract_element(value, i64(index)) for index in range(value.type.count)]
        match op:
            case "reduce_add":
                return _chain(lanes, lambda x, y: b.fadd(x, y, self.flags))
            case "reduce_mul":
                return _chain(lanes, lambda x, y: b.fmul(x, y, self.flags))
            case "others":
                return self._packed(self._others(lanes), value.type)
            case "first":
                return self._packed(self._first(lanes), value.type)
            case _:
                return self._packed(self._first(lanes[::-1])[::-1], value.type)

    def _others(self, lanes: list[Value]) -> list[Value]:
        """In each place the product of all the other lanes, by products from both ends."""
        b = self.builder
        one: Value = const_float(lanes[0].type, 1.0)
        before, after = [one], [one]
        for lane in lanes[:-1]:
            before.append(b.fmul(before[-1], lane, self.flags))
        for lane in lanes[:0:-1]:
            after.append(b.fmul(after[-1], lane, self.flags))
        return [
            b.fmul(left, right, self.flags) for left, right in zip(before, after[::-1], strict=True)
        ]

    def _first(self, lanes: list[Value]) -> list[Value]:
        b = self.builder
        kept: list[Value] = []
        seen: Value = const_int(ty.I1, 0)
        for lane in lanes:
            free = b.ibinary("xor", seen, const_int(ty.I1, 1))
            kept.append(b.ibinary("and", lane, free))
            seen = b.ibinary("or", seen, lane)
        return kept

    def _packed(self, lanes: list[Value], type: ty.Type) -> Value:
        result: Value = Poison(type)
        for index, lane in enumerate(lanes):
            result = self.builder.insert_element(result, lane, i64(index))
        return result

    # ---- types -------------------------------------------------------------------------------

    def _typed(self, term: Term, wanted: ty.Type) -> Value:
        match term:
            case Number():
                return _constant(wanted, term)
            case Spread(value=value):
                return (
                    self.splat(value, wanted.count) if isinstance(wanted, ty.VectorType) else value
                )
            case Whole(value=value):
                return const_int(ty.scalar(wanted) if ty.is_integer(wanted) else ty.I32, value)
            case _:
                return term

    def _pair(self, args: tuple[Term, ...], wanted: ty.Type) -> tuple[Value, Value]:
        left, right = self._same_type(args, wanted)
        return left, right

    def _same_type(self, args: tuple[Term, ...], wanted: ty.Type) -> tuple[Value, ...]:
        typed = [arg.type for arg in args if not isinstance(arg, _UNTYPED)]
        type = typed[0] if typed else wanted
        if not ty.is_float(type):
            type = next((t for t in typed if ty.is_float(t)), type)
        return tuple([self._typed(arg, type) if isinstance(arg, _UNTYPED) else arg for arg in args])


@cache
def _number(constant: Num) -> Number:
    from fractions import Fraction  # late: it brings decimal numbers

    return Number(Fraction(constant.value) + Fraction(constant.low))


def any_lane(b: FunctionBuilder, declare: Declare, mask: Value) -> Value:
    """Whether a bit is true, or any lane of a mask."""
    if not isinstance(mask.type, ty.VectorType):
        return mask
    name = f"llvm.vector.reduce.or.{mangled(mask.type)}"
    type = ty.function(ty.I1, (mask.type,))
    declare(name, type)
    result = b.call(name, type, (mask,))
    assert result is not None
    return result


def intrinsic(op: str, args: tuple[Value, ...]) -> str:
    """The overloaded name of an intrinsic by its row: `llvm.powi.f64.i32`."""
    return overloaded(f"llvm.{op}", args)


def overloaded(name: str, args: tuple[Value, ...]) -> str:
    """An intrinsic's name with the types of its arguments."""
    first = next(arg.type for arg in args if ty.is_float(arg.type))
    integers = [arg.type for arg in args if ty.is_integer(arg.type)]
    more = "".join(f".{mangled(type)}" for type in integers) if name in _BOTH_TYPES else ""
    return f"{name}.{mangled(first)}{more}"


def mangled(type: ty.Type) -> str:
    """A type as intrinsic names spell it."""
    if isinstance(type, ty.VectorType):
        return f"v{type.count}{mangled(type.element)}"
    if isinstance(type, ty.FloatType):
        return SUFFIX[type.name]
    if isinstance(type, ty.PtrType):
        return f"p{type.addrspace}"
    return str(type)


def _chain(lanes: list[Value], join: Callable[[Value, Value], Value]) -> Value:
    total = lanes[0]
    for lane in lanes[1:]:
        total = join(total, lane)
    return total


def _ones(type: ty.Type) -> Value:
    if isinstance(type, ty.VectorType):
        return ConstSplat(type, const_int(ty.I1, 1))
    return const_int(ty.I1, 1)


def _resize(source: ty.Type, target: ty.Type) -> str:
    left, right = ty.scalar(source), ty.scalar(target)
    assert isinstance(left, ty.FloatType) and isinstance(right, ty.FloatType)
    return "fpext" if left.bits < right.bits else "fptrunc"


def _constant(type: ty.Type, number: Number) -> Const:
    """The constant of a type nearest to a number."""
    if number.value == 0:
        return zero(type)
    if isinstance(type, ty.VectorType):
        return ConstSplat(type, _constant(type.element, number))
    assert isinstance(type, ty.FloatType)
    if type.name in _PLACES:
        return ConstFloat(type, _wide_bits(type.name, number.value))
    return const_float(type, float(number.value))


def _wide_bits(name: str, value: Fraction) -> int:
    """The bits of a normal number in a type with 15 bits of exponent, rounded to nearest even."""
    from fractions import Fraction

    places = _PLACES[name]
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    digits = round(size * Fraction(2) ** (places - 1 - exponent))
    if digits >> places:
        digits, exponent = digits >> 1, exponent + 1
    biased = exponent + 16383
    if name == "x86_fp80":
        return (value < 0) << 79 | biased << 64 | digits
    return (value < 0) << 127 | biased << 112 | digits & ((1 << 112) - 1)
