"""A rule over arrays compared with differences of its function, where it is registered.

At random points of small sizes: matrices that are square have a heavy diagonal, so that they have
inverses and factors, and are not symmetric. A point where the function gives no finite numbers says
nothing. Functions with integers that are no sizes are not called: nobody knows what they mean.
"""

import random
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ribozyme.api.custom.arrayrules import RESULT, ArrayRule
from ribozyme.base.errors import Error, error
from ribozyme.rules.matrix_expr import ELEMENTWISE, Expr, Leaf, Number, evaluated

if TYPE_CHECKING:
    from ribozyme.api.programs.functions import Function

_TRIES: Final = 3
_STEP: Final = {"double": 1e-6, "float": 1e-2}
_CLOSE: Final = {"double": 1e-6, "float": 3e-2}


def check(rule: ArrayRule, f: "Function") -> None:
    """Raise RZ213 where the rule is not the derivative of what the function computes."""
    sizes = {one.name for one in rule.of_kind("integer")}
    named = set(re.findall(r"[A-Za-z_]\w*", " ".join(s for o in rule.operands for s in o.shape)))
    if sizes != named or rule.of_kind("other"):
        return
    rng = random.Random(rule.symbol)
    for _ in range(_TRIES):
        given = {name: rng.randint(2, 5) for name in sorted(sizes)}
        try:
            _compare(rule, f, given, rng)
        except Error as failure:
            if failure.code == "RZ213":
                raise
            return  # the function itself refuses such arguments


def values(rule: ArrayRule, sizes: Mapping[str, int], rng: random.Random) -> dict[str, Any]:
    """Random arguments."""
    import numpy as np

    found: dict[str, Any] = {}
    kind = np.float64 if rule.number == "double" else np.float32
    for one in rule.operands:
        if one.kind == "integer":
            found[one.name] = sizes[one.name]
            continue
        shape = tuple(_size(part, sizes) for part in one.shape)
        drawn = np.array([rng.gauss(0, 1) for _ in range(int(np.prod(shape)))]).reshape(shape)
        if len(shape) == 2 and shape[0] == shape[1]:
            drawn += 2 * shape[0] * np.eye(shape[0])
        found[one.name] = drawn.astype(kind) if one.kind == "array" else float(drawn)
    return found


def _size(text: str, sizes: Mapping[str, int]) -> int:
    return int(eval(text, {"__builtins__": {}}, dict(sizes)))


def numeric(expr: Expr, given: Mapping[tuple[str, str], Any], sizes: Mapping[str, int]) -> Any:
    """The value of an expression by NumPy, of leaves by name and role."""
    import numpy as np

    def leaf(term: Leaf | Number) -> Any:
        match term:
            case Leaf(name, role):
                return given[name, role]
            case Number(text):
                return sizes[text] if text in sizes else float(text)

    def shaped(make: Callable[[tuple[int, ...]], Any]) -> Callable[[tuple[str, ...]], Any]:
        return lambda shape: make(tuple(_size(one, sizes) for one in shape))

    operations: dict[str, Callable[..., Any]] = {
        "neg": np.negative,
        "add": np.add,
        "sub": np.subtract,
        "times": np.multiply,
        "over": np.divide,
        "matmul": np.matmul,
        "T": np.transpose,
        "solve": np.linalg.solve,
        "trace": np.trace,
        "total": np.sum,
        "outer": np.outer,
        "diag": np.diag,
        "tril": np.tril,
        "triu": np.triu,
        "eye": shaped(lambda shape: np.eye(shape[0])),
        "ones": shaped(np.ones),
        **{name: getattr(np, name) for name in ELEMENTWISE},
    }
    return evaluated(expr, leaf, operations)


def _called(rule: ArrayRule, f: "Function", args: Mapping[str, Any]) -> dict[str, Any]:
    """What a function leaves in its arrays, and returns."""
    import numpy as np

    own = {n: v.copy() if isinstance(v, np.ndarray) else v for n, v in args.items()}
    returned = f(*own.values())
    return own | {RESULT: returned}


def _compare(rule: ArrayRule, f: "Function", sizes: Mapping[str, int], rng: random.Random) -> None:
    import numpy as np

    args, dots = values(rule, sizes, rng), values(rule, sizes, rng)
    step = _STEP[rule.number]
    floats = [one.name for one in rule.of_kind("array", "number")]

    def at(by: float) -> dict[str, Any]:
        moved = {
            n: np.asarray(args[n] + by * dots[n], getattr(args[n], "dtype", None)) for n in floats
        }
        return _called(rule, f, args | {n: v if v.ndim else float(v) for n, v in moved.items()})

    here, high, low = at(0), at(step), at(-step)
    given = {(name, "value"): here[name] for name in (*floats, RESULT)}
    given |= {(name, "before"): args[name] for name in floats}
    given |= {(name, "tangent"): dots[name] for name in floats}
    terms = dict(rule.outputs) | ({} if rule.result is None else {RESULT: rule.result})
    for name, term in terms.items():
        want = (np.asarray(high[name], float) - low[name]) / (2 * step)
        got = numeric(term, given, sizes)
        if not np.all(np.isfinite(want)):
            continue
        size = max(1.0, float(np.max(np.abs(want), initial=0)), _largest(here[name]))
        if not np.all(np.abs(got - want) <= _CLOSE[rule.number] * size):
            raise _wrong(rule, name, sizes, got, want)
    for one in rule.of_kind("array"):
        if one.name not in rule.outputs and not np.array_equal(here[one.name], args[one.name]):
            raise error(
                "RZ213",
                f"the rule of '{rule.symbol}' says nothing of '{one.name}', which it writes",
                helps=("give the differential of each array that the function writes",),
            )


def _largest(value: Any) -> float:
    import numpy as np

    return float(np.max(np.abs(value), initial=0))


def _wrong(rule: ArrayRule, name: str, sizes: Mapping[str, int], got: Any, want: Any) -> Error:
    import numpy as np

    where = ", ".join(f"{n} = {size}" for n, size in sizes.items())
    which = "what is returned" if name == RESULT else f"'{name}'"
    worst = int(np.argmax(np.abs(np.asarray(got) - want)))
    one, other = (float(np.ravel(np.asarray(v))[worst]) for v in (got + 0 * want, want))
    return error(
        "RZ213",
        f"the rule of '{rule.symbol}' is wrong for {which}{f' at {where}' if where else ''}",
        notes=(f"along a direction it gives {one:.9g}, differences of the function {other:.9g}",),
    )
