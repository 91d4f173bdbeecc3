"""Adaptors: the native code of an operation, with one ABI for every framework.

    i32 @rz.op.NAME(ptr %call, ptr %report)

    call    i64 how many items the batch has, i64 (ours)
            of each input, then output:  ptr first item, i64 bytes to the next, i64 bytes of one
            the words

It runs the routine once per item; a step of 0 shares a tensor among all items. Outputs are written
in place, whatever else the routine needs is one piece of scratch memory for the whole batch. The
status is that of `rz.guard`: 0, or what was thrown, in words at `report` (512 bytes).

    for item:  outputs ← 0 or a copy;  block ← addresses, numbers;  body(block);  outputs ← numbers

Where loops may be checkpointed, the extents of an item's arrays are made known while it runs. What
the program must not free is entered before (`lending.py`): the tensors, and the scratch memory.
"""

import ctypes
from functools import cached_property
from typing import Final, final

from ribozyme.api.calling.call_plan import (
    Constant,
    Copy,
    Count,
    Fresh,
    Given,
    Left,
    Returned,
    Room,
    Seed,
    Unit,
)
from ribozyme.api.calling.routine import SLOT, body_name, held
from ribozyme.api.programs.checkpointable import may_checkpoint
from ribozyme.api.programs.program import Code
from ribozyme.backend.runtime.guard import REPORT_BYTES, thrown
from ribozyme.backend.runtime.symbols import ENTER_CALL, KNOWN, LEAVE
from ribozyme.base.errors import Error, error
from ribozyme.base.record import dataclass
from ribozyme.bindings.operators.operation import ITEMSIZE, Block, Buffer, Operation, Tensor, Word

_HEAD: Final = 2  # words before the tensors
_PER_TENSOR: Final = 3
_SMALL: Final = 2048  # bytes of scratch that need no allocation
_UNIT: Final = 64
_SHORT: Final = ("half", "bfloat")  # floats that are held as wider ones

_DECLARED: Final = f"""
declare i32 @rz.guard(ptr, ptr, ptr)
declare void @{ENTER_CALL}(ptr, ptr, i64, ptr, i64)
declare void @{LEAVE}(ptr)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""
_KNOWN_DECLARED: Final = f"declare i64 @{KNOWN}(ptr, i64)\n"


@final
@dataclass(frozen=True, eq=False)
class Adaptor:
    """Loaded native code of an operation; kept while this is held."""

    operation: Operation
    code: Code

    @property
    def address(self) -> int:
        return self.code.entry

    @cached_property
    def native(self) -> "ctypes._FuncPointer":
        return ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(self.address)

    def run(self, call: "ctypes.Array[ctypes.c_int64]") -> None:
        """Run on a call already laid out; for tests and for fallbacks without native glue."""
        report = ctypes.create_string_buffer(REPORT_BYTES)
        status = self.native(ctypes.addressof(call), report)
        if status:
            raise failure(status, report.raw)


def failure(status: int, report: bytes) -> Error:
    return thrown(status, report)


def symbol(operation: Operation) -> str:
    return f"rz.op.{operation.name}"


def adaptor(operation: Operation) -> Adaptor:
    """The operation, compiled and loaded."""
    program = operation.program.under(operation.options)
    code = program.code(operation.plan.routine, symbol(operation), adaptor_text(operation))
    return Adaptor(operation, code)


def adaptor_text(operation: Operation) -> str:
    """The IR of the adaptor, to stand in the routine's module."""
    known = _tells_extents(operation)
    declared = f"{_DECLARED}{_KNOWN_DECLARED if known else ''}"
    return f"{declared}\n{_Body(operation, known).text()}\n{_entry(operation, known)}"


def _tells_extents(operation: Operation) -> bool:
    """Whether a loop of the routine may be checkpointed, which asks how large arrays are."""
    order = operation.plan.routine.order
    return bool(order) and may_checkpoint(operation.program, operation.options)


def _words_from(operation: Operation) -> int:
    return _HEAD + _PER_TENSOR * (len(operation.inputs) + len(operation.results))


def call_words(operation: Operation) -> int:
    """How many words a call of the operation has."""
    return _words_from(operation) + operation.words


def _entry(operation: Operation, known: bool) -> str:
    """The adaptor. Whatever an item throws, its arrays are forgotten."""
    name = symbol(operation)
    tensors = len(operation.inputs) + len(operation.results)
    level = f"  %level = call i64 @{KNOWN}(ptr null, i64 0)\n" if known else ""
    forget = ["", ""]
    if known:
        forget = [
            f"  %{place}.left = sub i64 -1, %level\n"
            f"  call i64 @{KNOWN}(ptr null, i64 %{place}.left)\n"
            for place in ("here", "there")
        ]
    return f"""
define i32 @{name}(ptr %call, ptr %report) uwtable {{
entry:
{level}  %small = alloca [{_SMALL} x i8], align {_UNIT}
  %lent = alloca [{4 + 2 * tensors} x i64], align 8
  %bytes = call i64 @{name}.scratch(ptr %call)
  %place = getelementptr i64, ptr %call, i64 1
  %fits = icmp ule i64 %bytes, {_SMALL}
  br i1 %fits, label %near, label %far
near:
  store ptr %small, ptr %place
  call void @{ENTER_CALL}(ptr %lent, ptr %call, i64 {tensors}, ptr %small, i64 %bytes)
  %here = call i32 @rz.guard(ptr @{name}.items, ptr %call, ptr %report)
  call void @{LEAVE}(ptr %lent)
{forget[0]}  ret i32 %here
far:
  %memory = call ptr @aligned_alloc(i64 {_UNIT}, i64 %bytes)
  %none = icmp eq ptr %memory, null
  br i1 %none, label %lost, label %work
lost:
  call void @llvm.memcpy.p0.p0.i64(ptr %report, ptr @{name}.lost, i64 33, i1 false)
  ret i32 1
work:
  store ptr %memory, ptr %place
  call void @{ENTER_CALL}(ptr %lent, ptr %call, i64 {tensors}, ptr %memory, i64 %bytes)
  %there = call i32 @rz.guard(ptr @{name}.items, ptr %call, ptr %report)
  call void @{LEAVE}(ptr %lent)
{forget[1]}  call void @free(ptr %memory)
  ret i32 %there
}}
@{name}.lost = private constant [33 x i8] c"no memory for what is in between\\00"
"""


@final
class _Body:
    """The functions that run the items and that tell how much scratch one needs."""

    def __init__(self, operation: Operation, known: bool) -> None:
        self._of = operation
        self._known: list[tuple[str, str]] | None = [] if known else None
        self._lines: list[str] = []
        self._sizes: list[str] = []  # lines of the scratch function
        self._count = 0
        self._tensor = {n: k for k, n in enumerate(operation.tensors)}
        self._output = {
            result.slot: len(self._tensor) + j
            for j, result in enumerate(operation.results)
            if isinstance(result, Left)
        }
        self._scratch = "%scratch"
        self._total = "0"

    def text(self) -> str:
        name = symbol(self._of)
        routine = self._of.plan.routine
        slots = len(routine.slots) + 1
        for slot in range(len(routine.slots)):
            self._fill(slot)
        self._run()
        self._returned()
        items = "\n".join(self._lines)
        sizes = "\n".join(self._sizes)
        return f"""
define internal void @{name}.items(ptr %call) uwtable {{
entry:
  %block = alloca [{SLOT * slots} x i8], align 16
{self._table()}  %count = load i64, ptr %call
  %scratch.at = getelementptr i64, ptr %call, i64 1
  %scratch = load ptr, ptr %scratch.at
  %some = icmp sgt i64 %count, 0
  br i1 %some, label %item, label %done
item:
  %k = phi i64 [ 0, %entry ], [ %next, %item ]
{items}
  %next = add i64 %k, 1
  %more = icmp slt i64 %next, %count
  br i1 %more, label %item, label %done
done:
  ret void
}}
define internal i64 @{name}.scratch(ptr %call) {{
{sizes}
  ret i64 {self._total}
}}
"""

    def _run(self) -> None:
        """Call the routine, while the extents of the item's memory are known."""
        call = f"call void @{body_name(self._of.plan.routine)}(ptr %block)"
        if not self._known:
            self._do(call)
            return
        for k, word in enumerate(word for range in self._known for word in range):
            at = self._put(f"getelementptr i64, ptr %known, i64 {k}")
            self._do(f"store {'i64' if k % 2 else 'ptr'} {word}, ptr {at}")
        level = self._put(f"call i64 @{KNOWN}(ptr %known, i64 {len(self._known)})")
        self._do(call)
        self._do(f"call i64 @{KNOWN}(ptr null, i64 {self._put(f'sub i64 -1, {level}')})")

    def _table(self) -> str:
        """Room for the extents."""
        count = 2 * len(self._known or ())
        return f"  %known = alloca [{count} x i64], align 8\n" if count else ""

    # -- lines --

    def _do(self, line: str) -> None:
        self._lines.append(f"  {line}")

    def _put(self, line: str) -> str:
        self._count += 1
        self._lines.append(f"  %t{self._count} = {line}")
        return f"%t{self._count}"

    def _size(self, line: str) -> str:
        self._count += 1
        self._sizes.append(f"  %s{self._count} = {line}")
        return f"%s{self._count}"

    def _field(self, number: int, type: str = "i64") -> str:
        return self._put(
            f"load {type}, ptr {self._put(f'getelementptr i64, ptr %call, i64 {number}')}"
        )

    def _item(self, tensor: int) -> str:
        """The address of this item in a tensor."""
        first = _HEAD + _PER_TENSOR * tensor
        base, step = self._field(first, "ptr"), self._field(first + 1)
        offset = self._put(f"mul i64 {step}, %k")
        return self._put(f"getelementptr i8, ptr {base}, i64 {offset}")

    # -- sizes --

    def _bytes_of(self, n: int) -> tuple[int, int, int]:
        """Size of what an input leads to: a field, what it is multiplied by; or a constant."""
        match self._of.roles[n]:
            case Tensor():
                return _HEAD + _PER_TENSOR * self._tensor[n] + 2, 1, 0
            case Buffer(dtype=dtype, number=number):
                return _words_from(self._of) + number, ITEMSIZE[dtype], 0
            case Block(count=count):
                return -1, 0, 8 * count
            case Word():
                raise error("RZ901", "a number has no memory")

    def _bytes(self, n: int) -> str:
        field, factor, constant = self._bytes_of(n)
        if field < 0:
            return str(constant)
        return self._put(f"mul i64 {self._field(field)}, {factor}")

    def _reserved(self, n: int | None, constant: int = 16) -> str:
        """Scratch memory of the size of an input, or of a constant one: its address."""
        field, factor, fixed = (-1, 0, constant) if n is None else self._bytes_of(n)
        if field < 0:
            rounded = str((fixed + _UNIT - 1) // _UNIT * _UNIT)
            self._total = self._size(f"add i64 {self._total}, {rounded}")
            here = self._scratch
            self._scratch = self._put(f"getelementptr i8, ptr {here}, i64 {rounded}")
            return here
        for put, is_size in ((self._size, True), (self._put, False)):
            at = put(f"getelementptr i64, ptr %call, i64 {field}")
            bytes = put(f"mul i64 {put(f'load i64, ptr {at}')}, {factor}")
            rounded = put(f"and i64 {put(f'add i64 {bytes}, {_UNIT - 1}')}, -{_UNIT}")
            if is_size:
                self._total = self._size(f"add i64 {self._total}, {rounded}")
        here = self._scratch
        self._scratch = self._put(f"getelementptr i8, ptr {here}, i64 {rounded}")
        return here

    def _size_of(self, slot: int) -> str:
        """The bytes of the memory of a slot."""
        output = self._output.get(slot)
        if output is not None:
            return self._extent(output)
        match self._of.plan.sources[slot]:
            case Given(input=n) | Copy(input=n) | Fresh(input=n) | Seed(input=n):
                return self._bytes(n)
            case Unit() | Room() | Constant() | Count():
                return "16"

    # -- slots --

    def _fill(self, slot: int) -> None:
        type = self._of.plan.routine.slots[slot]
        kept, _ = held(type)
        value = self._memory(slot) if type == "ptr" else self._number(slot, kept)
        if type == "ptr" and self._known is not None:
            self._known.append((value, self._size_of(slot)))
        at = self._put(f"getelementptr i8, ptr %block, i64 {SLOT * slot}")
        self._do(f"store {kept} {value}, ptr {at}, align 8")

    def _number(self, slot: int, kept: str) -> str:
        match self._of.plan.sources[slot]:
            case Constant(value=value):
                return f"{value:e}" if kept in ("float", "double") else str(int(value))
            case Given(input=n):
                pass
            case _:
                raise error("RZ901", f"slot {slot} of {self._of.name} is no number")
        match self._of.roles[n]:
            case Tensor():
                type = self._of.plan.routine.slots[slot]
                found = self._put(f"load {type}, ptr {self._item(self._tensor[n])}")
                return self._put(f"fpext {type} {found} to {kept}") if type in _SHORT else found
            case Word(number=number):
                word = self._field(_words_from(self._of) + number)
                return word if kept == "i64" else self._put(f"trunc i64 {word} to {kept}")
            case _:
                raise error("RZ901", f"input {n} of {self._of.name} is no number")

    def _memory(self, slot: int) -> str:
        """The address for a slot, what it leads to being as the plan says."""
        output = self._output.get(slot)
        match self._of.plan.sources[slot]:
            case Given(input=n):
                return self._given(n, output)
            case Copy(input=n):
                return self._copied(n, output)
            case Fresh(input=n):
                place = self._reserved(n) if output is None else self._item(output)
                return self._zeroed(place, self._bytes(n))
            case Unit():
                raise error("RZ901", f"slot {slot} of {self._of.name} is a seed")
            case Room():
                place = self._reserved(None) if output is None else self._item(output)
                return self._zeroed(place, "16" if output is None else self._extent(output))
            case Constant() | Seed() | Count():
                raise error("RZ901", f"slot {slot} of {self._of.name} has no memory")

    def _given(self, n: int, output: int | None) -> str:
        match self._of.roles[n]:
            case Tensor():
                if output is None and not self._of.plan.inputs[n].parameter.writes:
                    return self._item(self._tensor[n])
                return self._copied(n, output)
            case Buffer():
                place = self._reserved(n) if output is None else self._item(output)
                return self._zeroed(place, self._bytes(n))
            case Block(number=number):
                return self._put(f"getelementptr i64, ptr %call, i64 {self._first_word(number)}")
            case Word():
                raise error("RZ901", f"input {n} of {self._of.name} has no memory")

    def _first_word(self, number: int) -> int:
        return _words_from(self._of) + number

    def _copied(self, n: int, output: int | None) -> str:
        place = self._reserved(n) if output is None else self._item(output)
        from_ = self._item(self._tensor[n])
        bytes = self._bytes(n)
        self._do(
            f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {from_}, i64 {bytes}, i1 false)"
        )
        return place

    def _zeroed(self, place: str, bytes: str) -> str:
        self._do(f"call void @llvm.memset.p0.i64(ptr {place}, i8 0, i64 {bytes}, i1 false)")
        return place

    def _extent(self, tensor: int) -> str:
        return self._field(_HEAD + _PER_TENSOR * tensor + 2)

    def _returned(self) -> None:
        routine = self._of.plan.routine
        for j, result in enumerate(self._of.results):
            if isinstance(result, Returned):
                kept, _ = held(routine.result)
                at = self._put(f"getelementptr i8, ptr %block, i64 {SLOT * len(routine.slots)}")
                found, type = self._put(f"load {kept}, ptr {at}, align 8"), kept
                if routine.result in _SHORT:
                    type = routine.result
                    found = self._put(f"fptrunc {kept} {found} to {type}")
                place = self._item(len(self._tensor) + j)
                self._do(f"store {type} {found}, ptr {place}")
