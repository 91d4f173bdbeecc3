"""The sparse problems as CasADi's expression graphs, whole arrays at a time."""

from typing import Any

import casadi as ca
import numpy as np

from bench.sparse_problems import Case


def expression(name: str, case: Case) -> tuple[Any, Any]:
    """The unknowns, and what is differentiated by them."""
    made: tuple[Any, Any] = globals()[f"_{name}"](case)
    return made


def _tridiagonal(case: Case) -> tuple[Any, Any]:
    x = ca.SX.sym("x", case.unknowns)
    s = 3 * x + 0.2 * x**3
    return x, s - ca.vertcat(0, x[:-1] * x[1:]) - ca.vertcat(ca.sin(x[1:]), 0)


def _five_point(case: Case) -> tuple[Any, Any]:
    x, n = ca.SX.sym("x", case.unknowns), case.args[1]
    u = ca.reshape(x, n, n)
    return x, ca.vec(4 * u + ca.exp(u) - sum(_beside(u, n)))


def _beside(u: Any, n: int) -> list[Any]:
    """The neighbours of a square's cells, zero outside."""
    none = ca.SX.zeros(1, n)
    up, down = ca.vertcat(none, u[:-1, :]), ca.vertcat(u[1:, :], none)
    return [up, down, ca.horzcat(none.T, u[:, :-1]), ca.horzcat(u[:, 1:], none.T)]


def _seven_point(case: Case) -> tuple[Any, Any]:
    x, n = ca.SX.sym("x", case.unknowns), case.args[1]
    s = x * x
    index = np.arange(n**3).reshape(n, n, n)
    for axis in range(3):
        for step in (-1, 1):
            there = np.roll(index, -step, axis).swapaxes(0, axis)
            inside = np.ones((n, n, n), bool)
            inside[0 if step < 0 else -1] = False
            here = index.swapaxes(0, axis)[inside].tolist()
            a, b = x[here], x[there[inside].tolist()]
            flux = ca.if_else(b - a > 0, (b - a) * a, (b - a) * b)
            s[here] += flux
    return x, s


def _brusselator(case: Case) -> tuple[Any, Any]:
    _, a, b, d, n, _ = case.args
    x = ca.SX.sym("x", case.unknowns)
    u, v = ca.reshape(x[: n * n], n, n), ca.reshape(x[n * n :], n, n)

    def spread(w: Any) -> Any:
        up, down = ca.vertcat(w[0, :], w[:-1, :]), ca.vertcat(w[1:, :], w[-1, :])
        left, right = ca.horzcat(w[:, 0], w[:, :-1]), ca.horzcat(w[:, 1:], w[:, -1])
        return d * (up + down + left + right - 4 * w)

    r = u * u * v
    du, dv = a + r - (b + 1) * u + spread(u), b * u - r + spread(v)
    return x, ca.vertcat(ca.vec(du), ca.vec(dv))


def _bundle(case: Case) -> tuple[Any, Any]:
    cameras, _, seen, at, n, _ = case.args
    x = ca.SX.sym("x", case.unknowns)
    pairs = seen.reshape(n, 2)
    camera = [x[(9 * pairs[:, 0] + k).tolist()] for k in range(9)]
    point = [x[(cameras.size + 3 * pairs[:, 1] + k).tolist()] for k in range(3)]
    w = camera[:3]
    square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
    angle = ca.sqrt(square + 1e-12)
    s, c = ca.sin(angle) / angle, ca.cos(angle)
    inner = w[0] * point[0] + w[1] * point[1] + w[2] * point[2]
    dot = inner * (1 - c) / (square + 1e-12)
    p = [
        point[k] * c
        + (w[(k + 1) % 3] * point[(k + 2) % 3] - w[(k + 2) % 3] * point[(k + 1) % 3]) * s
        + w[k] * dot
        + camera[3 + k]
        for k in range(3)
    ]
    a, b = -p[0] / p[2], -p[1] / p[2]
    r = a * a + b * b
    scale = camera[6] * (1 + r * (camera[7] + r * camera[8]))
    both = ca.horzcat(scale * a, scale * b).T
    return x, ca.vec(both) - at


def _power_flow(case: Case) -> tuple[Any, Any]:
    _, _, start, to, g, b, n, _, _ = case.args
    x = ca.SX.sym("x", case.unknowns)
    angle, volt = x[:n], x[n:]
    here = np.repeat(np.arange(n), np.diff(start)).tolist()
    there = to.tolist()
    d, w = angle[here] - angle[there], volt[here] * volt[there]
    summed = ca.DM.triplet(here, list(range(to.size)), ca.DM.ones(to.size), n, to.size)
    p = w * (g * ca.cos(d) + b * ca.sin(d))
    q = w * (g * ca.sin(d) - b * ca.cos(d))
    return x, ca.vertcat(summed @ p, summed @ q)


def _vessels(case: Case) -> tuple[Any, Any]:
    _, pipes, count, n, _ = case.args
    x = ca.SX.sym("x", case.unknowns)
    amount = ca.reshape(x, 5, n)
    total = ca.repmat(ca.sum1(amount), 5, 1)
    rate = amount * ca.fmax(total - amount, 0.1) - 0.5 * ca.vertcat(amount[1:, :], amount[0, :])
    ends = pipes.reshape(count, 2)
    one, other = ends[:, 0].tolist(), ends[:, 1].tolist()
    flow = 0.3 * (amount[:, one] - amount[:, other])
    lines, given = list(range(count)), np.where(ends[:, 0] % 2 == ends[:, 1] % 2, 1.0, 0.9)
    lost = ca.DM.triplet(lines, one, ca.DM.ones(count), count, n)
    gained = ca.DM.triplet(lines, other, ca.DM(given), count, n)
    return x, ca.vec(rate - flow @ lost + flow @ gained)


def _chained(case: Case) -> tuple[Any, Any]:
    x = ca.SX.sym("x", case.unknowns)
    return x, ca.sum1(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


def _separable(case: Case) -> tuple[Any, Any]:
    x = ca.SX.sym("x", case.unknowns)
    return x, ca.sum1(ca.exp(0.1 * x) * x)


def _surface(case: Case) -> tuple[Any, Any]:
    x, n = ca.SX.sym("x", case.unknowns), case.args[1]
    u = ca.reshape(x, n, n)  # the transpose of the array, which is the same surface
    a, b = n * (u[1:, :-1] - u[:-1, :-1]), n * (u[:-1, 1:] - u[:-1, :-1])
    return x, ca.sum1(ca.vec(ca.sqrt(1 + a * a + b * b)))
