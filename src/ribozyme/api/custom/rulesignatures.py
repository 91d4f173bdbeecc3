"""Whether functions fit as the rule of another, where the rule is registered.

    void mul(double *a, int n)      augment(double *a, double *da, int n)              → tape
                                    gradient(double *a, double *da, int n, tape)
    double square(double x)         augment(double x) → {tape, double}
                                    gradient(double x, double seed, tape) → double
                                    forward(double x, double dx) → {double, double}

Asked of the programs that are loaded. One that is loaded later is asked when its first derivative
is made, as are functions that are not seen from outside.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ribozyme.api.programs.program import loaded
from ribozyme.api.signatures.signature import Signature
from ribozyme.base.errors import error

_FLOATS: Final = ("double", "float", "x86_fp80", "half", "bfloat", "fp128")
Types = tuple[str, ...]


def refuse_misfits(
    symbol: str, augment: str | None, gradient: str | None, forward: str | None
) -> None:
    """Raise RZ213 where a function of a loaded program does not fit as the rule of another."""
    for program in loaded():
        known = {one.symbol: one for one in program.signatures}
        of = known.get(symbol)
        if of is None or not _is_plain(of):
            continue
        if augment in known:
            _refuse(of, known[augment], "augment", [_shadowed(of)], _augmented(of))
        if gradient in known:
            tapes = _tapes(of, known.get(augment or ""))
            wanted = [(*_shadowed(of), *_seed(of), *tape) for tape in tapes]
            _refuse(of, known[gradient], "gradient", wanted, [_adjoints(of)])
        if forward in known:
            both = (of.ir_result,) * 2 if of.ir_result != "void" else ()
            gives = [both[1:]] if of.ir_result[:1] == "i" else [both, both[1:]]
            _refuse(of, known[forward], "forward", [_with_tangents(of)], gives)


def _refuse(
    of: Signature, target: Signature, role: str, takes: Sequence[Types], gives: Sequence[Types]
) -> None:
    given, returned = _parameters(target), _results(target)
    wrong = []
    if given not in takes and not any(_fits(given, one) for one in takes):
        wrong.append(f"it takes ({_said(given)}), and is to take ({_said(takes[0])})")
    if returned is not None and not any(_fits(returned, one) for one in gives):
        said = _said(gives[0]) or "nothing"
        wrong.append(f"it returns {_said(returned) or 'nothing'}, and is to return {said}")
    if wrong:
        raise error(
            "RZ213",
            f"'{target.name}' does not fit as the {role} of '{of.name}'",
            notes=(str(of), str(target), *wrong),
            helps=("the chapter on rules of one's own has the signatures",),
        )


_ANY: Final = "tape"
"""A tape, of any type."""


def _fits(types: Types, wanted: Types) -> bool:
    return len(types) == len(wanted) and all(
        want in (_ANY, type) for type, want in zip(types, wanted, strict=True)
    )


def _said(types: Types) -> str:
    return ", ".join("pointer" if type == "ptr" else type for type in types)


# ---- what is wanted ------------------------------------------------------------------------------


def _shadowed(of: Signature) -> Types:
    return tuple(
        t for type in _parameters(of) for t in ((type, type) if type == "ptr" else (type,))
    )


def _with_tangents(of: Signature) -> Types:
    twice = ("ptr", *_FLOATS)
    return tuple(
        t for type in _parameters(of) for t in ((type, type) if type in twice else (type,))
    )


def _seed(of: Signature) -> Types:
    return (of.ir_result,) if of.ir_result in _FLOATS else ()


def _adjoints(of: Signature) -> Types:
    return tuple(type for type in _parameters(of) if type in _FLOATS)


def _augmented(of: Signature) -> list[Types]:
    """What an augmented function may return: the result, with a tape before it or none."""
    result = () if of.ir_result == "void" else (of.ir_result,) * (2 if of.ir_result == "ptr" else 1)
    found: list[Types] = [result, (_ANY, *result)]
    if _is_of_numbers(of):  # the function itself gives the result
        found += [(), (_ANY,)]
    return found


def _tapes(of: Signature, augment: Signature | None) -> list[Types]:
    """What a gradient takes at its end: the tape, if there is one."""
    returned = None if augment is None else _results(augment)
    if returned is None:
        return [(_ANY,), ()]
    with_tape = [one for one in _augmented(of) if one[:1] == (_ANY,)]
    without = [one for one in _augmented(of) if one[:1] != (_ANY,)]
    if returned in without:
        return [()]
    return [(returned[0],)] if any(_fits(returned, one) for one in with_tape) else [(_ANY,), ()]


def _is_of_numbers(of: Signature) -> bool:
    return of.ir_result in _FLOATS and "ptr" not in _parameters(of)


# ---- what is there -------------------------------------------------------------------------------


def _is_plain(of: Signature) -> bool:
    """Whether a function takes and returns numbers and addresses only."""
    whole = (*_parameters(of), of.ir_result)
    named = all(type in (*_FLOATS, "ptr", "void") or type[:1] == "i" for type in whole)
    return named and not of.returned_in_memory and not of.variadic


def _parameters(of: Signature) -> Types:
    """The types of the parameters, without one for a result that is returned in memory."""
    types = tuple(type.partition(" ")[0] for type in of.ir_parameters)
    return types[1:] if of.returned_in_memory else types


def _results(of: Signature) -> Types | None:
    """What a function returns, part by part; None where it is a struct that has only a name."""
    if of.returned_in_memory:
        return None
    if of.ir_result == "void":
        return ()
    inside = of.ir_result
    if not inside.startswith("{"):
        return None if inside.startswith(("%", "[", "<")) else (inside,)
    return tuple(_members(inside))


def _members(struct: str) -> Iterator[str]:
    """`{ double, ptr }` → double, ptr; a struct inside is one part."""
    depth, part = 0, ""
    for letter in struct.strip()[1:-1]:
        depth += (letter in "{[<(") - (letter in "}]>)")
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    yield part.strip()
