"""CasADi: expression graphs of matrices in its virtual machine; loops as `mapaccum`."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from bench.peers import Gradient, unknowns
from bench.problem import Data, Problem, seeds

NAME, NEEDS = "CasADi", ("casadi",)


def _logsumexp(ca: Any, given: Data, x: Any) -> Any:
    return ca.logsumexp(x)


def _matdescent(ca: Any, given: Data, matrix: Any, vector: Any) -> Any:
    return ca.sumsqr(matrix @ vector)


def _leastsquares(ca: Any, given: Data, x: Any) -> Any:
    return 0.5 * ca.sumsqr(ca.DM(given["a"]) @ x - ca.DM(given["b"]))


def _normalise(ca: Any, given: Data, x: Any) -> Any:
    return ca.dot(ca.DM(seeds("out", given["out"])), x) / ca.norm_2(x)


def _network(ca: Any, given: Data, weights: Any, bias: Any) -> Any:
    before = weights @ ca.DM(given["inputs"].T) + ca.repmat(bias, 1, given["batch"])
    return 0.5 * ca.sumsqr(1 / (1 + ca.exp(-before)) - ca.DM(given["targets"].T))


def _euler(ca: Any, given: Data, start: Any, numbers: Any) -> Any:
    s, p = ca.SX.sym("s", 3), ca.SX.sym("p", 3)
    slope = ca.vertcat(p[0] * (s[1] - s[0]), s[0] * (p[1] - s[2]) - s[1], s[0] * s[1] - p[2] * s[2])
    step = ca.Function("step", [s, p], [s + given["span"] / given["steps"] * slope])
    whole = step.fold(given["steps"])
    return ca.sum1(whole(start, ca.repmat(numbers, 1, given["steps"])))


def _ode(ca: Any, given: Data, start: Any, growth: Any, competition: Any) -> Any:
    n, h = given["n"], given["step"]
    x, r, a = ca.MX.sym("x", n), ca.MX.sym("r", n), ca.MX.sym("a", n, n)

    def slope(x: Any) -> Any:
        return x * (r - a @ x)

    k1 = slope(x)
    k2 = slope(x + 0.5 * h * k1)
    k3 = slope(x + 0.5 * h * k2)
    k4 = slope(x + h * k3)
    step = ca.Function("step", [x, r, a], [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)])
    steps = given["steps"]
    whole = step.mapaccum("whole", steps)
    ends = whole(start, ca.repmat(growth, 1, steps), ca.repmat(competition, 1, steps))
    return ca.sumsqr(ends[:, -1])


MODELS: Final[dict[str, Callable[..., Any]]] = {
    "logsumexp": _logsumexp, "matdescent": _matdescent, "leastsquares": _leastsquares,
    "normalise": _normalise, "network": _network, "euler": _euler, "ode": _ode,
}  # fmt: skip


def gradient(problem: Problem, given: Data) -> Gradient | None:
    model = MODELS.get(problem.name)
    if model is None or given.get("steps", 0) > 100_000:
        return None
    import casadi as ca

    names = unknowns(problem, given)
    at = [given[n] for n in names]
    symbols = [ca.MX.sym(n, *v.shape) for n, v in zip(names, at, strict=True)]
    value = model(ca, given, *symbols)
    bars = [ca.gradient(value, s) for s in symbols]
    both = ca.Function("both", symbols, [value, *bars])
    values = [ca.DM(v) for v in at]

    def run() -> dict[str, Any]:
        found = both(*values)[1:]
        return {
            n: np.array(bar).reshape(v.shape) for n, bar, v in zip(names, found, at, strict=True)
        }

    return run
