"""Numba: derivatives of jitted functions, as if they were functions of a library.

    @numba.njit
    def energy(x, k): …
    rz.grad(energy)(x, 2.0)                (d/dx, d/dk)
    rz.value_and_grad(energy, wrt="x")     as ever: wrt, of and options mean the same

A jitted function has code for each combination of types of arguments, so a derivative is made when
the first arguments are known. Numba's llvmlite is Ribozyme's: both of the same version.
"""

import ctypes
import pickle
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, final

import numba
import numpy as np
from numba.core import codegen
from numba.core import types as nb
from numba.core.types import Dispatcher
from numba.extending import typeof_impl

from ribozyme.api.checking.check import check
from ribozyme.api.derivatives import jacobians, transforms
from ribozyme.api.explaining.explain import explain
from ribozyme.api.programs.functions import Function
from ribozyme.base.errors import RunError, error
from ribozyme.bindings.jit import jitted_calls
from ribozyme.bindings.jit.parameter_parts import Shape, flat, nested
from ribozyme.bindings.jit.typed_functions import Made, function

if TYPE_CHECKING:
    from ribozyme.bindings.numba_cuda import NumbaKernel

_typeof: Final[Any] = numba.typeof
_CODEGEN: Final[Any] = codegen
_CODEGEN.ll.add_symbol("rz_checkpoint", ctypes.cast(ctypes.CDLL(None).abs, ctypes.c_void_p).value)
checkpoint: Final = nb.ExternalFunction("rz_checkpoint", nb.void(nb.int32))
"""In the body of a jitted loop, `checkpoint(50)`: gradients keep so many of its states in place of
its tape. The jitted function itself calls the C library's `abs` there, which does nothing."""
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
        return self.made(tuple(map(_typeof, self._arranged(args, kwargs)))).function

    def made(self, types: tuple[Any, ...]) -> "Made":
        """The function for some types."""
        found = self._functions.get(types)
        if found is None:
            found = self._functions[types] = function(self.dispatcher, types)
        return found

    def _given(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple["Made", list[Any]]:
        """The function for some arguments, and they as its own: the last one is an array for the
        one that is returned. Its shape is known only to the function itself, which runs on copies.
        """
        values = self._arranged(args, kwargs)
        made = self.made(tuple(map(_typeof, values)))
        given = list(made.flat(values))
        if made.order is None:
            return made, given
        result = self.dispatcher(*map(_copied, values))
        return made, [*given, np.empty(result.shape, result.dtype, made.order)]

    def _arranged(self, args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        from inspect import signature

        bound = signature(self.dispatcher.py_func).bind(*args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def _later(
        self, transform: Callable[..., Any], wrt: object, valued: bool = False, **how: Any
    ) -> "Derivative":
        return Derivative(self, transform, wrt, valued, how)

    def called(self, derivative: "Derivative", args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """The results of a derivative at some arguments."""
        into = {"out": kwargs.pop("out")} if "out" in kwargs else {}
        made, given = self._given(args, kwargs)
        names, shape = made.inputs(derivative.wrt)
        f = derivative.transform(made.function, **made.asking(derivative.how), wrt=names)
        found = _run(lambda: f(*given, **into))
        return (found[0], nested(shape, found[1])) if derivative.valued else nested(shape, found)

    def grad(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(transforms.grad, wrt, of=of, **how)

    def value_and_grad(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(transforms.value_and_grad, wrt, True, of=of, **how)

    def jacobian(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(transforms.jacobian, wrt, of=of, **how)

    def jacfwd(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(jacobians.jacfwd, wrt, of=of, **how)

    def jacrev(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(jacobians.jacrev, wrt, of=of, **how)

    def value_and_jacobian(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(jacobians.value_and_jacobian, wrt, True, of=of, **how)

    def hessian(self, wrt: object = None, of: object = None, **how: Any) -> "Derivative":
        return self._later(transforms.hessian, wrt, of=of, **how)

    def jvp(self, primals: Sequence[Any], tangents: Sequence[Any], **how: Any) -> Any:
        made, given = self._given(primals, {})
        ways = [*made.flat(tangents)]
        ways += [None] * (len(given) - len(ways))
        return _run(lambda: transforms.jvp(made.function, given, ways, **made.asking(how)))

    def vjp(self, *primals: Any, wrt: object = None, **how: Any) -> Any:
        made, given = self._given(primals, {})
        names, shape = made.inputs(wrt)
        value, pull = _run(
            lambda: transforms.vjp(made.function, *given, wrt=names, **made.asking(how))
        )
        return value, lambda *seeds: nested(shape, pull(*seeds))

    def hvp(self, primals: Sequence[Any], vector: Any, wrt: object = None, **how: Any) -> Any:
        made, given = self._given(primals, {})
        names, shape = made.inputs(wrt)
        way = vector if shape is None else tuple(flat(shape, vector))
        return nested(
            shape, _run(lambda: transforms.hvp(made.function, given, way, wrt=names, **how))
        )

    def check(self, *args: Any, wrt: object = None, **how: Any) -> Any:
        made, given = self._given(args, {})
        return check(made.function, *given, wrt=made.inputs(wrt)[0], **made.asking(how))

    def explain(self, wrt: object = None, of: object = None, **how: Any) -> Any:
        """For the types of the last call, or of the signature that it was compiled for."""
        if not self.dispatcher.nopython_signatures:
            raise error(
                "RZ008",
                f"'{self.name}' has no types yet: it has not been compiled",
                helps=("call it once, or give njit a signature",),
            )
        made = self.made(self.dispatcher.nopython_signatures[-1].args)
        names, _ = made.inputs(wrt)
        return explain(made.function, names, **made.asking({"of": of, **how}))


@final
class Derivative:
    """A derivative of a jitted function: called from Python, or from jitted code."""

    def __init__(
        self, of: Jitted, transform: Any, wrt: object, valued: bool, how: dict[str, Any]
    ) -> None:
        self.of, self.transform, self.wrt, self.valued, self.how = of, transform, wrt, valued, how
        self.__name__ = f"{transform.__name__} of {of.name}"

        self._jitted: Any = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.of.called(self, args, kwargs)

    @property
    def jitted(self) -> Any:
        """A jitted function that does the same."""
        if self._jitted is None:
            name = f"{self.transform.__name__}_of_{self.of.name}"
            self._jitted = jitted_calls.dispatcher(name, self.of.dispatcher.py_func, self._derived)
        return self._jitted

    def _derived(self, types: tuple[Any, ...]) -> tuple[Made, Function, Shape, bool]:
        made = self.of.made(types)
        names, shape = made.inputs(self.wrt)
        f = self.transform(made.function, **made.asking(self.how), wrt=names)
        return made, f, shape, self.valued


@typeof_impl.register(Derivative)  # type: ignore[untyped-decorator,unused-ignore]
def _type(derivative: Derivative, _: Any) -> Any:
    """What jitted code sees of it."""
    return Dispatcher(derivative.jitted)


def _copied(value: Any) -> Any:
    if isinstance(value, tuple):
        return (
            type(value)(*map(_copied, value))
            if hasattr(value, "_fields")
            else tuple(map(_copied, value))
        )
    return value.copy() if isinstance(value, np.ndarray | np.void) else value


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
