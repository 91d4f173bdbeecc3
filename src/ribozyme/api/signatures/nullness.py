"""Which pointers may be NULL, as far as a function's own code tells.

A parameter that is read or written through, and never compared with NULL nor handed on, is one for
which nobody thought of NULL: passing None would end the process.

    double f(const double *x, int n) { … x[i] … }         x must lead somewhere
    double g(const double *w)        { return w ? *w : 1; }   w may be None
"""

from ribozyme.ir.instrs import Call, Compare, Freeze, Gep, Instr, Load, Phi, Select, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local


def never_null(function: Function) -> frozenset[int]:
    """The ids of parameters that must not be NULL."""
    pointers = (p.local for p in function.params if str(p.local.type) == "ptr")
    return frozenset(local.id for local in pointers if _is_followed_blindly(function, local))


def _is_followed_blindly(function: Function, parameter: Local) -> bool:
    uses, followed = function.uses, False
    work, derived = [parameter.id], {parameter.id}
    while work:
        of = work.pop()
        for _, instr in uses[of]:
            match _meaning(instr, derived):
                case "followed":
                    followed = True
                case "derived":
                    result = getattr(instr, "result", None)
                    if isinstance(result, Local) and result.id not in derived:
                        derived.add(result.id)
                        work.append(result.id)
                case "unknown":
                    return False
    return followed


def _meaning(instr: Instr, derived: set[int]) -> str:
    """What an instruction does with a pointer: "followed", "derived", "compared" or "unknown"."""
    match instr:
        case Load():
            return "followed"
        case Store(value=value):
            handed_on = isinstance(value, Local) and value.id in derived
            return "unknown" if handed_on else "followed"
        case Gep() | Phi() | Select() | Freeze():
            return "derived"
        case Compare(lhs=lhs, rhs=rhs):
            own = all(isinstance(v, Local) and v.id in derived for v in (lhs, rhs))
            return "compared" if own else "unknown"
        case Call(callee=GlobalRef(name=name)) if name.startswith("llvm.mem"):
            return "followed"
        case _:
            return "unknown"
