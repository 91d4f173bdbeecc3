"""Rules over arrays as values: what a decorated Python function says of a function of the program.

    @rz.rule(lib.mysolve, shapes={"A": ("n", "n"), "b": "n", "x": "n"})
    def _(A, b, x, n: int, dA, db):
        return {"x": solve(A, db - dA @ x)}

The Python function has the parameters of the program's function in order, by any names; `d` before
a name is the differential of what the argument held before the call, `r` the number returned. The
name of an array that is written stands for what it holds after the call, `before(x)` for what it
held before. A dictionary says the differential of each array that the function writes; that of `r`
is under `"r"`, or the only thing returned.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Final, Literal, final

from ribozyme.api.signatures.ctype import Number, Pointer, spelled
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.record import record
from ribozyme.rules import matrix_expr as matrix
from ribozyme.rules.matrix_expr import Expr, Leaf, Misfit, Shape

Kind = Literal["array", "number", "integer", "other"]
_SIZE: Final = re.compile(r"[\w\s+*()-]+")
RESULT: Final = "r"


@final
@record
class Operand:
    """A parameter: its type in C, and how large it is; `other` is passed on and not looked into."""

    name: str
    kind: Kind
    type: str
    shape: Shape = ()


@final
@record
class ArrayRule:
    """The differentials of what a function leaves in arrays, and of what it returns."""

    symbol: str
    number: str
    operands: tuple[Operand, ...]
    outputs: Mapping[str, Expr]
    result: Expr | None
    returns: str  # the type of what is returned, in C

    @property
    def prefix(self) -> str:
        """What the names of its functions begin with."""
        return "rz_array_" + "".join(c if c.isalnum() else "_" for c in self.symbol)

    def of_kind(self, *kinds: Kind) -> tuple[Operand, ...]:
        """The operands of some kinds."""
        return tuple(one for one in self.operands if one.kind in kinds)

    def adjoints(self) -> dict[str, Expr]:
        """By operand, what its adjoint grows by."""
        found: dict[str, Expr] = {}
        of = dict(self.outputs) | ({} if self.result is None else {RESULT: self.result})
        for name, term in of.items():
            seed = Leaf(name, "seed", term.shape)
            for operand, bar in matrix.transposed(term, seed).items():
                known = found.get(operand)
                found[operand] = bar if known is None else matrix.apply("add", known, bar)
        return found

    def terms(self) -> tuple[Expr, ...]:
        """All differentials."""
        return (*self.outputs.values(), *([] if self.result is None else [self.result]))


def read(
    function: Callable[..., object],
    symbol: str,
    of: Signature | None,
    shapes: Mapping[str, object],
    precision: str,
) -> ArrayRule:
    """The rule that a Python function says; ValueError or TypeError with words if it is none."""
    parameters = inspect.signature(function).parameters
    names = [name for name in parameters if not _special(name, parameters)]
    if of is not None and len(of.parameters) != len(names):
        raise TypeError(f"it has {len(names)} operands, and '{of.name}' {len(of.parameters)}")
    unknown = [name for name in shapes if name not in names]
    if unknown:
        raise TypeError(f"shapes= has '{unknown[0]}', which is no operand of it")
    sizes = {name: _sizes(name, given) for name, given in shapes.items()}
    if of is None:
        operands = tuple(_alone(parameters[n], sizes.get(n), precision) for n in names)
        number, returns = precision, ""
    else:
        pairs = zip(names, of.parameters, strict=True)
        operands = tuple(_typed(n, p, sizes.get(n)) for n, p in pairs)
        number, returns = _number(of, operands), spelled(of.result)
    _refuse_unknown_sizes(operands)
    given = function(*(_leaf(name, operands) for name in parameters))
    outputs = given if isinstance(given, dict) else {RESULT: given}
    checked = {name: _checked(name, term, operands) for name, term in outputs.items()}
    result = checked.pop(RESULT, None)
    returns = returns or (number if result is not None else "void")
    if result is not None and returns == "void":
        raise TypeError("it says a differential of the result, and the function returns nothing")
    rule = ArrayRule(symbol, number, operands, checked, result, returns)
    rule.adjoints()  # what is not linear is refused here
    return rule


def _special(name: str, parameters: Mapping[str, object]) -> bool:
    return name == RESULT or (name.startswith("d") and name[1:] in parameters)


def _sizes(name: str, given: object) -> Shape:
    parts = given if isinstance(given, tuple) else (given,)
    sizes = tuple(re.sub(r"\s+", " ", str(part)).strip() for part in parts)
    if not 1 <= len(sizes) <= 2 or not all(_SIZE.fullmatch(size) for size in sizes):
        raise TypeError(f"the shape of '{name}' is one size or two, not {given!r}")
    return sizes


def _typed(name: str, p: Parameter, shape: Shape | None) -> Operand:
    match p.type:
        case Pointer(to=Number(kind="float")) if shape is not None:
            return Operand(name, "array", spelled(p.type), shape)
        case Pointer(to=Number(kind="float" | "complex")):
            raise TypeError(f"how large '{name}' is must be said in shapes=")
        case Pointer(to=Number()) if shape is None:
            return Operand(name, "other", spelled(p.type))
        case Number(kind="float") if shape is None:
            return Operand(name, "number", spelled(p.type))
        case Number(kind="int" | "uint" | "bool") if shape is None:
            return Operand(name, "integer", spelled(p.type))
        case _:
            raise TypeError(f"'{name}' is {p}, and such a rule takes float or double and integers")


def _alone(parameter: inspect.Parameter, shape: Shape | None, precision: str) -> Operand:
    """An operand of a function that no program of this process has."""
    if shape is not None:
        return Operand(parameter.name, "array", f"{precision} *", shape)
    if parameter.annotation in (int, "int"):
        return Operand(parameter.name, "integer", "int")
    return Operand(parameter.name, "number", precision)


def _number(of: Signature, operands: tuple[Operand, ...]) -> str:
    """The one type of all floats."""
    types = {one.type.replace("const ", "").rstrip(" *") for one in operands if one.kind == "array"}
    types |= {one.type for one in operands if one.kind == "number"}
    if isinstance(of.result, Number) and of.result.kind == "float":
        types.add(spelled(of.result))
    if len(types) != 1 or not types <= {"float", "double"}:
        raise TypeError(f"its numbers are of one type, float or double, not {sorted(types)}")
    return types.pop()


def _refuse_unknown_sizes(operands: tuple[Operand, ...]) -> None:
    integers = {one.name for one in operands if one.kind == "integer"}
    for one in operands:
        for name in re.findall(r"[A-Za-z_]\w*", " ".join(one.shape)):
            if name not in integers:
                raise TypeError(f"the size of '{one.name}' has '{name}', which is no integer of it")


def _leaf(name: str, operands: tuple[Operand, ...]) -> Expr:
    if name == RESULT:
        return Leaf(name, "value", ())
    by_name = {one.name: one for one in operands}
    if name in by_name:
        one = by_name[name]
        if one.kind == "integer":
            return matrix.Number(name)
        return Leaf(name, "value", one.shape)
    one = by_name[name[1:]]
    if one.kind not in ("array", "number"):
        raise TypeError(f"'{one.name}' has no differential")
    return Leaf(one.name, "tangent", one.shape)


def _checked(name: object, given: object, operands: tuple[Operand, ...]) -> Expr:
    """The differential of an output, of its shape."""
    arrays = {one.name: one.shape for one in operands if one.kind == "array"}
    if not isinstance(name, str) or (name != RESULT and name not in arrays):
        raise TypeError(f"it says the differential of {name!r}, which is no array of it")
    if isinstance(given, int | float) and given == 0:
        given = matrix.apply("times", 0.0, matrix.apply("ones", shape=arrays.get(name, ("1",))))
    if not isinstance(given, Leaf | matrix.Number | matrix.Apply):
        raise TypeError(f"it must give matrix expressions, not {given!r}")
    wanted = arrays.get(name, ())
    if given.shape != wanted:
        said = " × ".join(given.shape) or "a number"
        raise Misfit(f"the differential of '{name}' is {said}, not {' × '.join(wanted) or 'one'}")
    return given
