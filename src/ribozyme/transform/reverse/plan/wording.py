"""IR values in words for users: names from debug information, array elements, operations.

%12 = load double, ptr %gep     →   x[…]         by `#dbg_value(ptr %x, !"x")`
udiv(n + 3, 4)                  →   (n + 3) / 4
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from ribozyme.analysis.flow.sym import Sym, SymBinary, SymConst, SymExt, SymSelect, SymValue
from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.debug import node
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    Cast,
    Compare,
    DbgRecord,
    FBinary,
    Freeze,
    Gep,
    IBinary,
    Invoke,
    Load,
    Phi,
    Select,
)
from ribozyme.ir.metadata import MDConst, MetadataNode
from ribozyme.ir.module import Function, Module
from ribozyme.ir.spelling import unescaped
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value
from ribozyme.transform.core.sites import callee_name

_OPERATIONS: Final = {
    "fadd": "a sum", "fsub": "a difference", "fmul": "a product", "fdiv": "a quotient",
    "frem": "a remainder", "add": "an integer sum", "sub": "an integer difference",
    "mul": "an integer product",
}  # fmt: skip
_SIGNS: Final = ("add", "sub", "mul", "udiv", "sdiv")
_DEEPEST: Final = 8


@final
class Words:
    """Names of one function's values."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.definitions = function.definitions
        self.names: dict[int, str] = {}
        for instr in function.instrs():
            if isinstance(instr, DbgRecord) and instr.kind == "value":
                self._named(instr)
        for param in function.params:
            given = function.names[param.local.id]
            if given and param.local.id not in self.names:
                self.names[param.local.id] = given

    def _named(self, record: DbgRecord) -> None:
        """A variable that is exactly a value names it; the first to do so, a parameter's own."""
        match record.operands[:3]:
            case (MDConst(value=Local(id=id)), variable, MetadataNode(fields=())):
                found = node(self.module, variable)
                name = found.string("name") if found is not None else None
                if name:
                    self.names.setdefault(id, unescaped(name))
            case _:
                pass

    def value(self, value: Value) -> str:
        """What a value is."""
        if isinstance(value, GlobalRef):
            return value.name
        if not isinstance(value, Local):
            return "a constant"
        named = self.names.get(value.id)
        return named if named is not None else self._operation(value)

    def _operation(self, value: Local) -> str:
        instr = self.definitions[value.id]
        match instr:
            case None:
                return "a parameter"
            case Load(pointer=pointer):
                return self.place(pointer)
            case Call() | Invoke():
                name = callee_name(instr)
                return f"{self.function(name)}(…)" if name else "the result of a call"
            case FBinary(op=op) | IBinary(op=op):
                return _OPERATIONS.get(op, "a number")
            case Gep():
                return f"the address of {self.place(value)}"
            case Alloca():
                return "a local variable"
            case Compare():
                return "a comparison"
            case Select():
                return "a choice"
            case Phi():
                moves = isinstance(value.type, ty.PtrType)
                return "an address that moves" if moves else "a variable that changes"
            case Cast(value=inner) | Freeze(value=inner) if isinstance(inner, Local):
                return self.names.get(inner.id, "a converted number")
            case _:
                return "a value"

    def place(self, pointer: Value) -> str:
        """What lies at an address: `x[…]`."""
        inside = False
        for _ in range(_DEEPEST):
            if isinstance(pointer, Local) and pointer.id not in self.names:
                instr = self.definitions[pointer.id]
                if isinstance(instr, Gep):
                    inside, pointer = True, instr.base
                    continue
                if isinstance(instr, Load):
                    return f"what {self.place(instr.pointer)} points to"
            break
        if isinstance(pointer, Local) and pointer.id not in self.names:
            return "something in memory"
        name = self.value(pointer)
        return f"{name}[…]" if inside or isinstance(pointer, Local) else name

    def function(self, name: str) -> str:
        """A function's name; of an intrinsic the operation's: `llvm.sin.f64` is sin."""
        return name.split(".")[1] if name.startswith("llvm.") else name

    # ---- counts ------------------------------------------------------------------------------

    def count(self, sym: Sym, sizes: Mapping[str, int], unknown: int) -> Count:
        """How often, in terms of variables; a guard against nonsense is left out.

        Variables are as large as `sizes` says, or `unknown`.
        """
        match sym:
            case SymConst(value=number):
                return Count(number, ())
            case SymValue(value=value):
                return self._counted(value, sizes, unknown, _DEEPEST)
            case SymBinary(op=op, lhs=lhs, rhs=rhs):
                one, other = (self.count(part, sizes, unknown) for part in (lhs, rhs))
                return _joined(op, one, other)
            case SymExt(sym=inner):
                return self.count(inner, sizes, unknown)
            case SymSelect(then=then, otherwise=SymConst()):
                return self.count(then, sizes, unknown)
            case SymSelect(otherwise=otherwise):
                return self.count(otherwise, sizes, unknown)

    def _counted(self, value: Value, sizes: Mapping[str, int], unknown: int, depth: int) -> Count:
        """A value of the program, down to what has a name."""
        if isinstance(value, ConstInt):
            return Count(value.value, ())
        name = self.names.get(value.id) if isinstance(value, Local) else None
        if name is not None:
            return Count(0, ((name, 1, sizes.get(name, unknown)),))
        instr = self.definitions[value.id] if isinstance(value, Local) and depth else None
        match instr:
            case Cast(value=inner) | Freeze(value=inner):
                return self._counted(inner, sizes, unknown, depth - 1)
            case IBinary(op=op, lhs=lhs, rhs=rhs) if op in _SIGNS:
                one, other = (self._counted(part, sizes, unknown, depth - 1) for part in (lhs, rhs))
                return _joined(op, one, other)
            case Call(args=(inner, ConstInt()), callee=GlobalRef(name=callee)) if callee.startswith(
                ("llvm.smax.", "llvm.umax.")
            ):
                return self._counted(inner, sizes, unknown, depth - 1)
            case _:
                return Count(0, (("?", 1, unknown),))


@final
@dataclass(frozen=True, slots=True)
class Count:
    """`constant + Σ coefficient · variable`; a variable has a text and a number it stands for."""

    constant: int
    terms: tuple[tuple[str, int, int], ...]

    @property
    def number(self) -> int:
        """The number, variables being what they stand for."""
        return self.constant + sum(factor * number for _, factor, number in self.terms)

    def __str__(self) -> str:
        """The sum as one writes it: `2·n - 1`."""
        parts: list[tuple[str, str]] = []
        for text, factor, _ in sorted(self.terms, key=lambda term: term[1] < 0):
            size = "" if abs(factor) == 1 else f"{abs(factor)}·"
            parts.append(("-" if factor < 0 else "+", f"{size}{text}"))
        if self.constant or not parts:
            parts.append(("-" if self.constant < 0 else "+", str(abs(self.constant))))
        whole = " ".join(f"{sign} {text}" for sign, text in parts)
        return whole.removeprefix("+ ")

    @property
    def factor(self) -> str:
        """The sum as it stands in a product."""
        return f"({self})" if len(self.terms) + bool(self.constant) > 1 else str(self)


def _joined(op: str, one: Count, other: Count) -> Count:
    """Two counts by an operation."""
    if op in ("add", "sub"):
        sign = -1 if op == "sub" else 1
        terms = {text: (factor, number) for text, factor, number in one.terms}
        for text, factor, number in other.terms:
            had = terms.get(text, (0, number))[0]
            terms[text] = had + sign * factor, number
        kept = tuple((text, f, number) for text, (f, number) in terms.items() if f)
        return Count(one.constant + sign * other.constant, kept)
    for scale, sum_ in ((one, other), (other, one)):
        if op == "mul" and not scale.terms:
            terms_now = tuple((t, f * scale.constant, n) for t, f, n in sum_.terms)
            return Count(sum_.constant * scale.constant, terms_now)
    if op == "mul":
        return Count(0, ((f"{one.factor}·{other.factor}", 1, one.number * other.number),))
    divided = one.number // other.number if other.number else 0
    if not one.terms and not other.terms:
        return Count(divided, ())
    return Count(0, ((f"({one.factor} / {other.factor})", 1, divided),))
