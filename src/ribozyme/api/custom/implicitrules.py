"""Rules of solvers inside compiled code: what `rz.rule(f, implicit=residual, …)` registers.

    void newton(double *x, const double *p, int n)        R(x, p) = residual(x, p, n, out)
    void cg(double *x, const double *a, const double *b)  R(x, a, b) = product(x, a, out) - b

    augment     calls newton, refuses a residual that is not small, keeps x and p
    gradient    R_xᵀ·λ = x̄;   p̄ -= R_pᵀ·λ
    forward     calls newton;   R_x·ẋ = -R_p·ṗ

They are C (`implicittext`), linked with the program where the rule is in force. The loop of the
solver is never looked into. Linear systems with R_x are solved by elimination, by GMRES where they
are large, or by the user's own solver where that is what the rule is of, and R_x is symmetric.
"""

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.api.programs.functions import Function
from ribozyme.api.signatures.ctype import CType, Number, Pointer, spelled
from ribozyme.api.signatures.signature import Parameter, Signature
from ribozyme.base.errors import Error, error
from ribozyme.base.record import record

Kind = Literal["array", "number", "integers", "integer"]
PREFIX: Final = "rz_implicit_"
_DOUBLE: Final = Number("double", "float", 8)


@final
@record
class Implicit:
    """A solver, what is zero where it has ended, and how long its arrays are, in C.

    Of a linear one `residual` is the product of its matrix with the solution, and `right` the
    parameter that this equals: an array of its own, or the solution's before the call.
    """

    of: Signature
    residual: Signature
    solution: str
    parameters: tuple[str, ...]
    sizes: Mapping[str, str]
    tol: float
    right: str | None = None
    symmetric: bool = False

    @property
    def prefix(self) -> str:
        """What the names of its functions begin with."""
        return PREFIX + "".join(c if c.isalnum() else "_" for c in self.of.symbol)

    @property
    def kinds(self) -> dict[str, Kind]:
        """What each parameter of the solver holds."""
        return {p.name: _kind(self.of, p) for p in self.of.parameters}

    @property
    def returns(self) -> bool:
        """Whether the solution is what the solver returns."""
        return self.solution not in self.kinds

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """The parameters that the solution depends on, but for the right side."""
        apart = (self.solution, self.right)
        return tuple(p for p in self.of.parameters if p.name not in apart)


def implicit(
    f: Function,
    residual: object,
    solution: str | None,
    parameters: object,
    sizes: Mapping[str, object],
    tol: float,
    *,
    right: str | None = None,
    symmetric: bool = False,
) -> Implicit:
    """The rule of a solver; refused where it does not fit."""
    if not isinstance(residual, Function):
        what = "implicit=" if right is None else "linear="
        raise error("RZ008", f"{what} is a function of the library, not {residual!r}")
    names = (parameters,) if isinstance(parameters, str) else parameters
    of = f.signature
    if not isinstance(names, tuple | list) or not all(isinstance(one, str) for one in names):
        raise error("RZ008", f"parameters= are names of parameters of '{of.name}', not {names!r}")
    own = [p.name for p in of.parameters]
    unknown = [n for n in (*names, *sizes, *([right] if right else [])) if n not in own]
    if unknown:
        raise unfit(of, f"it has no parameter '{unknown[0]}'")
    if not isinstance(solution, str):
        raise unfit(of, 'solution="…" says which parameter it solves for')
    lengths = {name: str(size) for name, size in sizes.items()}
    if right is not None and right not in lengths and solution in lengths:
        lengths[right] = lengths[solution]
    rule = Implicit(of, residual.signature, solution, tuple(names), lengths, tol, right, symmetric)
    _check(rule)
    return rule


def _check(rule: Implicit) -> None:
    of, kinds = rule.of, rule.kinds
    if rule.returns and of.result != _DOUBLE:
        raise unfit(of, f"it has no parameter '{rule.solution}', and returns no double")
    if not rule.returns and kinds[rule.solution] != "array":
        raise unfit(of, f"'{rule.solution}' is no array of double that it writes")
    if rule.right is not None and (rule.returns or kinds[rule.right] != "array"):
        raise unfit(of, "of a linear solver the solution and the right side are arrays of double")
    status = isinstance(of.result, Number) and of.result.kind in ("int", "uint", "bool")
    if not rule.returns and of.result is not None and not status and spelled(of.result) != "void":
        raise unfit(of, f"it returns {spelled(of.result)} besides its solution")
    for p in of.parameters:
        if isinstance(p.type, Pointer) and p.name not in rule.sizes:
            said = f'how long \'{p.name}\' is must be said: sizes={{"{p.name}": "n"}}'
            raise unfit(of, said)
    for p in rule.inputs:
        if p.name not in rule.parameters and kinds[p.name] in ("array", "number"):
            said = f"'{p.name}' holds numbers, and is no parameter of the solution"
            raise unfit(of, f"{said}: name it in parameters=")


def _kind(of: Signature, p: Parameter) -> Kind:
    match p.type:
        case Number(kind="float", size=8):
            return "number"
        case Number(kind="int" | "uint" | "bool"):
            return "integer"
        case Pointer(to=Number(kind="float", size=8)):
            return "array"
        case Pointer(to=Number(kind="int" | "uint" | "bool")):
            return "integers"
        case _:
            said = f"'{p.name}' is {spelled(p.type)}; such a rule takes double and integers"
            raise unfit(of, said)


def unfit(of: Signature, said: str) -> Error:
    """A rule that does not fit."""
    return error("RZ212", f"the rule of '{of.name}': {said}", notes=(str(of),))


def plain(type: CType) -> CType:
    """The type without the promise that nothing is written through it."""
    return Pointer(type.to, False, type.sign) if isinstance(type, Pointer) else type
