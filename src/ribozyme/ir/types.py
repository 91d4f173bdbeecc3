"""Types of the IR, interned: two types are equal exactly when they are the same object.

`types.integer(64) is types.I64`. `str(type)` is LLVM's spelling where the type is used; the body of
a named struct is spelled by `StructType.body`. Since pointers are opaque no type can contain
itself, so a struct is complete when it is built.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, final


@final
class SimpleType:
    """`void`, `label`, `metadata`, `token`, `x86_amx`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class IntType:
    """`i1`, `i32`, `i64`, …"""

    __slots__ = ("bits", "name")

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.name = f"i{bits}"

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class FloatType:
    """`half bfloat float double x86_fp80 fp128 ppc_fp128`; `bits` is the width."""

    __slots__ = ("bits", "name")

    def __init__(self, name: str, bits: int) -> None:
        self.name = name
        self.bits = bits

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class PtrType:
    """`ptr`, `ptr addrspace(3)`."""

    __slots__ = ("addrspace", "name")

    def __init__(self, addrspace: int) -> None:
        self.addrspace = addrspace
        self.name = "ptr" if addrspace == 0 else f"ptr addrspace({addrspace})"

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class VectorType:
    """`<4 x float>`, `<vscale x 4 x float>`."""

    __slots__ = ("count", "element", "name", "scalable")

    def __init__(self, count: int, element: Type, scalable: bool) -> None:
        self.count = count
        self.element = element
        self.scalable = scalable
        self.name = f"<{'vscale x ' if scalable else ''}{count} x {element}>"

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class ArrayType:
    """`[16 x double]`."""

    __slots__ = ("count", "element", "name")

    def __init__(self, count: int, element: Type) -> None:
        self.count = count
        self.element = element
        self.name = f"[{count} x {element}]"

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class StructType:
    """`{ double, i32 }`, `<{ i8, i32 }>`, `%struct.S`; `fields` is None for an opaque struct.

    `label` is the spelled name with its sigil (`%struct.S`, `%"a b"`), None for a literal struct.
    """

    __slots__ = ("fields", "label", "name", "packed")

    def __init__(self, label: str | None, fields: tuple[Type, ...] | None, packed: bool) -> None:
        self.label = label
        self.fields = fields
        self.packed = packed
        self.name = label if label is not None else self.body

    @property
    def body(self) -> str:
        """What stands behind `%name = type`."""
        if self.fields is None:
            return "opaque"
        inner = ", ".join(str(field) for field in self.fields)
        text = f"{{ {inner} }}" if inner else "{}"
        return f"<{text}>" if self.packed else text

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class FunctionType:
    """`double (ptr, i64, ...)`."""

    __slots__ = ("name", "params", "result", "vararg")

    def __init__(self, result: Type, params: tuple[Type, ...], vararg: bool) -> None:
        self.result = result
        self.params = params
        self.vararg = vararg
        parts = [str(param) for param in params] + (["..."] if vararg else [])
        self.name = f"{result} ({', '.join(parts)})"

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


@final
class TargetType:
    """`target("spirv.Image", …)`, carried verbatim."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


Type = (
    SimpleType
    | IntType
    | FloatType
    | PtrType
    | VectorType
    | ArrayType
    | StructType
    | FunctionType
    | TargetType
)

VOID: Final = SimpleType("void")
LABEL: Final = SimpleType("label")
METADATA: Final = SimpleType("metadata")
TOKEN: Final = SimpleType("token")
X86_AMX: Final = SimpleType("x86_amx")
SIMPLE: Final = {type.name: type for type in (VOID, LABEL, METADATA, TOKEN, X86_AMX)}

HALF: Final = FloatType("half", 16)
BFLOAT: Final = FloatType("bfloat", 16)
FLOAT: Final = FloatType("float", 32)
DOUBLE: Final = FloatType("double", 64)
X86_FP80: Final = FloatType("x86_fp80", 80)
FP128: Final = FloatType("fp128", 128)
PPC_FP128: Final = FloatType("ppc_fp128", 128)
FLOATS: Final = {
    type.name: type for type in (HALF, BFLOAT, FLOAT, DOUBLE, X86_FP80, FP128, PPC_FP128)
}

_integers: dict[int, IntType] = {}
_pointers: dict[int, PtrType] = {}
_vectors: dict[tuple[int, Type, bool], VectorType] = {}
_arrays: dict[tuple[int, Type], ArrayType] = {}
_structs: dict[tuple[str | None, tuple[Type, ...] | None, bool], StructType] = {}
_functions: dict[tuple[Type, tuple[Type, ...], bool], FunctionType] = {}
_targets: dict[str, TargetType] = {}


def integer(bits: int) -> IntType:
    """The integer type of that many bits."""
    found = _integers.get(bits)
    return found if found is not None else _integers.setdefault(bits, IntType(bits))


def pointer(addrspace: int = 0) -> PtrType:
    """The pointer type of an address space."""
    found = _pointers.get(addrspace)
    return found if found is not None else _pointers.setdefault(addrspace, PtrType(addrspace))


def vector(count: int, element: Type, scalable: bool = False) -> VectorType:
    """The vector type of `count` elements."""
    key = (count, element, scalable)
    found = _vectors.get(key)
    return found if found is not None else _vectors.setdefault(key, VectorType(*key))


def array(count: int, element: Type) -> ArrayType:
    """The array type of `count` elements."""
    key = (count, element)
    found = _arrays.get(key)
    return found if found is not None else _arrays.setdefault(key, ArrayType(*key))


def struct(
    fields: tuple[Type, ...] | None, *, label: str | None = None, packed: bool = False
) -> StructType:
    """A literal struct, or (with `label`, sigil included) a named one."""
    key = (label, fields, packed)
    found = _structs.get(key)
    return found if found is not None else _structs.setdefault(key, StructType(*key))


def function(result: Type, params: tuple[Type, ...], vararg: bool = False) -> FunctionType:
    """The type of a function."""
    key = (result, params, vararg)
    found = _functions.get(key)
    return found if found is not None else _functions.setdefault(key, FunctionType(*key))


def target(text: str) -> TargetType:
    """A target extension type by its whole spelling."""
    found = _targets.get(text)
    return found if found is not None else _targets.setdefault(text, TargetType(text))


I1: Final = integer(1)
I8: Final = integer(8)
I16: Final = integer(16)
I32: Final = integer(32)
I64: Final = integer(64)
PTR: Final = pointer(0)


def is_float(type: Type) -> bool:
    """A float or a vector of floats."""
    return isinstance(type, FloatType) or isinstance(scalar(type), FloatType)


def is_pointer(type: Type) -> bool:
    """A pointer or a vector of pointers."""
    return isinstance(type, PtrType) or isinstance(scalar(type), PtrType)


def is_integer(type: Type) -> bool:
    """An integer or a vector of integers."""
    return isinstance(type, IntType) or isinstance(scalar(type), IntType)


def scalar(type: Type) -> Type:
    """The element of a vector, any other type itself."""
    return type.element if isinstance(type, VectorType) else type


def some(type: Type, holds: Callable[[Type], bool]) -> bool:
    """Whether `holds` says so of a type, or of one that an array or a struct consists of."""
    match type:
        case ArrayType(element=element):
            return some(element, holds)
        case StructType(fields=fields):
            return any(some(field, holds) for field in fields or ())
        case _:
            return holds(type)


def has_pointer(type: Type) -> bool:
    """Whether a value of a type is an address, or has one in it."""
    return some(type, is_pointer)


def like(shape: Type, element: Type) -> Type:
    """`element`, as a vector when `shape` is one."""
    if isinstance(shape, VectorType):
        return vector(shape.count, element, shape.scalable)
    return element


def elements(type: Type) -> tuple[Type, ...]:
    """The members of a struct or array, in order."""
    match type:
        case StructType(fields=tuple() as fields):
            return fields
        case ArrayType(count=count, element=element) | VectorType(count=count, element=element):
            return (element,) * count
        case _:
            return ()
