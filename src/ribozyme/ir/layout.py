"""Sizes, alignments and offsets of types on a target, from the module's data layout string.

    layout = DataLayout("e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128")
    layout.offsets({i8, double})             →  (0, 8)
    layout.gep_offset({i8, double}, (i, 1))  →  (8, [(i, 16)])

Answers are remembered per type. Types without a size (opaque, scalable, target types) are refused.
Nothing recurses: members are measured before what contains them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from ribozyme.base.errors import error
from ribozyme.ir import types as ty
from ribozyme.ir.values import ConstInt, ConstSplat, ConstZero, Poison, Undef, Value

_INTEGERS: Final = {1: 8, 8: 8, 16: 16, 32: 32, 64: 32}
_FLOATS: Final = {16: 16, 32: 32, 64: 64, 128: 128}
_VECTORS: Final = {64: 64, 128: 128}
_AMX_BITS: Final = 8192


@final
class DataLayout:
    """The measures of one target; alignments and sizes are in bytes where not said otherwise."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._integers = dict(_INTEGERS)
        self._floats = dict(_FLOATS)
        self._vectors = dict(_VECTORS)
        self._aggregate = 0
        self._pointers = {0: (64, 64)}
        self._measured: dict[ty.Type, tuple[int, int]] = {}
        self._offsets: dict[ty.StructType, tuple[int, ...]] = {}
        for part in filter(None, text.split("-")):
            self._read(part)

    def _read(self, part: str) -> None:
        kind, fields = part[0], part[1:].split(":")
        match kind:
            case "i":
                self._integers[int(fields[0])] = int(fields[1])
            case "f":
                self._floats[int(fields[0])] = int(fields[1])
            case "v":
                self._vectors[int(fields[0])] = int(fields[1])
            case "a":
                self._aggregate = int(fields[1])
            case "p":
                space = fields[0].lstrip("eu") or "0"
                size, align = int(fields[1]), int(fields[2])
                self._pointers[int(space)] = (size, align)
            case _:
                pass  # order of bytes, mangling, widths, spaces of globals: no part of a size

    # ---- types -------------------------------------------------------------------------------

    def bits(self, type: ty.Type) -> int:
        """The width of the value: 1 for i1, 80 for x86_fp80, with padding for a struct."""
        return self._measure(type)[0]

    def size(self, type: ty.Type) -> int:
        """What a store writes."""
        return (self._measure(type)[0] + 7) // 8

    def alloc_size(self, type: ty.Type) -> int:
        """The distance of two of them in an array."""
        bits, align = self._measure(type)
        return _up((bits + 7) // 8, align)

    def align(self, type: ty.Type) -> int:
        """The alignment the ABI demands."""
        return self._measure(type)[1]

    def offsets(self, type: ty.StructType) -> tuple[int, ...]:
        """Where the fields of a struct begin."""
        self._measure(type)
        return self._offsets[type]

    # ---- address arithmetic ------------------------------------------------------------------

    def gep_offset(
        self, source: ty.Type, indices: Sequence[Value]
    ) -> tuple[int, list[tuple[Value, int]]]:
        """Constant bytes, and (index, stride) of each index that is not constant."""
        constant = 0
        variable: list[tuple[Value, int]] = []
        current: ty.Type = source
        for position, index in enumerate(indices):
            number = constant_index(index)
            if position and isinstance(current, ty.StructType):
                if number is None:
                    raise error("RZ105", f"a field of {current} is chosen at run time")
                constant += self.offsets(current)[number]
                current = ty.elements(current)[number]
                continue
            if position:
                current = _element(current)
            stride = self.alloc_size(current)
            if number is not None:
                constant += number * stride
            elif stride:
                variable.append((index, stride))
        return constant, variable

    # ---- measuring ---------------------------------------------------------------------------

    def _measure(self, type: ty.Type) -> tuple[int, int]:
        found = self._measured.get(type)
        if found is not None:
            return found
        todo = [type]
        while todo:
            top = todo[-1]
            missing = [part for part in _parts(top) if part not in self._measured]
            if missing:
                todo += missing
                continue
            todo.pop()
            self._measured[top] = self._measured_from_parts(top)
        return self._measured[type]

    def _measured_from_parts(self, type: ty.Type) -> tuple[int, int]:
        match type:
            case ty.IntType(bits=bits):
                return bits, self._integer_align(bits)
            case ty.FloatType(bits=bits):
                return bits, self._float_align(bits)
            case ty.PtrType(addrspace=addrspace):
                size, align = self._pointers.get(addrspace, self._pointers[0])
                return size, align // 8
            case ty.VectorType(count=count, element=element, scalable=False):
                bits = count * self._measured[element][0]
                known = self._vectors.get(bits)
                return bits, known // 8 if known else _power_of_two((bits + 7) // 8)
            case ty.ArrayType(count=count, element=element):
                return count * self.alloc_size(element) * 8, self._measured[element][1]
            case ty.StructType(fields=tuple()):
                return self._measured_struct(type)
            case ty.SimpleType(name="x86_amx"):
                return _AMX_BITS, 64
            case _:
                raise error("RZ105", f"the type {type} has no size that is known")

    def _integer_align(self, bits: int) -> int:
        wider = [width for width in self._integers if width >= bits]
        return self._integers[min(wider) if wider else max(self._integers)] // 8

    def _float_align(self, bits: int) -> int:
        known = self._floats.get(bits)
        return known // 8 if known else _power_of_two((bits + 7) // 8)

    def _measured_struct(self, type: ty.StructType) -> tuple[int, int]:
        position, widest = 0, 1 if type.packed else max(self._aggregate // 8, 1)
        offsets = []
        for field in ty.elements(type):
            align = 1 if type.packed else self._measured[field][1]
            position = _up(position, align)
            widest = max(widest, align)
            offsets.append(position)
            position += self.alloc_size(field)
        self._offsets[type] = tuple(offsets)
        return _up(position, widest) * 8, widest


def constant_index(index: Value) -> int | None:
    """The number of a constant index, also of one that is the same in all lanes."""
    match index:
        case ConstInt(value=value):
            return value
        case ConstZero():
            return 0
        case ConstSplat(element=ConstInt(value=value)):
            return value
        case Undef() | Poison():
            return 0  # any number will do
        case _:
            return None


def _parts(type: ty.Type) -> tuple[ty.Type, ...]:
    match type:
        case ty.ArrayType(element=element) | ty.VectorType(element=element):
            return (element,)
        case ty.StructType(fields=tuple() as fields):
            return fields
        case _:
            return ()


def _element(type: ty.Type) -> ty.Type:
    if isinstance(type, ty.ArrayType | ty.VectorType):
        return type.element
    raise error("RZ105", f"an index into {type}, which has no elements")


def _up(value: int, align: int) -> int:
    return -(-value // align) * align


def _power_of_two(value: int) -> int:
    return 1 << max(value - 1, 0).bit_length()
