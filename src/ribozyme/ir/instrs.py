"""Instructions: one final class per shape, the opcode a field.

A shape's `result` is its `Local` (None where there is none); block targets are indices into
`Function.blocks`; `flags` are the flag words as LLVM orders them (`"nuw nsw"`, `"reassoc nnan"`,
`"inbounds"`); `meta` are the attachments, debug location included. Instructions are values: none
changes after it was built, and they compare by identity (two equal stores are two instructions).

The file is long because it is a list: each shape LLVM has, a dozen lines each, nothing between.
"""

from __future__ import annotations

from typing import Final, assert_never, final, get_args

from ribozyme.base.record import dataclass
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs
from ribozyme.ir.metadata import Meta, MetadataValue
from ribozyme.ir.values import Local, Value

Label = int


@final
@dataclass(frozen=True, slots=True, eq=False)
class IBinary:
    """`%r = add nsw i64 %lhs, %rhs`: add sub mul udiv sdiv urem srem shl lshr ashr and or xor."""

    result: Local
    op: str
    lhs: Value
    rhs: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class FBinary:
    """`%r = fmul fast double %lhs, %rhs`: fadd fsub fmul fdiv frem."""

    result: Local
    op: str
    lhs: Value
    rhs: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class FNeg:
    """`%r = fneg double %value`."""

    result: Local
    value: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Compare:
    """`%r = icmp slt i64 %lhs, %rhs`, `%r = fcmp olt double …`; `op` is `icmp` or `fcmp`."""

    result: Local
    op: str
    predicate: str
    lhs: Value
    rhs: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Cast:
    """`%r = sitofp i64 %value to double`; the target type is the result's."""

    result: Local
    op: str
    value: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Select:
    """`%r = select i1 %condition, double %then, double %otherwise`."""

    result: Local
    condition: Value
    then: Value
    otherwise: Value
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Phi:
    """`%r = phi double [ %a, %one ], [ %b, %two ]`."""

    result: Local
    incoming: tuple[tuple[Value, Label], ...]
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Freeze:
    """`%r = freeze double %value`."""

    result: Local
    value: Value
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Alloca:
    """`%r = alloca inalloca [8 x double], i32 %count, align 16`; `count` None is one."""

    result: Local
    allocated: ty.Type
    count: Value | None = None
    align: int = 0
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """`%r = load atomic volatile double, ptr %pointer syncscope("s") acquire, align 8`."""

    result: Local
    pointer: Value
    align: int = 0
    volatile: bool = False
    ordering: str = ""
    scope: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Store:
    """`store double %value, ptr %pointer, align 8`."""

    value: Value
    pointer: Value
    align: int = 0
    volatile: bool = False
    ordering: str = ""
    scope: str = ""
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A store has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Gep:
    """`%r = getelementptr inbounds nuw double, ptr %base, i64 %i`."""

    result: Local
    source: ty.Type
    base: Value
    indices: tuple[Value, ...]
    flags: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class ExtractValue:
    """`%r = extractvalue { double, i32 } %aggregate, 0`."""

    result: Local
    aggregate: Value
    indices: tuple[int, ...]
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class InsertValue:
    """`%r = insertvalue { double, i32 } %aggregate, double %element, 0`."""

    result: Local
    aggregate: Value
    element: Value
    indices: tuple[int, ...]
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class ExtractElement:
    """`%r = extractelement <4 x double> %vector, i64 %index`."""

    result: Local
    vector: Value
    index: Value
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class InsertElement:
    """`%r = insertelement <4 x double> %vector, double %element, i64 %index`."""

    result: Local
    vector: Value
    element: Value
    index: Value
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Shuffle:
    """`%r = shufflevector <4 x double> %lhs, <4 x double> %rhs, <4 x i32> <…>`; -1 is poison.

    `mask` is None when it is no list of numbers (scalable splats); then `mask_text` holds it.
    """

    result: Local
    lhs: Value
    rhs: Value
    mask: tuple[int, ...] | None
    mask_text: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Fence:
    """`fence syncscope("s") seq_cst`."""

    ordering: str
    scope: str = ""
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A fence has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class CmpXchg:
    """`%r = cmpxchg weak ptr %pointer, i32 %expected, i32 %new acq_rel monotonic, align 4`."""

    result: Local
    pointer: Value
    expected: Value
    new: Value
    success: str
    failure: str
    align: int = 0
    weak: bool = False
    volatile: bool = False
    scope: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class AtomicRMW:
    """`%r = atomicrmw fadd ptr %pointer, double %value syncscope("s") seq_cst, align 8`."""

    result: Local
    op: str
    pointer: Value
    value: Value
    ordering: str
    align: int = 0
    volatile: bool = False
    scope: str = ""
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class VAArg:
    """`%r = va_arg ptr %list, double`."""

    result: Local
    list: Value
    meta: Meta = ()


Bundle = tuple[str, tuple[Value, ...]]


@final
@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """`%r = tail call fast fastcc nonnull ptr @f(double noundef %x) #3 [ "bundle"(…) ]`.

    `type` is the whole function type; `tail` is "", `tail`, `musttail` or `notail`; `result` is
    None for void.
    """

    result: Local | None
    callee: Value
    type: ty.FunctionType
    args: tuple[Value, ...]
    arg_attrs: tuple[Attrs, ...] = ()
    result_attrs: Attrs = ()
    attrs: Attrs = ()
    tail: str = ""
    convention: str = ""
    flags: str = ""
    bundles: tuple[Bundle, ...] = ()
    addrspace: int = 0
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Invoke:
    """`%r = invoke double @f(double %x) to label %normal unwind label %unwind`."""

    result: Local | None
    callee: Value
    type: ty.FunctionType
    args: tuple[Value, ...]
    normal: Label
    unwind: Label
    arg_attrs: tuple[Attrs, ...] = ()
    result_attrs: Attrs = ()
    attrs: Attrs = ()
    convention: str = ""
    bundles: tuple[Bundle, ...] = ()
    addrspace: int = 0
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class CallBr:
    """`callbr void asm "…", "…"() to label %direct [label %a, label %b]`."""

    result: Local | None
    callee: Value
    type: ty.FunctionType
    args: tuple[Value, ...]
    direct: Label
    indirect: tuple[Label, ...]
    arg_attrs: tuple[Attrs, ...] = ()
    result_attrs: Attrs = ()
    attrs: Attrs = ()
    convention: str = ""
    bundles: tuple[Bundle, ...] = ()
    addrspace: int = 0
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class LandingPad:
    """`%r = landingpad { ptr, i32 } cleanup catch ptr null`; clauses: (word, value)."""

    result: Local
    cleanup: bool
    clauses: tuple[tuple[str, Value], ...]
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class FuncletPad:
    """`%r = catchpad within %parent [args]`, `cleanuppad`."""

    result: Local
    op: str
    parent: Value
    args: tuple[Value, ...]
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class CatchSwitch:
    """`%r = catchswitch within %parent [label %h] unwind to caller`, which is `unwind` None."""

    result: Local
    parent: Value
    handlers: tuple[Label, ...]
    unwind: Label | None
    meta: Meta = ()


@final
@dataclass(frozen=True, slots=True, eq=False)
class Ret:
    """`ret double %value`, `ret void`."""

    value: Value | None
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Br:
    """`br label %target`."""

    target: Label
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class CondBr:
    """`br i1 %condition, label %then, label %otherwise`."""

    condition: Value
    then: Label
    otherwise: Label
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Switch:
    """`switch i32 %value, label %default [ i32 1, label %one … ]`."""

    value: Value
    default: Label
    cases: tuple[tuple[Value, Label], ...]
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class IndirectBr:
    """`indirectbr ptr %address, [label %a, label %b]`."""

    address: Value
    targets: tuple[Label, ...]
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Unreachable:
    """`unreachable`."""

    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Resume:
    """`resume { ptr, i32 } %value`."""

    value: Value
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
@dataclass(frozen=True, slots=True, eq=False)
class FuncletRet:
    """`catchret from %pad to label %x`, `cleanupret from %pad unwind to caller` (target None)."""

    op: str
    pad: Value
    target: Label | None
    meta: Meta = ()

    @property
    def result(self) -> None:
        """A terminator has none."""
        return None


@final
class DbgRecord:
    """`#dbg_value(double %x, !12, !DIExpression(), !15)`; kind: `value declare assign label`.

    There are nearly as many as instructions, and a plain class is made at half the price.
    """

    __match_args__ = ("kind", "operands")
    __slots__ = ("kind", "operands")

    def __init__(self, kind: str, operands: tuple[MetadataValue, ...]) -> None:
        self.kind = kind
        self.operands = operands

    @property
    def result(self) -> None:
        """A record has none."""
        return None

    @property
    def meta(self) -> Meta:
        """A record carries its location among its operands."""
        return ()


Terminator = (
    Ret
    | Br
    | CondBr
    | Switch
    | IndirectBr
    | Invoke
    | CallBr
    | Unreachable
    | Resume
    | CatchSwitch
    | FuncletRet
)
CallLike = Call | Invoke | CallBr
Determined = (
    IBinary
    | FBinary
    | FNeg
    | Compare
    | Cast
    | Select
    | Gep
    | ExtractValue
    | InsertValue
    | ExtractElement
    | InsertElement
    | Shuffle
)
"""The result depends on nothing but the operands: computed again, it is the same."""
Computation = Determined | Phi | Freeze
"""The result depends on nothing but the operands, and on where control came from."""
COMPUTATIONS: Final[frozenset[type]] = frozenset(get_args(Computation))
"""Their classes, for passes that ask nothing of them."""
Access = Load | Store | CmpXchg | AtomicRMW | VAArg
"""Memory is read or written by an address."""
Exchange = CmpXchg | AtomicRMW
Jump = Ret | Br | CondBr | Switch | IndirectBr | Unreachable | CatchSwitch | FuncletRet
"""Control goes elsewhere, and nothing else happens."""
Pad = LandingPad | FuncletPad
Silent = Jump | Resume | Pad | Alloca | Fence | DbgRecord
"""No number and no address passes through it."""
Straight = Computation | Access | Alloca | Fence | Call | Pad | DbgRecord
"""Control goes on behind it."""
Instr = Straight | Terminator


def successors(instr: Instr) -> tuple[Label, ...]:
    """Where a terminator may go, in the order it names them, repeated when named twice."""
    match instr:
        case Br(target=target):
            return (target,)
        case CondBr(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Switch(default=default, cases=cases):
            return (default, *(label for _, label in cases))
        case IndirectBr(targets=targets):
            return targets
        case Invoke(normal=normal, unwind=unwind):
            return (normal, unwind)
        case CallBr(direct=direct, indirect=indirect):
            return (direct, *indirect)
        case CatchSwitch(handlers=handlers, unwind=unwind):
            return handlers if unwind is None else (*handlers, unwind)
        case FuncletRet(target=target):
            return () if target is None else (target,)
        case Ret() | Unreachable() | Resume():
            return ()
        case _:
            _rest: Straight = instr
            return ()


def operands(instr: Instr) -> tuple[Value, ...]:
    """The values an instruction uses, in the order it spells them (callee last), metadata too."""
    match instr:
        case IBinary(lhs=lhs, rhs=rhs) | FBinary(lhs=lhs, rhs=rhs) | Compare(lhs=lhs, rhs=rhs):
            return (lhs, rhs)
        case Load(pointer=pointer):
            return (pointer,)
        case Store(value=value, pointer=pointer):
            return (value, pointer)
        case Gep(base=base, indices=indices):
            return (base, *indices)
        case (
            Call(args=args, callee=callee, bundles=bundles)
            | Invoke(args=args, callee=callee, bundles=bundles)
            | CallBr(args=args, callee=callee, bundles=bundles)
        ):
            extra = tuple(value for _, values in bundles for value in values)
            return (*args, *extra, callee)
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case Cast(value=value) | FNeg(value=value) | Freeze(value=value) | Resume(value=value):
            return (value,)
        case Select(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case Ret(value=value):
            return () if value is None else (value,)
        case CondBr(condition=condition):
            return (condition,)
        case Switch(value=value):
            return (value,)
        case IndirectBr(address=address):
            return (address,)
        case Alloca(count=count):
            return () if count is None else (count,)
        case ExtractValue(aggregate=aggregate):
            return (aggregate,)
        case InsertValue(aggregate=aggregate, element=element):
            return (aggregate, element)
        case ExtractElement(vector=vector, index=index):
            return (vector, index)
        case InsertElement(vector=vector, element=element, index=index):
            return (vector, element, index)
        case Shuffle(lhs=lhs, rhs=rhs):
            return (lhs, rhs)
        case CmpXchg(pointer=pointer, expected=expected, new=new):
            return (pointer, expected, new)
        case AtomicRMW(pointer=pointer, value=value):
            return (pointer, value)
        case VAArg(list=list_):
            return (list_,)
        case LandingPad(clauses=clauses):
            return tuple(value for _, value in clauses)
        case FuncletPad(parent=parent, args=args):
            return (parent, *args)
        case CatchSwitch(parent=parent):
            return (parent,)
        case FuncletRet(pad=pad):
            return (pad,)
        case Br() | Unreachable() | Fence() | DbgRecord():
            return ()
        case _:
            assert_never(instr)
