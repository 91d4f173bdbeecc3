"""The text of an entry point for Python: arguments checked, the call, results made, all in IR.

    define ptr @ENTRY(ptr %self, ptr %args, i64 %count) {
      … checks, each with a way to %slow …   fill %block   call @rz.guard(@body, %block)   results
    slow:  ret NotImplemented
    }

What an object looks like inside is CPython's and NumPy's; `entry.py` makes sure of it.
"""

from typing import Final, final

from ribozyme.api.calling.plan import Constant, Fresh, Given, Left, Nest, Plan, Returned, Room
from ribozyme.api.calling.routine import SLOT, body_name
from ribozyme.api.signatures.ctype import CType, Number, Pointer

# numpy/ndarraytypes.h: the part of an array object that is open to C, stable since NumPy 1.
_DATA, _NDIM, _DIMENSIONS, _DESCRIPTOR, _FLAGS = 16, 24, 32, 56, 64
_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400
FLOAT_VALUE: Final = 16  # ob_fval
_DECLARED: Final = """
@PyFloat_Type = external global i8
@PyLong_Type = external global i8
@_Py_TrueStruct = external global i8
@_Py_FalseStruct = external global i8
@_Py_NoneStruct = external global i8
@_Py_NotImplementedStruct = external global i8
declare i32 @PyType_IsSubtype(ptr, ptr)
declare double @PyLong_AsDouble(ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare void @Py_IncRef(ptr)
declare void @Py_DecRef(ptr)
declare ptr @PyFloat_FromDouble(double)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyLong_FromUnsignedLongLong(i64)
declare ptr @PyBool_FromLong(i64)
declare ptr @PyTuple_New(i64)
declare i32 @PyTuple_SetItem(ptr, i64, ptr)
declare ptr @PyObject_CallFunction(ptr, ptr, ...)
declare i32 @memcmp(ptr, ptr, i64)
declare i32 @rz.guard(ptr, ptr, ptr)
@rz.py.thrown = external global i8
@rz.py.format = private constant [3 x i8] c"iy\\00"
"""


def entry_text(plan: Plan) -> str | None:
    """The IR of the entry point; None for a plan that needs the complete way."""
    if plan.has_variables or plan.routine.is_checkpointed or not _is_plain(plan):
        return None
    writer = _Writer()
    writer.arguments(plan)
    writer.call(plan)
    writer.results(plan)
    kinds = arrays(plan)
    declared = [f"@rz.py.{name} = external global i8" for name in sorted(kinds)]
    if kinds:
        declared.append("@rz.py.array = external global i8")
        declared.append("declare ptr @rz.py.zeros(i32, ptr, ptr, i32)")
    return "\n".join((_DECLARED, *declared, writer.text()))


def _is_plain(plan: Plan) -> bool:
    if not all(_dtype(given.type) for given in plan.inputs):
        return False
    for source in plan.sources:
        match source:
            case Given() | Constant():
                pass
            case Fresh(input=n) if isinstance(plan.inputs[n].type, Pointer):
                pass
            case Room(type=Number(kind="float", size=4 | 8)):
                pass
            case _:
                return False
    return all(
        not isinstance(o, Left) or not isinstance(plan.sources[o.slot], Constant)
        for o in plan.outputs
    ) and all(
        t in ("double", "float", "ptr", "i64", "i32", "i16", "i8", "i1") for t in plan.routine.slots
    )


def _dtype(type: CType) -> str:
    """NumPy's name for a number, or for what a pointer leads to; empty for the rest."""
    match type:
        case Number(kind="float", size=4 | 8) | Number(kind="int" | "uint") as number:
            return f"{number.kind}{8 * number.size}"
        case Number(kind="bool", size=1):
            return "bool"
        case Pointer(to=Number() as number, sign="*", shape=None):
            return _dtype(number)
        case _:
            return ""


def arrays(plan: Plan) -> set[str]:
    """The kinds of arrays a plan takes, by NumPy's names."""
    return {_dtype(g.type) for g in plan.inputs if isinstance(g.type, Pointer)}


@final
class _Writer:
    """The lines of an entry point."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._count = 0
        self._fresh: list[str] = []  # objects made so far, to be dropped on the way out

    def text(self) -> str:
        body = "\n".join(self._lines)
        return (
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

    def _new(self) -> str:
        self._count += 1
        return f"%t{self._count}"

    def _put(self, line: str) -> str:
        name = self._new()
        self._lines.append(f"  {name} = {line}")
        return name

    def _do(self, line: str) -> None:
        self._lines.append(f"  {line}")

    def _label(self, name: str) -> None:
        self._lines.append(f"{name}:")

    def _unless(self, condition: str, way: str) -> None:
        """Go on where the condition holds, else away."""
        self._count += 1
        on = f"on{self._count}"
        self._do(f"br i1 {condition}, label %{on}, label %{way}")
        self._label(on)

    def _at(self, base: str, offset: int) -> str:
        return self._put(f"getelementptr i8, ptr {base}, i64 {offset}") if offset else base

    def _load(self, type: str, base: str, offset: int = 0) -> str:
        return self._put(f"load {type}, ptr {self._at(base, offset)}")

    # -- arguments --

    def arguments(self, plan: Plan) -> None:
        self._label("entry")
        size = SLOT * (len(plan.routine.slots) + 2)
        self._lines.append(f"  %block = alloca [{size} x i8], align 16")
        self._lines.append("  %report = alloca [512 x i8], align 16")
        rooms = [k for k, s in enumerate(plan.sources) if isinstance(s, Room)]
        self._lines.extend(f"  %room{k} = alloca i64, align 8" for k in rooms)
        self._unless(self._put(f"icmp eq i64 %count, {len(plan.inputs)}"), "slow")
        self._objects = [self._load("ptr", "%args", 8 * n) for n in range(len(plan.inputs))]
        self._words = [self._word(plan, n) for n in range(len(plan.inputs))]
        self._alike(plan)
        if plan.routine.order:
            self._apart(plan)

    def _word(self, plan: Plan, n: int) -> str:
        """The value of an argument, checked: a double, an i64 or an address."""
        object, given = self._objects[n], plan.inputs[n]
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
                return self._array(object, _dtype(type), given.parameter.writes)

    def _float(self, object: str) -> str:
        self._count += 1
        k = self._count
        type = self._load("ptr", object, 8)
        exact = self._put(f"icmp eq ptr {type}, @PyFloat_Type")
        self._do(f"br i1 {exact}, label %float{k}, label %other{k}")
        self._label(f"other{k}")
        whole = self._put(f"icmp eq ptr {type}, @PyLong_Type")
        self._do(f"br i1 {whole}, label %int{k}, label %sub{k}")
        self._label(f"int{k}")
        converted = self._put(f"call double @PyLong_AsDouble(ptr {object})")
        bad = self._put(f"fcmp oeq double {converted}, -1.0")
        self._do(f"br i1 {bad}, label %ask{k}, label %done{k}")
        self._label(f"ask{k}")
        raised = self._put("call ptr @PyErr_Occurred()")
        fine = self._put(f"icmp eq ptr {raised}, null")
        self._do(f"br i1 {fine}, label %done{k}, label %slow.cleared")
        self._label(f"sub{k}")
        derived = self._put(f"call i32 @PyType_IsSubtype(ptr {type}, ptr @PyFloat_Type)")
        yes = self._put(f"icmp ne i32 {derived}, 0")
        self._do(f"br i1 {yes}, label %float{k}, label %slow")
        self._label(f"float{k}")
        held = self._load("double", object, FLOAT_VALUE)
        self._do(f"br label %done{k}")
        self._label(f"done{k}")
        return self._put(
            f"phi double [ {held}, %float{k} ], [ {converted}, %int{k} ], [ {converted}, %ask{k} ]"
        )

    def _integer(self, object: str, number: Number) -> str:
        self._count += 1
        k = self._count
        self._unless(self._put(f"icmp eq ptr {self._load('ptr', object, 8)}, @PyLong_Type"), "slow")
        value = self._put(f"call i64 @PyLong_AsLongLong(ptr {object})")
        doubtful = self._put(f"icmp eq i64 {value}, -1")
        self._do(f"br i1 {doubtful}, label %ask{k}, label %fine{k}")
        self._label(f"ask{k}")
        raised = self._put("call ptr @PyErr_Occurred()")
        clean = self._put(f"icmp eq ptr {raised}, null")
        self._do(f"br i1 {clean}, label %fine{k}, label %slow.cleared")
        self._label(f"fine{k}")
        bits = 8 * number.size
        low = 0 if number.kind == "uint" else -(1 << bits - 1)
        high = (1 << bits) - 1 if number.kind == "uint" else (1 << bits - 1) - 1
        if low > -(1 << 63):
            self._unless(self._put(f"icmp sge i64 {value}, {low}"), "slow")
        if high < (1 << 63) - 1:
            self._unless(self._put(f"icmp sle i64 {value}, {high}"), "slow")
        return value

    def _array(self, object: str, dtype: str, writes: bool) -> str:
        type = self._load("ptr", object, 8)
        self._unless(self._put(f"icmp eq ptr {type}, @rz.py.array"), "slow")
        descriptor = self._load("ptr", object, _DESCRIPTOR)
        self._unless(self._put(f"icmp eq ptr {descriptor}, @rz.py.{dtype}"), "slow")
        wanted = _CONTIGUOUS | _ALIGNED | (_WRITEABLE if writes else 0)
        flags = self._put(f"and i32 {self._load('i32', object, _FLAGS)}, {wanted}")
        self._unless(self._put(f"icmp eq i32 {flags}, {wanted}"), "slow")
        return self._load("ptr", object, _DATA)

    def _alike(self, plan: Plan) -> None:
        """Tangents, cotangents and shadows have the shape of what they belong to."""
        for n, given in enumerate(plan.inputs):
            if given.like < 0 or not isinstance(given.type, Pointer):
                continue
            mine, other = self._objects[n], self._objects[given.like]
            ndim = self._load("i32", mine, _NDIM)
            same = self._put(f"icmp eq i32 {ndim}, {self._load('i32', other, _NDIM)}")
            self._unless(same, "slow")
            length = self._put(f"mul i64 {self._put(f'zext i32 {ndim} to i64')}, 8")
            one = self._load("ptr", mine, _DIMENSIONS)
            two = self._load("ptr", other, _DIMENSIONS)
            differ = self._put(f"call i32 @memcmp(ptr {one}, ptr {two}, i64 {length})")
            self._unless(self._put(f"icmp eq i32 {differ}, 0"), "slow")

    def _apart(self, plan: Plan) -> None:
        """Arrays of floats that lie in one another are left to the complete way, which refuses."""
        floats = [
            n
            for n, given in enumerate(plan.inputs)
            if isinstance(given.type, Pointer) and _dtype(given.type).startswith("float")
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
        size = int(_dtype(plan.inputs[n].type)[5:]) // 8
        object = self._objects[n]
        ndim = self._load("i32", object, _NDIM)
        places = self._load("ptr", object, _DIMENSIONS)
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
        self._made: dict[int, str] = {}
        for k, source in enumerate(plan.sources):
            if isinstance(source, Fresh):
                self._made[k] = self._zeros(plan, source.input)
        for k in range(len(plan.sources)):
            self._fill(plan, k)
        state = self._put("call ptr @PyEval_SaveThread()")
        body = body_name(plan.routine)
        status = self._put(f"call i32 @rz.guard(ptr @{body}, ptr %block, ptr %report)")
        self._do(f"call void @PyEval_RestoreThread(ptr {state})")
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

    def _zeros(self, plan: Plan, n: int) -> str:
        """A new array like an argument, all zero."""
        dtype = _dtype(plan.inputs[n].type)
        ndim = self._load("i32", self._objects[n], _NDIM)
        places = self._load("ptr", self._objects[n], _DIMENSIONS)
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
        for made in self._fresh:
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
            case Fresh():
                self._do(f"store ptr {self._load('ptr', self._made[k], _DATA)}, ptr {at}")
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
        self._do(f"ret ptr {self._nested(plan.result)}")

    def _output(self, plan: Plan, output: Returned | Left) -> str:
        match output:
            case Returned(type=type):
                return self._number(self._at("%block", SLOT * len(plan.routine.slots)), type)
            case Left(slot=k):
                match plan.sources[k]:
                    case Room(type=Number() as type):
                        return self._number(f"%room{k}", type)
                    case Fresh():
                        return self._made[k]
                    case Given(input=n):
                        self._do(f"call void @Py_IncRef(ptr {self._objects[n]})")
                        return self._objects[n]
        raise AssertionError(output)

    def _number(self, at: str, type: Number) -> str:
        """A Python object of the number at an address."""
        match type:
            case Number(kind="float", size=size):
                held = "float" if size == 4 else "double"
                value = self._load(held, at)
                if size == 4:
                    value = self._put(f"fpext float {value} to double")
                return self._put(f"call ptr @PyFloat_FromDouble(double {value})")
            case Number(kind=kind, size=size):
                value = self._load(f"i{8 * size}", at)
                if size < 8:
                    way = "sext" if kind == "int" else "zext"
                    value = self._put(f"{way} i{8 * size} {value} to i64")
                make = {"bool": "PyBool_FromLong", "int": "PyLong_FromLongLong"}.get(
                    kind, "PyLong_FromUnsignedLongLong"
                )
                return self._put(f"call ptr @{make}(i64 {value})")

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
