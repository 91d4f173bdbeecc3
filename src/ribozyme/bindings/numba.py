"""Numba: derivatives of jitted functions, as if they were functions of a library.

    @numba.njit
    def energy(x, k): …
    rz.grad(energy)(x, 2.0)                (d/dx, d/dk)
    rz.value_and_grad(energy, wrt="x")     as ever: wrt, of and options mean the same

A jitted function has code for each combination of types of arguments, so a derivative is made when
the first arguments are known. Numba's llvmlite is Ribozyme's: both of the same version.
"""

import pickle
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, final

import numba
import numpy as np
from numba.core import types as nb

from ribozyme.api.checking.check import check
from ribozyme.api.derivatives import jacobians, transforms
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program
from ribozyme.api.signatures.ctype import VOID, CType, Number, NumberKind, Pointer
from ribozyme.api.signatures.passing import Extent, Length, Passed, Plain, slot
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import RunError, error
from ribozyme.base.options import current
from ribozyme.base.record import record, replaced
from ribozyme.bindings import jitted, linalg
from ribozyme.bindings.jitted import Argument, Returned
from ribozyme.frontends import stops
from ribozyme.frontends.base import Compiled, How
from ribozyme.frontends.c.clang import Clang, compile_c

if TYPE_CHECKING:
    from ribozyme.bindings.numba_cuda import NumbaKernel

_BODIES: Final = __file__.rpartition("/")[0] + "/nrt.c"
_typeof: Final[Any] = numba.typeof
_RAISED: Final = re.compile(r"raised:([0-9a-f]+)")


def kernel(dispatcher: Any) -> "NumbaKernel":
    """A `@cuda.jit` function as a kernel of `rz.gpu` (howto/gpu.md)."""
    from ribozyme.bindings import numba_cuda

    return numba_cuda.kernel(dispatcher)


def adopted(f: Any) -> "Jitted":
    """The derivatives of a jitted function."""
    found = _known.get(id(f))
    if found is None or found.dispatcher is not f:
        found = _known[id(f)] = Jitted(f)
    return found


_known: Final[dict[int, "Jitted"]] = {}


@final
class Jitted:
    """A jitted function: what the transforms do with it."""

    def __init__(self, dispatcher: Any) -> None:
        self.dispatcher = dispatcher
        self.name: str = dispatcher.py_func.__name__
        self._functions: dict[tuple[Any, ...], Made] = {}

    def function(self, *args: Any, **kwargs: Any) -> Function:
        """The function for arguments of these types."""
        return self._made(args, kwargs).function

    def _made(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "Made":
        values = self._arranged(args, kwargs)
        types = tuple(_typeof(value) for value in values)
        found = self._functions.get(types)
        if found is None:
            found = self._functions[types] = _function(self.dispatcher, types)
        return found

    def _room(self, made: "Made", args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """An array for the one that is returned, as a further argument; its shape is known only
        to the function itself, which runs once on copies."""
        if made.order is None:
            return ()
        copies = [
            x.copy() if isinstance(x, np.ndarray) else x for x in self._arranged(args, kwargs)
        ]
        given = self.dispatcher(*copies)
        return (np.empty(given.shape, given.dtype, made.order),)

    def _arranged(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        from inspect import signature

        bound = signature(self.dispatcher.py_func).bind(*args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def _later(self, transform: Callable[..., Any], **how: Any) -> Callable[..., Any]:
        def made(*args: Any, **kwargs: Any) -> Any:
            mine = {name: value for name, value in kwargs.items() if name != "out"}
            f = self._made(args, mine)
            room = dict(zip(("result",), self._room(f, args, mine), strict=False))
            given = (*map(_as_array, args),)
            return _run(lambda: transform(f.function, **f.asking(how))(*given, **kwargs, **room))

        made.__name__ = f"{transform.__name__} of {self.name}"
        return made

    def grad(self, wrt: object = None, of: object = None, **how: Any) -> Callable[..., Any]:
        return self._later(transforms.grad, wrt=wrt, of=of, **how)

    def value_and_grad(self, wrt: object = None, of: object = None, **how: Any) -> Any:
        return self._later(transforms.value_and_grad, wrt=wrt, of=of, **how)

    def jacobian(self, wrt: object = None, of: object = None, **how: Any) -> Callable[..., Any]:
        return self._later(transforms.jacobian, wrt=wrt, of=of, **how)

    def jacfwd(self, wrt: object = None, of: object = None, **how: Any) -> Callable[..., Any]:
        return self._later(jacobians.jacfwd, wrt=wrt, of=of, **how)

    def jacrev(self, wrt: object = None, of: object = None, **how: Any) -> Callable[..., Any]:
        return self._later(jacobians.jacrev, wrt=wrt, of=of, **how)

    def value_and_jacobian(self, wrt: object = None, of: object = None, **how: Any) -> Any:
        return self._later(jacobians.value_and_jacobian, wrt=wrt, of=of, **how)

    def hessian(self, wrt: object = None, of: object = None, **how: Any) -> Callable[..., Any]:
        return self._later(transforms.hessian, wrt=wrt, of=of, **how)

    def jvp(self, primals: Sequence[Any], tangents: Sequence[Any], **how: Any) -> Any:
        f = self._made(tuple(primals), {})
        room = self._room(f, tuple(primals), {})
        mine = (*map(_as_array, primals), *room)
        ways = (*map(_as_array, tangents), *(None for _ in room))
        return _run(lambda: transforms.jvp(f.function, mine, ways, **f.asking(how)))

    def vjp(self, *primals: Any, **how: Any) -> Any:
        f = self._made(primals, {})
        mine = (*map(_as_array, primals), *self._room(f, primals, {}))
        return _run(lambda: transforms.vjp(f.function, *mine, **f.asking(how)))

    def hvp(self, primals: Sequence[Any], vector: Any, **how: Any) -> Any:
        f = self.function(*primals)
        mine = tuple(map(_as_array, primals))
        return _run(lambda: transforms.hvp(f, mine, vector, **how))

    def check(self, *args: Any, **how: Any) -> Any:
        f = self._made(args, {})
        return check(f.function, *args, *self._room(f, args, {}), **f.asking(how))


def _as_array(value: Any) -> Any:
    """A tuple as an array, which is what its derivative is."""
    return np.array(value) if isinstance(value, tuple) else value


def _run(call: Callable[[], Any]) -> Any:
    """A call, in which what the jitted function raises is told in its own words."""
    try:
        return call()
    except RunError as failure:
        found = _RAISED.search(failure.diagnostic.message)
        if found is None:
            raise
        raise error("RZ604", _told(bytes.fromhex(found[1]))) from None


def _told(content: bytes) -> str:
    try:
        kind, args, place = pickle.loads(content)
    except Exception:  # cut short, or made at run time
        return "the jitted function raised an exception"
    said = ", ".join(map(str, args or ()))
    where = f" in '{place[0]}' ({place[1]}:{place[2]})" if place else ""
    return f"{kind.__name__}{where}: {said}"


# ---- a function for some types -------------------------------------------------------------------


@final
@record
class Made:
    """The function for some types, and the order of an array that it returns."""

    function: Function
    order: Literal["C", "F"] | None

    def asking(self, how: dict[str, Any]) -> dict[str, Any]:
        """What is asked, with the array that is returned as the output."""
        return {**how, "of": "result"} if self.order and how.get("of") is None else how


def _function(dispatcher: Any, types: tuple[Any, ...]) -> Made:
    names = tuple(dispatcher.py_func.__code__.co_varnames[: len(types)])
    text, known = jitted.compiled(dispatcher, types)
    numbers = [_element(name, type) for name, type in zip(names, types, strict=True)]
    returned = known.signature.return_type
    array = _array(dispatcher.py_func.__name__, returned)
    result = VOID if array else _result(dispatcher.py_func.__name__, returned)
    arguments = [
        _argument(name, type, number)
        for name, type, number in zip(names, types, numbers, strict=True)
    ]
    spelled = "void" if result == VOID else slot(result)
    whole = jitted.plain(text, known.fndesc.llvm_func_name, arguments, spelled, array)
    bodies = Clang("c").compiled([_path()], How(("-O2", "-ffreestanding", "-w"), debug=False))
    calls = linalg.glue(whole)
    made = [compile_c(calls, lang="c", debug=False, flags=("-w",))] if calls else []
    support = tuple(_code(one) for one in (bodies[0], *made))
    module = Compiled(whole, "ir", (), support=support)
    program = Program((module,), current(), (stops.library(),))
    signature = _signature(dispatcher, program, arguments, numbers, result)
    if array is None:
        return Made(Function(program, signature), None)
    order: Literal["C", "F"] = "F" if returned.layout == "F" else "C"
    return Made(Function(program, _returning(signature, returned, order)), order)


def _returning(signature: Signature, type: Any, order: str) -> Signature:
    """The signature with an array for the one that is returned."""
    last = len(signature.parameters)
    shape = (-1,) * type.ndim if order == "F" else None
    kind = Pointer(_element("result", type), False, shape=shape)
    result = Parameter("result", kind, ("ptr",), False, True, nullable=False)
    return replaced(
        signature,
        parameters=(*signature.parameters, result),
        passed=(*signature.passed, Plain(last), Length(last)),
    )


def _path() -> Any:
    from pathlib import Path

    return Path(_BODIES)


def _code(module: Compiled) -> bytes:
    assert isinstance(module.code, bytes)
    return module.code


def _signature(
    dispatcher: Any,
    program: Program,
    arguments: Sequence[Argument],
    numbers: Sequence[Number],
    result: CType,
) -> Signature:
    """The signature, with what LLVM proved of its arrays."""
    proved = next(s for s in program.signatures if s.symbol == "rz.numba")
    parameters: list[Parameter] = []
    passed: list[Passed] = []
    at = 0
    for n, (one, number) in enumerate(zip(arguments, numbers, strict=True)):
        passed.append(Plain(n))
        if one.parts:
            type = Pointer(number, True)
            parameters.append(Parameter(one.name, type, ("ptr",), nullable=False))
            at += 1
            continue
        if not one.dimensions:
            parameters.append(Parameter(one.name, number, (one.type,)))
            at += 1
            continue
        known = proved.parameters[at]
        passed += [Extent(n, axis) for axis in range(one.dimensions)]
        shape = (-1,) * one.dimensions if one.order == "F" else None
        type = Pointer(number, not known.writes, shape=shape)
        parameters.append(
            Parameter(one.name, type, ("ptr",), known.reads, known.writes, nullable=False)
        )
        at += 1 + one.dimensions
    code = dispatcher.py_func.__code__
    return replaced(
        proved,
        name=dispatcher.py_func.__name__,
        result=result,
        parameters=tuple(parameters),
        passed=tuple(passed),
        location=f"{code.co_filename}:{code.co_firstlineno}",
        obstacle="",
    )


def _element(name: str, type: Any) -> Number:
    """The kind of a number, or of an array's elements."""
    inner = type.dtype if isinstance(type, nb.Array | nb.UniTuple) else type
    kind: NumberKind
    match inner:
        case nb.Boolean():
            return Number("bool", "bool", 1)
        case nb.Float():
            kind = "float"
        case nb.Complex() if isinstance(type, nb.Array):
            kind = "complex"
        case nb.Integer():
            kind = "int" if getattr(inner, "signed") else "uint"  # noqa: B009 (not in its stubs)
        case _:
            raise error(
                "RZ012",
                f"'{name}' is a {type}, which has no derivative here",
                helps=("numbers, tuples of one kind, and contiguous arrays can be passed",),
            )
    return Number(str(inner), kind, inner.bitwidth // 8)


def _argument(name: str, type: Any, number: Number) -> Argument:
    if isinstance(type, nb.UniTuple):
        return Argument(name, slot(number), number.size, parts=type.count)
    if not isinstance(type, nb.Array):
        return Argument(name, slot(number))
    if type.layout == "A" or not type.aligned or type.ndim == 0:
        raise error(
            "RZ008",
            f"argument '{name}' is an array with gaps, or in another order",
            helps=(f"copy it once: numpy.ascontiguousarray({name})",),
        )
    return Argument(name, str(number.spelling), number.size, type.ndim, type.layout)


def _array(name: str, type: Any) -> Returned | None:
    """An array that is returned, None for other results."""
    if not isinstance(type, nb.Array):
        return None
    if type.layout == "A" or type.ndim == 0:
        raise error(
            "RZ012",
            f"'{name}' returns an array with gaps, or of no dimension",
            helps=("return a copy of it: x.copy()",),
        )
    return Returned(_element("the result", type).size, type.ndim)


def _result(name: str, type: Any) -> CType:
    match type:
        case nb.NoneType():
            return VOID
        case nb.Float() | nb.Integer() | nb.Boolean():
            return _element("the result", type)
        case _:
            raise error(
                "RZ012",
                f"'{name}' returns a {type}",
                helps=("write to an array that is a parameter, and return a number or nothing",),
            )
