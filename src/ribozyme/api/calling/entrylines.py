"""Lines of an entry point for Python, and how Python's numbers are read and made.

A value that is not what is wanted leads to the block `slow`, or to `slow.cleared` where Python has
an error set.
"""

from typing import Final

from ribozyme.api.signatures.ctype import Number

# numpy/ndarraytypes.h: the part of an array object that is open to C, stable since NumPy 1.
DATA, NDIM, DIMENSIONS, DESCRIPTOR, FLAGS = 16, 24, 32, 56, 64
CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400
FLOAT_VALUE: Final = 16  # ob_fval
DECLARED: Final = """
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
@PyDict_Type = external global i8
declare i64 @PyDict_Size(ptr)
declare ptr @PyDict_GetItemString(ptr, ptr)
declare ptr @PyDict_New()
declare i32 @PyDict_SetItemString(ptr, ptr, ptr)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @memset(ptr, i32, i64)
declare i32 @rz.guard(ptr, ptr, ptr)
@rz.py.thrown = external global i8
@rz.py.format = private constant [3 x i8] c"iy\\00"
"""

UNDER_OPTIONS: Final = """@rz.py.options = external global i8
@rz.py.defaults = external global i8
declare i32 @PyContextVar_Get(ptr, ptr, ptr)
"""
FIRST, LAST_HELD = 24, 2  # of a tuple: its first object; the holder's third are the options


class Lines:
    """Lines of IR under construction."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._count = 0

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

    def _if(self, condition: str, line: str) -> None:
        """Do something where the condition holds."""
        self._count += 1
        do, on = f"do{self._count}", f"past{self._count}"
        self._do(f"br i1 {condition}, label %{do}, label %{on}")
        self._label(do)
        self._do(line)
        self._do(f"br label %{on}")
        self._label(on)

    def _at(self, base: str, offset: int) -> str:
        return self._put(f"getelementptr i8, ptr {base}, i64 {offset}") if offset else base

    def _load(self, type: str, base: str, offset: int = 0) -> str:
        return self._put(f"load {type}, ptr {self._at(base, offset)}")

    def _same_options(self) -> None:
        """Away where the options in force are not those that `%self` holds."""
        self._lines.insert(1, "  %current = alloca ptr, align 8")
        self._put(
            "call i32 @PyContextVar_Get(ptr @rz.py.options, ptr @rz.py.defaults, ptr %current)"
        )
        found = self._load("ptr", "%current")
        self._do(f"call void @Py_DecRef(ptr {found})")  # whoever set them holds them
        mine = self._load("ptr", "%self", FIRST + 8 * LAST_HELD)
        self._unless(self._put(f"icmp eq ptr {found}, {mine}"), "slow")

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
