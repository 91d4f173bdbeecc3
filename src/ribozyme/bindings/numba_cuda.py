"""Kernels of Numba's CUDA target: `@cuda.jit` functions as kernels of `rz.gpu`.

    @cuda.jit
    def smooth(u, v): …
    k = rz.numba.kernel(smooth)
    k[grid, block](u, v)                                             runs it in the emulator
    rz.grad(k)[grid, block](rz.Duplicated(u, du), rz.Duplicated(v, dv))

Numba compiles a kernel to LLVM IR without a device or a toolkit. There is a kernel for each
combination of types of arguments; an array becomes its address and its shape:

    define ptx_kernel void @smooth(ptr %u, i64 %u.0, ptr %v, i64 %v.0) { call i32 @numba's(…) }

Numba writes IR with typed pointers, for the library of NVIDIA that reads it; here they are opaque.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from inspect import signature as parameters
from types import SimpleNamespace
from typing import Any, Final, final

import numba
import numpy as np
from numba.core import types

from ribozyme.api.derivatives.exact import Const, Duplicated, DuplicatedNoNeed, Mode
from ribozyme.api.gpu.device_program import HALVES, DeviceProgram, WorkMode
from ribozyme.api.gpu.kernels import Kernel, Launch
from ribozyme.api.gpu.load import Kernels
from ribozyme.backend import llvm
from ribozyme.base.errors import error

nb: Final[Any] = types
_typeof: Final[Any] = numba.typeof
_POINTEE: Final = (
    r'(?:\bi\d+|\bhalf|\bfloat|\bdouble|\bvoid|\bptr(?: addrspace\(\d+\))?|%"[^"\n]+"|\{[^{}*\n]*\}'
    r"|\[\d+ x [^\[\]*\n]*\]|<\d+ x [^<>*\n]*>)(?: \([^()*\n]*\))?(?P<space> addrspace\(\d+\))?\*"
)
_TYPED: Final = re.compile(_POINTEE)
_DEBUG: Final = re.compile(r'^.*@"?llvm\.dbg\..*$', re.M)
_ATOMIC: Final = re.compile(r'"(llvm\.nvvm\.atomic\.load\.\w+\.\w+)\.p0\w+"')
_CAPABILITY: Final = (9, 0)
_WRAPPED: Final = {1: "i1", 8: "i8", 16: "i16", 32: "i32", 64: "i64"}


def kernel(dispatcher: Any) -> "NumbaKernel":
    """A `@cuda.jit` function as a kernel of `rz.gpu`."""
    if not hasattr(dispatcher, "py_func") or "cuda" not in type(dispatcher).__module__:
        raise error("RZ008", f"{dispatcher!r} is no kernel of numba.cuda")
    return NumbaKernel(dispatcher, "primal", {}, {})


@final
class NumbaKernel:
    """A kernel of Numba, or its gradient: there is code for each combination of types."""

    own_transforms = True

    def __init__(
        self,
        dispatcher: Any,
        mode: WorkMode,
        how: dict[str, Any],
        made: dict[tuple[Any, ...], Kernel],
    ) -> None:
        self.dispatcher, self.mode = dispatcher, mode
        self.how = how
        self._made = made

    def of(self, *args: Any) -> Kernel:
        """The kernel for arguments of these types; an array is its address and its shape there."""
        given = tuple(_typeof(_value(arg)) for arg in args)
        found = self._made.get(given)
        if found is None:
            found = self._made[given] = _compiled(self.dispatcher.py_func, given)
        return Kernel(found.program, found.signature, self.mode, **self.how)

    def __getitem__(self, sizes: Any) -> "NumbaLaunch":
        return NumbaLaunch(self, sizes)

    def grad(self, **options: Any) -> "NumbaKernel":
        """Its gradient, with the same launch."""
        return self._other("reverse", options)

    def split(self, **options: Any) -> "tuple[NumbaKernel, NumbaKernel]":
        """The halves of its gradient."""
        return self._other(HALVES[0], options), self._other(HALVES[1], options)

    def emulated(self, **how: Any) -> "NumbaKernel":
        """The kernel in the emulator, with checks or on several cores."""
        return NumbaKernel(self.dispatcher, self.mode, how, self._made)

    def _other(self, mode: WorkMode, options: dict[str, Any]) -> "NumbaKernel":
        if options or self.mode != "primal":
            raise error("RZ511", "derivatives of a kernel have no options, and no derivatives")
        return NumbaKernel(self.dispatcher, mode, self.how, self._made)


@final
class NumbaLaunch:
    """A kernel of Numba with the sizes of its grid and blocks."""

    def __init__(self, of: NumbaKernel, sizes: Any) -> None:
        self.of, self.sizes = of, sizes

    def __call__(self, *args: Any) -> Any:
        tape = args[:1] if self.of.mode == HALVES[1] else ()
        given = args[len(tape) :]
        return self._launch(given)(*tape, *_expanded(given))

    def autodiff(self, mode: Mode, args: Sequence[Any]) -> None:
        """Run a derivative, each argument wrapped in what it is to it."""
        self._launch(args).autodiff(mode, _expanded(args))

    def _launch(self, args: Sequence[Any]) -> Launch:
        return self.of.of(*args)[self.sizes]


def _value(arg: Any) -> Any:
    return arg.value if isinstance(arg, Duplicated | DuplicatedNoNeed | Const) else arg


def _expanded(args: Sequence[Any]) -> list[Any]:
    """An array with its shape behind it."""
    found: list[Any] = []
    for arg in args:
        value = _value(arg)
        found.append(value if isinstance(arg, Const) else arg)
        if isinstance(value, np.ndarray):
            found += value.shape
    return found


def _compiled(function: Any, given: tuple[Any, ...]) -> Kernel:
    """The kernel of a function for some types."""
    try:
        compiler: Any = import_module("numba.cuda.compiler")
        with _no_device():
            made = compiler.compile_cuda(
                function, nb.void, given, debug=False, lineinfo=True, cc=_CAPABILITY
            )
    except (ImportError, AttributeError) as failure:
        raise error("RZ024", f"this Numba has no compiler for CUDA: {failure}") from failure
    names = tuple(parameters(function).parameters)
    parts = [_opaque(text) for text in made.library.llvm_strs]
    symbol = made.fndesc.llvm_func_name
    whole = llvm.link([*parts, _entry(function.__name__, symbol, names, given)])
    return Kernels(DeviceProgram(whole))[function.__name__]


@contextmanager
def _no_device() -> Iterator[None]:
    """Numba asks a device for which architecture to compile what a kernel calls: it is told one."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=_CAPABILITY)
    try:
        yield
    finally:
        dispatcher.get_current_device = asked


def _opaque(text: str) -> str:
    """IR with opaque pointers; debug info has lines alone."""
    lines = []
    for line in _DEBUG.sub("", text).split("\n"):
        before = None
        while not line.startswith("!") and "*" in line and line != before:
            before, line = line, _TYPED.sub(lambda found: "ptr" + (found["space"] or ""), line)
        lines.append(line)
    return _ATOMIC.sub(r'"\1.p0"', "\n".join(lines))


def _entry(name: str, symbol: str, names: Sequence[str], given: Sequence[Any]) -> str:
    """A kernel that calls what Numba made of a function, as text of LLVM IR."""
    params, code, args = [], [], ["ptr %rz.ret"]
    for one, type in zip(names, given, strict=True):
        if not isinstance(type, nb.Array):
            spelled = _number(one, type)
            params.append(f"{spelled} %{one}")
            args.append(f"{spelled} %{one}")
            continue
        if type.layout != "C" or not isinstance(type.dtype, nb.Integer | nb.Float | nb.Boolean):
            raise error(
                "RZ008", f"'{one}' is {type}: arrays of numbers are contiguous, in C's order"
            )
        size = 1 if isinstance(type.dtype, nb.Boolean) else type.dtype.bitwidth // 8
        params += [f"ptr %{one}", *(f"i64 %{one}.{n}" for n in range(type.ndim))]
        whole, strides = str(size), []
        for n in reversed(range(type.ndim)):
            strides.append(f"i64 {whole}")
            code.append(f"  %{one}.to.{n} = mul i64 {whole}, %{one}.{n}")
            whole = f"%{one}.to.{n}"
        code.append(f"  %{one}.items = sdiv i64 {whole}, {size}")
        shape = [f"i64 %{one}.{n}" for n in range(type.ndim)]
        args += ["ptr null", "ptr null", f"i64 %{one}.items", f"i64 {size}", f"ptr %{one}"]
        args += [*shape, *reversed(strides)]
    asked = ", ".join(arg.split(" ")[0] for arg in args)
    body = "\n".join(["  %rz.ret = alloca ptr", *code])
    return (
        f'declare i32 @"{symbol}"({asked})\n'
        f"define ptx_kernel void @{name}({', '.join(params)}) {{\n{body}\n"
        f'  call i32 @"{symbol}"({", ".join(args)})\n  ret void\n}}\n'
    )


def _number(name: str, type: Any) -> str:
    if isinstance(type, nb.Integer):
        return _WRAPPED[type.bitwidth]
    if isinstance(type, nb.Float):
        return "float" if type.bitwidth == 32 else "double"
    if isinstance(type, nb.Boolean):
        return "i8"
    raise error("RZ008", f"'{name}' is {type}: kernels take arrays and numbers")
