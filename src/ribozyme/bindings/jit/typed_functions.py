"""A jitted function for some types, as a function of a program of its own."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, final

from numba.core import types as nb
from numba.core.errors import NumbaError

from ribozyme.api.derivatives.differentiate import choose, is_differentiable
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program
from ribozyme.api.signatures.ctype import NO_LAYOUTS, VOID, CType, Layouts, Number, Pointer
from ribozyme.api.signatures.passing import Length, Passed, Plain, slot
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import Error, error
from ribozyme.base.options import current
from ribozyme.base.record import record, replaced
from ribozyme.base.source import Span
from ribozyme.bindings.jit import linalg, lowered
from ribozyme.bindings.jit.lowered import Returned
from ribozyme.bindings.jit.parameter_parts import (
    Nest,
    Part,
    Shape,
    element,
    leaves,
    nest,
    parts,
    renumbered,
    values,
)
from ribozyme.frontends import stops
from ribozyme.frontends.base import Compiled, How
from ribozyme.frontends.c.clang import Clang, compile_c

_BODIES: Final = __file__.rpartition("/")[0] + "/nrt.c"


@final
@record
class Made:
    """The function for some types, its parameters as the arguments nest them, and the order of an
    array that it returns."""

    function: Function
    types: tuple[Any, ...]
    names: tuple[str, ...]
    nests: tuple[Nest, ...]
    order: Literal["C", "F"] | None

    def asking(self, how: dict[str, Any]) -> dict[str, Any]:
        """What is asked, with the array that is returned as the output."""
        return {**how, "of": "result"} if self.order and how.get("of") is None else how

    def flat(self, given: Sequence[Any]) -> Iterator[Any]:
        """What is given for each argument, for each parameter."""
        if len(given) != len(self.types):
            raise error("RZ011", f"wants {len(self.types)} values, not {len(given)}")
        for type, value in zip(self.types, given, strict=True):
            yield from values(type, value)

    def inputs(self, wrt: object) -> tuple[object, Shape]:
        """The parameters that `wrt` means, and how what is found for each of them nests; no shape
        where that is as the transforms give it."""
        if all(isinstance(nest, int) for nest in self.nests):
            return wrt, None
        plan = self.function.plan
        able = frozenset(n for n, p in enumerate(plan.inputs) if is_differentiable(plan, p))
        if wrt is None:
            able &= frozenset(choose(plan).wrt)
            chosen = [nest for nest in self.nests if able & frozenset(leaves(nest))]
            single = len(chosen) == 1
        else:
            single = not isinstance(wrt, tuple | list)
            asked = [wrt] if single else list(wrt)  # type: ignore[call-overload]
            chosen = [self._nest(one) for one in asked]
        found = [n for nest in chosen for n in leaves(nest) if n in able]
        shape = chosen[0] if single else tuple(chosen)
        places = {n: k for k, n in enumerate(found)}
        names = tuple(plan.inputs[n].name for n in found)
        return (names if len(names) != 1 else names[0]), (renumbered(shape, places), len(names))

    def _nest(self, which: object) -> Nest:
        if which in self.names:
            return self.nests[self.names.index(str(which))]
        if isinstance(which, int) and -len(self.nests) <= which < len(self.nests):
            return self.nests[which]
        return self.function.signature.position(which)


def function(dispatcher: Any, types: tuple[Any, ...]) -> Made:
    names = tuple(dispatcher.py_func.__code__.co_varnames[: len(types)])
    layouts = Layouts()
    found = [
        part for name, type in zip(names, types, strict=True) for part in parts(name, type, layouts)
    ]
    nests: list[Nest] = []
    first = 0
    for type in types:
        one, first = nest(type, first)
        nests.append(one)
    try:
        text, known = lowered.compiled(dispatcher, types)
    except NumbaError as mistake:
        raise _refused(str(getattr(mistake, "msg", mistake)), mistake) from mistake
    if lowered.calls_addresses(text):
        raise error(
            "RZ207",
            f"'{dispatcher.py_func.__name__}' calls code by its address",
            notes=("a function of ctypes, or a derivative that jitted code calls",),
            helps=("call jitted functions by their names",),
        )
    returned = known.signature.return_type
    array = _array(dispatcher.py_func.__name__, returned)
    result = VOID if array else _result(dispatcher.py_func.__name__, returned)
    spelled = "void" if result == VOID else slot(result)
    arguments = [part.argument for part in found]
    whole = lowered.plain(text, known.fndesc.llvm_func_name, arguments, spelled, array)
    bodies = Clang("c").compiled([_path()], How(("-O2", "-ffreestanding", "-w"), debug=False))
    calls = linalg.glue(whole)
    made = [compile_c(calls, lang="c", debug=False, flags=("-w",))] if calls else []
    support = tuple(_code(one) for one in (bodies[0], *made))
    module = Compiled(whole, "ir", (), support=support)
    program = Program((module,), current(), (stops.library(),))
    signature = replaced(_signature(dispatcher, program, found, result), layouts=layouts)
    if array is None:
        return Made(Function(program, signature), types, names, tuple(nests), None)
    order: Literal["C", "F"] = "F" if returned.layout == "F" else "C"
    whole_signature = _returning(signature, returned, order)
    return Made(Function(program, whole_signature), types, names, tuple(nests), order)


def _refused(words: str, mistake: NumbaError) -> Error:
    """What Numba says of a mistake in the source, at its line."""
    said, _, rest = words.partition("\n")
    loc: Any = getattr(mistake, "loc", None)
    span = None if loc is None else Span(loc.filename, loc.line, loc.col or 0)
    return error("RZ020", said, span=span, notes=(rest.strip(),) if rest.strip() else ())


def _returning(signature: Signature, type: Any, order: str) -> Signature:
    """The signature with an array for the one that is returned."""
    last = len(signature.parameters)
    shape = (-1,) * type.ndim if order == "F" else None
    inner = element("the result", type.dtype, NO_LAYOUTS)
    kind = Pointer(inner, False, shape=shape)
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
    dispatcher: Any, program: Program, found: Sequence[Part], result: CType
) -> Signature:
    """The signature, with what LLVM proved of its arrays and records."""
    proved = next(s for s in program.signatures if s.symbol == "rz.numba")
    parameters: list[Parameter] = []
    passed: list[Passed] = []
    at = 0
    for n, part in enumerate(found):
        one, known = part.argument, proved.parameters[at]
        mine = part.passed(n)
        if part.is_number:
            parameters.append(Parameter(one.name, part.type, (one.type,)))
        else:
            writes = known.writes and part.mutable
            type = part.pointer(writes)
            parameters.append(
                Parameter(one.name, type, ("ptr",), known.reads, writes, nullable=False)
            )
        at += len(mine)
        passed += mine
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
    inner = element("the result", type.dtype, NO_LAYOUTS)
    if not isinstance(inner, Number):
        raise error(
            "RZ012",
            f"'{name}' returns an array of records",
            helps=("write to an array of records that is a parameter",),
        )
    return Returned(inner.size, type.ndim)


def _result(name: str, type: Any) -> CType:
    match type:
        case nb.NoneType():
            return VOID
        case nb.Float() | nb.Integer() | nb.Boolean():
            return element("the result", type, NO_LAYOUTS)
        case _:
            raise error(
                "RZ012",
                f"'{name}' returns a {type}",
                helps=("write to an array that is a parameter, and return a number or nothing",),
            )
