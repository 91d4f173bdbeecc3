"""Jitted functions, as scientists write them: arguments, and what they are differentiated by."""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange
from numba.typed import List


class Case(NamedTuple):
    function: Any
    arguments: tuple[Any, ...]
    wrt: tuple[str, ...]
    of: str = "return"
    second: bool = True


RNG = np.random.default_rng(5)
V = RNG.uniform(0.2, 0.9, 6)
W = RNG.uniform(0.2, 0.9, 6)
M = RNG.uniform(0.2, 0.9, (3, 4))
S = RNG.uniform(0.2, 0.9, (3, 3)) + 2 * np.eye(3)
CASES: list[Case] = []


def case(*arguments: Any, wrt: str, of: str = "return", second: bool = True, **options: Any) -> Any:
    def made(function: Any) -> Any:
        jitted = njit(**options)(function)
        CASES.append(Case(jitted, arguments, tuple(wrt.split()), of, second))
        return jitted

    return made


@case(0.7, 0.3, wrt="x y")
def scalar(x, y):
    return math.sin(x) * math.exp(y) + x**3 / y


@case(V, wrt="x")
def loop(x):
    total = 0.0
    for i in range(len(x)):
        total += x[i] * x[i]
    return total


@case(V, wrt="x")
def iteration(x):
    product = 1.0
    for v in x:
        product *= v + 0.5
    return product


@case(V, wrt="x")
def enumerated(x):
    total = 0.0
    for i, v in enumerate(x):
        total += i * v**2
    return total


@case(V, W, wrt="x y")
def zipped(x, y):
    total = 0.0
    for a, b in zip(x, y):  # noqa: B905  # Numba knows no `strict`
        total += a * math.sqrt(b)
    return total


@case(V, wrt="x")
def allocated(x):
    y = np.zeros_like(x)
    for i in range(x.size):
        y[i] = x[i] * x[-1 - i]
    return y.sum()


@case(V, wrt="x")
def expression(x):
    return np.sum(np.sin(x) * x + 2.0)


@case(V, W, 1.7, wrt="x y k")
def broadcast(x, y, k):
    z = k * x + y / x - 1.0
    return (z * z).sum()


@case(M, wrt="a")
def matrix_rows(a):
    total = 0.0
    for row in a:
        total += row.sum() ** 2
    return total


@case(M, wrt="a")
def axis_sum(a):
    return np.sum(a, axis=0).prod()


@case(M, np.zeros((4, 3)), wrt="a", of="out")
def transposed(a, out):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[j, i] = a[i, j] * a[i, j]


@case(np.asfortranarray(M), wrt="a")
def fortran_order(a):
    total = 0.0
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            total += a[i, j] * (i + 2 * j) * a[i, 0]
    return total


@case(M, RNG.uniform(0.2, 0.9, (4, 2)), np.zeros((3, 2)), wrt="a b", of="out")
def matrix_product(a, b, out):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            out[i, j] = total


@case(V, wrt="x")
def views(x):
    middle = x[1:-1]
    return (middle * x[2:] - middle * x[:-2]).sum()


@case(V, wrt="x")
def strided_view(x):
    odd = x[1::2]
    total = 0.0
    for i in range(odd.size):
        total += odd[i] ** 3
    return total


@case(V, 0.2, 5, wrt="u rate", of="u")
def heat(u, rate, steps):
    for _ in range(steps):
        old = u.copy()
        for i in range(1, u.size - 1):
            u[i] = old[i] + rate * (old[i - 1] - 2 * old[i] + old[i + 1])


@case(0.8, wrt="a")
def newton(a):
    x = 1.0
    while True:
        following = 0.5 * (x + a / x)
        if abs(following - x) < 1e-14:
            return following
        x = following


@case(V, wrt="x")
def early_return(x):
    total = 0.0
    for v in x:
        if total > 1.0:
            return total * v
        total += v * v
    return total


@njit
def square(v):
    return v * v


@case(V, wrt="x")
def nested_call(x):
    total = 0.0
    for v in x:
        total += square(v) * square(v + 1.0)
    return total


@njit
def factorial_like(x, n):
    if n == 0:
        return 1.0
    return (x + n) * factorial_like(x, n - 1)


@case(0.4, 4, wrt="x")
def recursion(x, n):
    return factorial_like(x, n)


@case(0.3, (0.5, -1.0, 2.0), wrt="x c")
def polynomial(x, c):
    total = 0.0
    for a in c:
        total = total * x + a
    return total


@case(0.6, 0.4, wrt="a b")
def tuples(a, b):
    pair = (a * b, a + b)
    first, second = pair
    return first / second + pair[0]


@case(0.35, wrt="x")
def mathematics(x):
    return (
        math.tanh(x) + math.erf(x) + math.gamma(x) + math.atan2(x, 2.0) + math.log1p(x)
        + math.expm1(x) + math.hypot(x, 1.0) + math.cosh(x) + math.asin(x) + math.lgamma(x)
    )  # fmt: skip


@case(V, wrt="x")
def numpy_functions(x):
    total = 0.0
    for v in x:
        total += np.exp(-v) * np.log(v) + np.arctan(v) + np.sqrt(v) + np.abs(v - 0.5)
    return total


@case(V, wrt="x", second=False)
def minmax(x):
    return x.max() * x.min() + max(x[0], x[1]) * min(x[2], 0.4)


@case(V, wrt="x")
def statistics(x):
    return x.mean() ** 2 + np.var(x) + x.std()


@case(V, wrt="x")
def cumulative(x):
    sums = np.empty(x.size)
    total = 0.0
    for i in range(x.size):
        total += x[i] * x[i]
        sums[i] = total
    return sums[2:].prod()


@case(V, wrt="x")
def conditional(x):
    total = 0.0
    for v in x:
        if v > 0.5 and not v > 0.8:
            total += v * v
        else:
            total += 2.0 * v
    return total


@case(np.array([0.2, 0.4, 0.6], np.float32), wrt="x", second=False)
def single(x):
    total = np.float32(0.0)
    for v in x:
        total += v * v * np.float32(0.5)
    return total


@case(V, np.array([0, 2, 4, 1], np.int64), wrt="x")
def gathered(x, places):
    total = 0.0
    for p in places:
        total += x[p] ** 2
    return total


@case(V, True, wrt="x")
def flagged(x, square_it):
    total = 0.0
    for v in x:
        total += v * v if square_it else v
    return total


@case(S, wrt="a")
def cholesky(a):
    n = a.shape[0]
    s = np.zeros((n, n))
    low = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            for k in range(n):
                s[i, j] += a[i, k] * a[j, k]
    total = 0.0
    for i in range(n):
        for j in range(i + 1):
            v = s[i, j]
            for k in range(j):
                v -= low[i, k] * low[j, k]
            low[i, j] = math.sqrt(v) if i == j else v / low[j, j]
        total += 2 * math.log(low[i, i])
    return total


@case(RNG.uniform(0.2, 2.0, (4, 3)), wrt="positions")
def lennard_jones(positions):
    energy = 0.0
    for i in range(positions.shape[0]):
        for j in range(i):
            r2 = 0.3
            for k in range(3):
                r2 += (positions[i, k] - positions[j, k]) ** 2
            s = 1.0 / r2**3
            energy += 4.0 * (s * s - s)
    return energy


@case(np.array([0.7, 0.0]), 1.2, 30, wrt="state length")
def pendulum(state, length, steps):
    angle, speed = state[0], state[1]
    for _ in range(steps):
        speed -= 0.02 * 9.81 / length * math.sin(angle)
        angle += 0.02 * speed
    return angle


@case(V[:3].copy(), RNG.uniform(0.2, 0.9, (5, 3)), np.array([0.0, 1, 1, 0, 1]), wrt="w")
def logistic(w, x, y):
    loss = 0.0
    for i in range(x.shape[0]):
        z = 0.0
        for j in range(w.size):
            z += x[i, j] * w[j]
        p = 1.0 / (1.0 + math.exp(-z))
        loss -= y[i] * math.log(p) + (1.0 - y[i]) * math.log(1.0 - p)
    return loss / x.shape[0]


@case(V, np.zeros(6), wrt="x", of="out")
def softmax(x, out):
    top = x.max()
    total = 0.0
    for i in range(x.size):
        out[i] = math.exp(x[i] - top)
        total += out[i]
    for i in range(x.size):
        out[i] /= total


@case(V, wrt="x", fastmath=True)
def fast(x):
    total = 0.0
    for i in range(x.size):
        total += x[i] / (1.0 + x[i])
    return total


@case(V, 1.5, wrt="x k", error_model="numpy")
def numpy_errors(x, k):
    total = 0.0
    for i in range(x.size):
        total += x[i] / k
    return total * total


@case(V, wrt="x", boundscheck=True)
def bounds_checked(x):
    total = 0.0
    for i in range(x.size - 1):
        total += x[i] * x[i + 1]
    return total


@case(0.5, wrt="x")
def closure(x):
    def inner(v):
        return v * x

    return inner(x) + inner(2.0)


@case(RNG.uniform(0.2, 0.9, (2, 3, 2)), wrt="a")
def three_dimensions(a):
    total = 0.0
    for i in range(2):
        for j in range(3):
            for k in range(2):
                total += a[i, j, k] * a[1 - i, j, k] * (j + 1)
    return total


@case(V, wrt="x")
def swapped(x):
    y = x.copy()
    for i in range(y.size // 2):
        y[i], y[-1 - i] = y[-1 - i], y[i] * 2.0
    return (y * np.arange(6.0)).sum()


@case(V, wrt="x")
def typed_list(x):
    squares = List()
    for v in x:
        squares.append(v * v)
    total = 0.0
    for i in range(len(squares)):
        total += squares[i] * i * x[0]
    return total


@case(V, wrt="x")
def typed_list_changed(x):
    values = List()
    for v in x:
        values.append(math.exp(v))
    values[2] = values[0] * 3.0
    last = values.pop()
    total = 0.0
    for v in values:
        total += v * last
    return total


@case(V, 0.6, wrt="x k")
def typed_list_of_pairs(x, k):
    pairs = List()
    for i in range(x.size):
        pairs.append((x[i] * k, i))
    total = 0.0
    for value, place in pairs:
        total += value * value * place
    return total


@case(V, wrt="x", parallel=True)
def in_threads(x):
    total = 0.0
    for i in prange(x.size):
        total += x[i] * x[i] * i
    return total


@case(V, wrt="x")
def chosen(x):
    return np.where(x > 0.5, x * x, 2.0 * x).sum()


@case(V, wrt="x")
def running_sums(x):
    return (np.cumsum(x) ** 2).sum()


@case(V, wrt="x")
def differences_and_products(x):
    return np.diff(x).prod() + np.outer(x, x).sum() + (np.linspace(0.0, x[0], 5) ** 2).sum()


@case(V, M, wrt="x a")
def broadcast_rows(x, a):
    return (a * x[:4] + a[:, :1] * a.T[1:2, :1]).sum()


@case(V, wrt="x", second=False)
def sorted_values(x):
    return (np.sort(x[::-1] * x) * np.arange(6.0)).sum()
