"""The problems as array programs, once for all array tools: JAX, PyTorch, autograd.

A model takes the tool's `Ops` and the data and gives the function of the unknowns, in the order of
the problem's parameters. Array outputs are weighed by the seeds, so that each is one number. Loops
go through `ops.scan`, which is what each tool does best: a scan in JAX, a Python loop elsewhere.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, final

import numpy as np

from bench.problem import Data, seeds


@final
@dataclass(frozen=True, slots=True)
class Ops:
    """What differs between array libraries."""

    xp: Any  # exp, log, tanh, where, stack, sqrt, sum
    array: Callable[[Any], Any]
    largest: Callable[[Any, int], Any]  # over an axis, kept
    smallest: Callable[[Any, int], Any]  # over an axis, dropped
    roll: Callable[[Any, int, int], Any]
    scan: Callable[[Callable[[Any, Any], Any], Any, Any], Any]  # body(state, x), state, xs


Model = Callable[[Ops, Data], Callable[..., Any]]


def logsumexp(ops: Ops, v: Any, axis: int) -> Any:
    m = ops.largest(v, axis)
    return ops.xp.log(ops.xp.sum(ops.xp.exp(v - m), axis)) + ops.xp.squeeze(m, axis)


def gmm(ops: Ops, given: Data) -> Callable[..., Any]:
    xp, d, k, n = ops.xp, given["d"], given["k"], given["n"]
    rows: list[int] = []
    columns: list[int] = []
    for j in range(d):
        rows += range(j + 1, d)
        columns += [j] * (d - 1 - j)
    place = np.zeros((d * (d - 1) // 2, d * d))  # a matrix that puts entries where they belong
    place[np.arange(len(rows)), np.array(rows, int) * d + np.array(columns, int)] = 1
    place, x = ops.array(place), ops.array(given["x"])
    eye = ops.array(np.eye(d))
    gamma, m = given["gamma"], given["m"]
    freedom = d + m + 1
    constant = (
        freedom * d * (math.log(gamma) - 0.5 * math.log(2))
        - 0.25 * d * (d - 1) * math.log(math.pi)
        - sum(math.lgamma(0.5 * freedom + 0.5 * (1 - j)) for j in range(1, d + 1))
    )

    def f(alphas: Any, means: Any, icf: Any) -> Any:
        q, low = icf[:, :d], icf[:, d:]
        diagonal = xp.exp(q)
        whole = xp.reshape(low @ place, (k, d, d)) + eye * diagonal[:, None, :]
        centred = x[:, None, :] - means[None, :, :]
        scaled = xp.einsum("kij,nkj->nki", whole, centred)
        term = alphas + xp.sum(q, 1) - 0.5 * xp.sum(scaled * scaled, 2)
        prior = 0.5 * gamma**2 * (xp.sum(diagonal**2) + xp.sum(low**2)) - m * xp.sum(q)
        total = xp.sum(logsumexp(ops, term, 1)) - n * logsumexp(ops, alphas, 0)
        return total + prior - k * constant - n * d * 0.5 * math.log(2 * math.pi)

    return f


def lstm(ops: Ops, given: Data) -> Callable[..., Any]:
    xp, l, c, b = ops.xp, given["l"], given["c"], given["b"]  # noqa: E741
    sequence = ops.array(np.concatenate([given["sequence"][:-1], given["sequence"][1:]], axis=1))

    def sigmoid(x: Any) -> Any:
        return 1 / (1 + xp.exp(-x))

    def f(main: Any, extra: Any, initial: Any) -> Any:
        main, extra = xp.reshape(main, (l, 8, b)), xp.reshape(extra, (3, b))

        def body(carry: Any, both: Any) -> Any:
            states, total = carry
            x, gold = both[:b] * extra[0], both[b:]
            after = []
            for i in range(l):
                w, (hidden, cell) = main[i], (states[2 * i], states[2 * i + 1])
                forget, ingate = sigmoid(x * w[0] + w[4]), sigmoid(hidden * w[1] + w[5])
                outgate, change = sigmoid(x * w[2] + w[6]), xp.tanh(hidden * w[3] + w[7])
                cell = cell * forget + ingate * change
                x = outgate * xp.tanh(cell)
                after += [x, cell]
            y = x * extra[1] + extra[2]
            total = total + xp.sum(gold * (y - xp.log(xp.sum(xp.exp(y)) + 2)))
            return (xp.stack(after), total)

        start = (xp.reshape(initial, (2 * l, b)), xp.sum(initial) * 0)
        return -ops.scan(body, start, sequence)[1] / ((c - 1) * b)

    return f


def euler(ops: Ops, given: Data) -> Callable[..., Any]:
    xp, steps, h = ops.xp, given["steps"], given["span"] / given["steps"]

    def f(start: Any, numbers: Any) -> Any:
        def body(s: Any, _: Any) -> Any:
            slope = xp.stack([
                numbers[0] * (s[1] - s[0]), s[0] * (numbers[1] - s[2]) - s[1],
                s[0] * s[1] - numbers[2] * s[2],
            ])  # fmt: skip
            return s + h * slope

        return xp.sum(ops.scan(body, start, ops.array(np.zeros(steps))))

    return f


def brusselator(ops: Ops, given: Data) -> Callable[..., Any]:
    xp, n, step = ops.xp, given["n"], 1.0 / (given["n"] - 1)
    y, x = np.meshgrid(np.arange(n) * step, np.arange(n) * step, indexing="ij")
    inside = ((x - 0.3) ** 2 + (y - 0.6) ** 2 <= 0.01) & (given["t"] >= 1.1)
    source, weight = ops.array(5.0 * inside), ops.array(seeds("slope", given["slope"]))

    def around(u: Any) -> Any:
        sides = [ops.roll(u, shift, axis) for axis in (0, 1) for shift in (1, -1)]
        return sides[0] + sides[1] + sides[2] + sides[3] - 4 * u

    def f(state: Any, numbers: Any) -> Any:
        u, v, a, b, alpha = state[0], state[1], numbers[0], numbers[1], numbers[2] / step**2
        reaction = u * u * v
        du = b + reaction - (a + 1) * u + alpha * around(u) + source
        dv = a * u - reaction + alpha * around(v)
        return xp.sum(weight[0] * du) + xp.sum(weight[1] * dv)

    return f


def vector_logsumexp(ops: Ops, given: Data) -> Callable[..., Any]:
    return lambda x: logsumexp(ops, x, 0)


def matdescent(ops: Ops, given: Data) -> Callable[..., Any]:
    return lambda matrix, vector: ops.xp.sum((matrix @ vector) ** 2)


def leastsquares(ops: Ops, given: Data) -> Callable[..., Any]:
    a, b = ops.array(given["a"]), ops.array(given["b"])
    return lambda x: 0.5 * ops.xp.sum((a @ x - b) ** 2)


def ode(ops: Ops, given: Data) -> Callable[..., Any]:
    steps, h = given["steps"], given["step"]

    def f(start: Any, growth: Any, competition: Any) -> Any:
        def slope(x: Any) -> Any:
            return x * (growth - competition @ x)

        def body(x: Any, _: Any) -> Any:
            k1 = slope(x)
            k2 = slope(x + 0.5 * h * k1)
            k3 = slope(x + 0.5 * h * k2)
            k4 = slope(x + h * k3)
            return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

        return ops.xp.sum(ops.scan(body, start, ops.array(np.zeros(steps))) ** 2)

    return f


def kmeans(ops: Ops, given: Data) -> Callable[..., Any]:
    points, xp = ops.array(given["points"]), ops.xp

    def f(centres: Any) -> Any:
        squares = xp.sum((points[:, None, :] - centres[None, :, :]) ** 2, 2)
        return xp.sum(ops.smallest(squares, 1))

    return f


def nbody(ops: Ops, given: Data) -> Callable[..., Any]:
    xp, dt = ops.xp, given["dt"]
    apart = ops.array(np.eye(5))

    def f(start: Any) -> Any:
        mass = start[:, 6]

        def body(s: Any, _: Any) -> Any:
            place, speed = s[0], s[1]
            d = place[:, None, :] - place[None, :, :]
            square = xp.sum(d * d, 2) + apart
            pull = dt * mass[None, :] / (square * xp.sqrt(square)) * (1 - apart)
            speed = speed - xp.sum(d * pull[:, :, None], 1)
            return xp.stack([place + dt * speed, speed])

        first = xp.stack([start[:, :3], start[:, 3:6]])
        return xp.sum(ops.scan(body, first, ops.array(np.zeros(given["steps"])))[0] ** 2)

    return f


def normalise(ops: Ops, given: Data) -> Callable[..., Any]:
    weight = ops.array(seeds("out", given["out"]))
    return lambda x: ops.xp.sum(weight * x) / ops.xp.sqrt(ops.xp.sum(x * x))


def network(ops: Ops, given: Data) -> Callable[..., Any]:
    inputs, targets = ops.array(given["inputs"]), ops.array(given["targets"])

    def f(weights: Any, bias: Any) -> Any:
        y = 1 / (1 + ops.xp.exp(-(inputs @ weights.T + bias)))
        return 0.5 * ops.xp.sum((y - targets) ** 2)

    return f


MODELS: Final[dict[str, Model]] = {
    "gmm": gmm, "lstm": lstm, "euler": euler, "brusselator": brusselator,
    "logsumexp": vector_logsumexp, "matdescent": matdescent, "leastsquares": leastsquares,
    "ode": ode, "kmeans-gradient": kmeans, "nbody": nbody, "normalise": normalise,
    "network": network,
}  # fmt: skip


def looped(body: Callable[[Any, Any], Any], state: Any, xs: Any) -> Any:
    """A scan as a plain loop."""
    for x in xs:
        state = body(state, x)
    return state
