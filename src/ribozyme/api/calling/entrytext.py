"""The text of an entry point for Python: arguments checked, the call, results made, all in IR.

    define ptr @ENTRY(ptr %self, ptr %args, i64 %count) {
      … checks, each with a way to %slow …   fill %block   call @rz.guard(@body, %block)   results
    slow:  ret NotImplemented
    }

What an object looks like inside is CPython's and NumPy's; `entry.py` makes sure of it.
"""

from collections.abc import Sequence
from typing import final

from ribozyme.api.calling.call_plan import (
    Constant,
    Fresh,
    Given,
    Left,
    Nest,
    Plan,
    Returned,
    Room,
)
from ribozyme.api.calling.entry_plans import arrays, dtype_of, is_array, is_plain, record
from ribozyme.api.calling.entrylines import (
    ALIGNED,
    CONTIGUOUS,
    DATA,
    DECLARED,
    DESCRIPTOR,
    DIMENSIONS,
    FLAGS,
    NDIM,
    UNDER_OPTIONS,
    WRITEABLE,
    Lines,
)
from ribozyme.api.calling.routine import PADDING, SLOT, body_name
from ribozyme.api.signatures.ctype import Layout, Number, Pointer
from ribozyme.backend.runtime.symbols import ENTER, LEAVE, WANTED
from ribozyme.base.record import dataclass


@final
@dataclass(frozen=True, slots=True)
class Mark:
    """An argument that stands for a value, and maybe its shadow: an object of the class whose
    address is that of `symbol`, and where these two lie in it; by itself (no class) a value."""

    symbol: str = ""
    value: int = 0
    shadow: int = 0


def entry_text(plan: Plan, zeroed: int = 0, marks: Sequence[Mark] = ()) -> str | None:
    """The IR of the entry point; None for a plan that needs the complete way. The last `zeroed`
    arguments are arrays that are set to zero before the call. With `marks` the inputs come in
    these: all values, then all shadows."""
    if plan.has_variables or not is_plain(plan):
        return None
    writer = _Writer(zeroed, marks)
    writer.arguments(plan)
    writer.call(plan)
    writer.results(plan)
    kinds = arrays(plan)
    declared = [f"@rz.py.{name} = external global i8" for name in sorted(kinds)]
    if kinds:
        declared.append("@rz.py.array = external global i8")
        declared.append("declare ptr @rz.py.zeros(i32, ptr, ptr, i32)")
        declared.append(f"@{WANTED} = external global i8")
        declared += [f"declare void @{name}(ptr)" for name in (ENTER, LEAVE)]
    symbols = sorted({mark.symbol for mark in marks if mark.symbol})
    declared += [f"@{symbol} = external global i8" for symbol in symbols]
    declared += [UNDER_OPTIONS] if marks else []
    return "\n".join((DECLARED, *declared, writer.text()))


@final
class _Writer(Lines):
    """The lines of an entry point."""

    def __init__(self, zeroed: int = 0, marks: Sequence[Mark] = ()) -> None:
        super().__init__()
        self._zeroed, self._marks = zeroed, marks
        self._names: dict[str, str] = {}  # of members, as text in C
        self._fresh: list[str] = []  # objects made so far, to be dropped on the way out
        self._held: list[str] = []  # arguments that are held during the call

    def text(self) -> str:
        body = "\n".join(self._lines)
        names = "".join(
            f'{symbol} = private constant [{len(name) + 1} x i8] c"{name}\\00"\n'
            for name, symbol in self._names.items()
        )
        return (
            f"{names}"
            "define ptr @ENTRY(ptr %self, ptr %args, i64 %count) {\n"
            f"{body}\n"
            "slow:\n"
            "  call void @Py_IncRef(ptr @_Py_NotImplementedStruct)\n"
            "  ret ptr @_Py_NotImplementedStruct\n"
            "slow.cleared:\n"
            "  call void @PyErr_Clear()\n"
            "  br label %slow\n"
            "}\n"
        )

    # -- arguments --

    def arguments(self, plan: Plan) -> None:
        self._label("entry")
        size = SLOT * (len(plan.routine.slots) + 2)
        self._lines.append(f"  %block = alloca [{size} x i8], align 16")
        self._lines.append("  %report = alloca [512 x i8], align 16")
        rooms = [k for k, s in enumerate(plan.sources) if isinstance(s, Room)]
        self._lines.extend(f"  %room{k} = alloca i64, align 8" for k in rooms)
        self._records = [record(plan, given) for given in plan.inputs]
        for place, layout in self._own_records(plan):
            words = f"[{(layout.size + 7 + PADDING) // 8} x i64]"
            self._lines.append(f"  {place} = alloca {words}, align 16")
            self._lines.append(f"  store {words} zeroinitializer, ptr {place}")
        count = len(self._marks) or len(plan.inputs)
        self._unless(self._put(f"icmp eq i64 %count, {count}"), "slow")
        given = [self._load("ptr", "%args", 8 * n) for n in range(count)]
        self._objects = self._unwrapped(given) if self._marks else given
        self._words = [self._word(plan, n) for n in range(len(plan.inputs))]
        self._alike(plan)
        if plan.routine.order:
            self._apart(plan)
        for n in range(len(plan.inputs) - self._zeroed, len(plan.inputs)):
            end = self._put(f"ptrtoint ptr {self._end(plan, n)} to i64")
            start = self._put(f"ptrtoint ptr {self._words[n]} to i64")
            length = self._put(f"sub i64 {end}, {start}")
            self._put(f"call ptr @memset(ptr {self._words[n]}, i32 0, i64 {length})")

    def _unwrapped(self, given: Sequence[str]) -> list[str]:
        """The values in the marks, then the shadows, where the options are those of this entry."""
        self._same_options()
        values, shadows = [], []
        for mark, object in zip(self._marks, given, strict=True):
            if not mark.symbol:
                values.append(object)
                continue
            type = self._load("ptr", object, 8)
            self._unless(self._put(f"icmp eq ptr {type}, @{mark.symbol}"), "slow")
            values.append(self._member_of(object, mark.value))
            if mark.shadow:
                shadows.append(self._member_of(object, mark.shadow))
        return [*values, *shadows]

    def _member_of(self, object: str, offset: int) -> str:
        """What a slot of an object holds."""
        held = self._load("ptr", object, offset)
        self._unless(self._put(f"icmp ne ptr {held}, null"), "slow")
        return held

    def _own_records(self, plan: Plan) -> list[tuple[str, Layout]]:
        """The structs that lie on the stack: of arguments, and their shadows."""
        given = [(f"%record{n}", one) for n, one in enumerate(self._records)]
        fresh = [
            (f"%shadow{k}", self._records[source.input])
            for k, source in enumerate(plan.sources)
            if isinstance(source, Fresh)
        ]
        return [(name, layout) for name, layout in (*given, *fresh) if layout is not None]

    def _member(self, n: int, layout: Layout) -> str:
        """A struct made from a dictionary that has its members, and no others."""
        object, place = self._objects[n], f"%record{n}"
        exact = self._put(f"icmp eq ptr {self._load('ptr', object, 8)}, @PyDict_Type")
        self._unless(exact, "slow")
        size = self._put(f"call i64 @PyDict_Size(ptr {object})")
        self._unless(self._put(f"icmp eq i64 {size}, {len(layout.members)}"), "slow")
        for member in layout.members:
            assert isinstance(member.type, Number)
            held = self._put(
                f"call ptr @PyDict_GetItemString(ptr {object}, ptr {self._text(member.name)})"
            )
            self._unless(self._put(f"icmp ne ptr {held}, null"), "slow")
            at, number = self._at(place, member.offset), member.type
            if number.kind == "float":
                value, type = self._float(held), "double"
                if number.size == 4:
                    value, type = self._put(f"fptrunc double {value} to float"), "float"
            else:
                value, type = self._integer(held, number), f"i{8 * number.size}"
                if number.size < 8:
                    value = self._put(f"trunc i64 {value} to {type}")
            self._do(f"store {type} {value}, ptr {at}, align 1")
        return place

    def _text(self, name: str) -> str:
        return self._names.setdefault(name, f"@rz.py.name{len(self._names)}")

    def _dictionary(self, place: str, layout: Layout) -> str:
        """A dictionary of the numbers in a struct."""
        made = self._put("call ptr @PyDict_New()")
        for member in layout.members:
            assert isinstance(member.type, Number)
            value = self._number(self._at(place, member.offset), member.type)
            name = self._text(member.name)
            self._put(f"call i32 @PyDict_SetItemString(ptr {made}, ptr {name}, ptr {value})")
            self._do(f"call void @Py_DecRef(ptr {value})")
        return made

    def _word(self, plan: Plan, n: int) -> str:
        """The value of an argument, checked: a double, an i64 or an address."""
        object, given = self._objects[n], plan.inputs[n]
        layout = self._records[n]
        if layout is not None:
            return self._member(n, layout)
        match given.type:
            case Number(kind="float"):
                return self._float(object)
            case Number(kind="bool"):
                yes = self._put(f"icmp eq ptr {object}, @_Py_TrueStruct")
                no = self._put(f"icmp eq ptr {object}, @_Py_FalseStruct")
                self._unless(self._put(f"or i1 {yes}, {no}"), "slow")
                return self._put(f"zext i1 {yes} to i64")
            case Number() as number:
                return self._integer(object, number)
            case type:
                return self._array(object, dtype_of(type), given.parameter.writes)

    def _array(self, object: str, dtype: str, writes: bool) -> str:
        type = self._load("ptr", object, 8)
        self._unless(self._put(f"icmp eq ptr {type}, @rz.py.array"), "slow")
        descriptor = self._load("ptr", object, DESCRIPTOR)
        self._unless(self._put(f"icmp eq ptr {descriptor}, @rz.py.{dtype}"), "slow")
        wanted = CONTIGUOUS | ALIGNED | (WRITEABLE if writes else 0)
        flags = self._put(f"and i32 {self._load('i32', object, FLAGS)}, {wanted}")
        self._unless(self._put(f"icmp eq i32 {flags}, {wanted}"), "slow")
        return self._load("ptr", object, DATA)

    def _alike(self, plan: Plan) -> None:
        """Tangents, cotangents and shadows have the shape of what they belong to."""
        for n, given in enumerate(plan.inputs):
            if given.like < 0 or not is_array(given.type):
                continue
            mine, other = self._objects[n], self._objects[given.like]
            ndim = self._load("i32", mine, NDIM)
            same = self._put(f"icmp eq i32 {ndim}, {self._load('i32', other, NDIM)}")
            self._unless(same, "slow")
            length = self._put(f"mul i64 {self._put(f'zext i32 {ndim} to i64')}, 8")
            one = self._load("ptr", mine, DIMENSIONS)
            two = self._load("ptr", other, DIMENSIONS)
            differ = self._put(f"call i32 @memcmp(ptr {one}, ptr {two}, i64 {length})")
            self._unless(self._put(f"icmp eq i32 {differ}, 0"), "slow")

    def _apart(self, plan: Plan) -> None:
        """Arrays of floats that lie in one another are left to the complete way, which refuses."""
        floats = [
            n
            for n, given in enumerate(plan.inputs)
            if isinstance(given.type, Pointer) and dtype_of(given.type).startswith("float")
        ]
        written = [n for n in floats if plan.inputs[n].parameter.writes]
        ends = {n: self._end(plan, n) for n in floats} if written and len(floats) > 1 else {}
        for i, one in enumerate(floats if ends else []):
            for other in floats[i + 1 :]:
                if one in written or other in written:
                    first = self._put(f"icmp ult ptr {self._words[one]}, {ends[other]}")
                    second = self._put(f"icmp ult ptr {self._words[other]}, {ends[one]}")
                    both = self._put(f"and i1 {first}, {second}")
                    self._unless(self._put(f"xor i1 {both}, true"), "slow")

    def _end(self, plan: Plan, n: int) -> str:
        """The address behind an array, its size counted over all axes."""
        self._count += 1
        k = self._count
        size = int(dtype_of(plan.inputs[n].type)[5:]) // 8
        object = self._objects[n]
        ndim = self._load("i32", object, NDIM)
        places = self._load("ptr", object, DIMENSIONS)
        self._do(f"br label %before{k}")
        self._label(f"before{k}")
        self._do(f"br label %axes{k}")
        self._label(f"axes{k}")
        self._do(f"%axis{k} = phi i32 [ 0, %before{k} ], [ %axis{k}.next, %axis{k}.body ]")
        self._do(f"%size{k} = phi i64 [ {size}, %before{k} ], [ %size{k}.next, %axis{k}.body ]")
        more = self._put(f"icmp slt i32 %axis{k}, {ndim}")
        self._do(f"br i1 {more}, label %axis{k}.body, label %axes{k}.end")
        self._label(f"axis{k}.body")
        at = self._put(f"getelementptr i64, ptr {places}, i32 %axis{k}")
        self._do(f"%size{k}.next = mul i64 %size{k}, {self._load('i64', at)}")
        self._do(f"%axis{k}.next = add i32 %axis{k}, 1")
        self._do(f"br label %axes{k}")
        self._label(f"axes{k}.end")
        return self._put(f"getelementptr i8, ptr {self._words[n]}, i64 %size{k}")

    # -- the call --

    def call(self, plan: Plan) -> None:
        if self._marks:  # another thread may put something else into a mark
            self._held = list(self._objects)
        for object in self._held:
            self._do(f"call void @Py_IncRef(ptr {object})")
        self._made: dict[int, str] = {}
        for k, source in enumerate(plan.sources):
            if isinstance(source, Fresh) and self._records[source.input] is None:
                self._made[k] = self._zeros(plan, source.input)
        for k in range(len(plan.sources)):
            self._fill(plan, k)
        lent = self._lent(plan)
        state = self._put("call ptr @PyEval_SaveThread()")
        body = body_name(plan.routine)
        status = self._put(f"call i32 @rz.guard(ptr @{body}, ptr %block, ptr %report)")
        self._do(f"call void @PyEval_RestoreThread(ptr {state})")
        if lent:
            self._if("%lends", f"call void @{LEAVE}(ptr %lent)")
        self._do(f"%ended = icmp eq i32 {status}, 0")
        self._do("br i1 %ended, label %ended.well, label %thrown")
        self._label("thrown")
        self._drop()
        raised = self._put(
            "call ptr (ptr, ptr, ...) @PyObject_CallFunction(ptr @rz.py.thrown, ptr @rz.py.format, "
            f"i32 {status}, ptr %report)"
        )
        self._do(f"ret ptr {raised}")
        self._label("ended.well")

    def _lent(self, plan: Plan) -> bool:
        """Enter the arrays that nobody may free, where the code may; whether there are any."""
        starts = [self._words[n] for n, given in enumerate(plan.inputs) if is_array(given.type)] + [
            self._load("ptr", made, DATA) for made in self._made.values()
        ]
        if not starts:
            return False
        self._lines.insert(1, f"  %lent = alloca [{2 + 2 * len(starts)} x i64], align 8")
        self._do(f"%lends.byte = load i8, ptr @{WANTED}")
        self._do("%lends = icmp ne i8 %lends.byte, 0")
        self._do(f"store i64 {len(starts)}, ptr {self._at('%lent', 8)}")
        for k, start in enumerate(starts):
            end = self._put(f"getelementptr i8, ptr {start}, i64 1")
            self._do(f"store ptr {start}, ptr {self._at('%lent', 16 + 16 * k)}")
            self._do(f"store ptr {end}, ptr {self._at('%lent', 24 + 16 * k)}")
        self._if("%lends", f"call void @{ENTER}(ptr %lent)")
        return True

    def _zeros(self, plan: Plan, n: int) -> str:
        """A new array like an argument, all zero."""
        dtype = dtype_of(plan.inputs[n].type)
        ndim = self._load("i32", self._objects[n], NDIM)
        places = self._load("ptr", self._objects[n], DIMENSIONS)
        self._do(f"call void @Py_IncRef(ptr @rz.py.{dtype})")  # taken over by the array
        made = self._put(
            f"call ptr @rz.py.zeros(i32 {ndim}, ptr {places}, ptr @rz.py.{dtype}, i32 0)"
        )
        self._count += 1
        k = self._count
        self._do(f"%got{k} = icmp ne ptr {made}, null")
        self._do(f"br i1 %got{k}, label %have{k}, label %lack{k}")
        self._label(f"lack{k}")
        self._drop()
        self._do("ret ptr null")
        self._label(f"have{k}")
        self._fresh.append(made)
        return made

    def _drop(self) -> None:
        for made in (*self._fresh, *self._held):
            self._do(f"call void @Py_DecRef(ptr {made})")

    def _fill(self, plan: Plan, k: int) -> None:
        """Put one parameter into its slot."""
        at = self._at("%block", SLOT * k)
        type = plan.routine.slots[k]
        match plan.sources[k]:
            case Given(input=n):
                word = self._words[n]
                if type == "float":
                    word = self._put(f"fptrunc double {word} to float")
                held = type if type in ("double", "float", "ptr") else "i64"
                self._do(f"store {held} {word}, ptr {at}")
            case Constant(value=value):
                bits = f"0x{_bits(value):016X}"
                self._do(f"store {type} {bits}, ptr {at}")
            case Fresh(input=n) if self._records[n] is not None:
                self._do(f"store ptr %shadow{k}, ptr {at}")
            case Fresh():
                self._do(f"store ptr {self._load('ptr', self._made[k], DATA)}, ptr {at}")
            case _:
                self._do(f"store i64 0, ptr %room{k}")
                self._do(f"store ptr %room{k}, ptr {at}")

    # -- results --

    def results(self, plan: Plan) -> None:
        kept = {o.slot for o in plan.outputs if isinstance(o, Left)}
        self._found = [self._output(plan, output) for output in plan.outputs]
        for k, made in self._made.items():
            if k not in kept:
                self._do(f"call void @Py_DecRef(ptr {made})")
        result = self._nested(plan.result)
        for object in self._held:
            self._do(f"call void @Py_DecRef(ptr {object})")
        self._do(f"ret ptr {result}")

    def _output(self, plan: Plan, output: Returned | Left) -> str:
        match output:
            case Returned(type=type):
                return self._number(self._at("%block", SLOT * len(plan.routine.slots)), type)
            case Left(slot=k):
                match plan.sources[k]:
                    case Room(type=Number() as type):
                        return self._number(f"%room{k}", type)
                    case Fresh(input=n):
                        layout = self._records[n]
                        return self._dictionary(f"%shadow{k}", layout) if layout else self._made[k]
                    case Given(input=n):
                        self._do(f"call void @Py_IncRef(ptr {self._objects[n]})")
                        return self._objects[n]
        raise AssertionError(output)

    def _nested(self, shape: Nest) -> str:
        if isinstance(shape, int):
            return self._found[shape]
        if not shape:
            self._do("call void @Py_IncRef(ptr @_Py_NoneStruct)")
            return "@_Py_NoneStruct"
        parts = [self._nested(part) for part in shape]
        made = self._put(f"call ptr @PyTuple_New(i64 {len(parts)})")
        for k, part in enumerate(parts):
            self._put(f"call i32 @PyTuple_SetItem(ptr {made}, i64 {k}, ptr {part})")
        return made


def _bits(value: float) -> int:
    import struct

    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return found
