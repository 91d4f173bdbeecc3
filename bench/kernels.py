"""Programs of everyday numerics, each beside an adjoint written by hand.

They overwrite what they have read: buffers take turns, arenas hold everything, matrices are
factored in place. What is compared is how much is kept and how long it takes, ours over by hand.
The last three are kinds of programs on
which other compilers were once ahead (the Fourier transform of a million is a size of `fft`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from bench.data import seeded
from bench.problem import Data, Problem, Size, args, sizes


def _numbers(size: Size, names: str) -> tuple[int, ...]:
    return tuple(int(size.numbers[name]) for name in names.split())


def _chain(size: Size) -> Data:
    rows, n = _numbers(size, "rows n")
    layers = int(size.numbers.get("layers", 4))
    rng = seeded("chain", rows, n)
    return {"x": rng.standard_normal((rows, n)),
            "w": rng.standard_normal((layers, n, n)) / np.sqrt(n), **size.numbers}  # fmt: skip


def _attention(size: Size) -> Data:
    length, width = _numbers(size, "length width")
    rng = seeded("attention", length, width)
    parts = {name: rng.standard_normal((length, width)) for name in "qkv"}
    return {**parts, "out": np.zeros((length, width)), **size.numbers}


def _layernorm(size: Size) -> Data:
    rows, n = _numbers(size, "rows n")
    rng = seeded("layernorm", rows, n)
    return {"x": rng.standard_normal((rows, n)), "gain": rng.uniform(0.5, 1.5, n),
            "shift": rng.standard_normal(n), **size.numbers}  # fmt: skip


def _conv(size: Size) -> Data:
    channels, n = _numbers(size, "channels n")
    rng = seeded("conv", channels, n)
    return {"image": rng.standard_normal((channels, n, n)),
            "w": 0.2 * rng.standard_normal((2, channels, channels, 3, 3)),
            **size.numbers}  # fmt: skip


def _system(size: Size) -> Data:
    """A positive definite matrix that a few steps of conjugate gradients solve roughly."""
    (n,) = _numbers(size, "n")
    rng = seeded("system", n)
    a = rng.standard_normal((n, n)) / np.sqrt(n)
    return {"a": a @ a.T + 2 * np.eye(n), "b": rng.standard_normal(n), **size.numbers}


def _wave(size: Size) -> Data:
    (n,) = _numbers(size, "n")
    rng = seeded("wave", n)
    return {"start": rng.standard_normal((n, n)), "speed": rng.uniform(0.2, 0.6, (n, n)),
            **size.numbers}  # fmt: skip


def _multigrid(size: Size) -> Data:
    levels = int(size.numbers["levels"])
    rng = seeded("multigrid", levels)
    return {"edges": rng.uniform(0.5, 2, 1 << levels), "load": rng.uniform(0, 1, (1 << levels) - 1),
            **size.numbers}  # fmt: skip


def _multigrid_kept(size: Size) -> int:
    levels, cycles, sweeps = _numbers(size, "levels cycles sweeps")
    total = 1  # the coarsest value
    for level in range(2, levels + 1):
        n = (1 << level) - 1
        total += (2 * sweeps + 1) * n + n // 2
    return 8 * cycles * total


def _rkarrays(size: Size) -> Data:
    (n,) = _numbers(size, "n")
    rng = seeded("rkarrays", n)
    return {"start": rng.standard_normal(n), "force": rng.uniform(1, 3, n), "h": 0.002,
            **size.numbers}  # fmt: skip


def _gmmrows(size: Size) -> Data:
    d, k, n = _numbers(size, "d k n")
    rng = seeded("gmmrows", d, k, n)
    return {"alphas": rng.standard_normal(k), "means": rng.uniform(0, 1, (k, d)),
            "icf": rng.standard_normal((k, d * (d + 1) // 2)) / np.sqrt(d),
            "x": rng.standard_normal((n, d)), **size.numbers}  # fmt: skip


def _templates(size: Size) -> Data:
    rows, n = _numbers(size, "rows n")
    rng = seeded("templates", rows, n)
    return {"start": rng.standard_normal((rows, n)),
            "weights": rng.standard_normal((n, n)) / np.sqrt(n),
            "bias": rng.standard_normal((rows, n)), "target": rng.standard_normal((rows, n)),
            **size.numbers}  # fmt: skip


def _stencil(size: Size) -> Data:
    rng = seeded("stencil")
    start = np.stack([1 - 0.5 * rng.random((32, 32)), 0.25 * rng.random((32, 32))])
    return {"start": start, "rates": np.array([0.2, 0.1, 0.04, 0.06]), **size.numbers}


def _adaptive(size: Size) -> Data:
    exponent = int(size.numbers["digits"])
    return {"start": np.array([1.0, 0.5]), "p": np.array([3.0, 2.0]), "span": 20.0,
            "tolerance": 10.0**-exponent}  # fmt: skip


def _adaptive_kept(size: Size) -> int:
    """Three numbers for each accepted step of `adaptive.cpp`."""
    given = _adaptive(size)
    (x, y), (a, b) = given["start"], given["p"]
    t, h, steps = 0.0, 1e-4, 0
    while t < given["span"]:
        h = min(h, given["span"] - t)
        kx, ky = a * (y - x) + math.sin(x), x * (b - y)
        ex, ey = x + h * kx, y + h * ky
        lx, ly = a * (ey - ex) + math.sin(ex), ex * (b - ey)
        if (h * (lx - kx)) ** 2 + (h * (ly - ky)) ** 2 <= 4 * given["tolerance"] ** 2:
            x, y, t = x + 0.5 * h * (kx + lx), y + 0.5 * h * (ky + ly), t + h
            h, steps = 1.2 * h, steps + 1
        else:
            h *= 0.6
    return 24 * steps


def _taylorlog(size: Size) -> Data:
    (n,) = _numbers(size, "n")
    return {"x": seeded("taylorlog", n).uniform(0.6, 1.4, n), **size.numbers}


def _product(*names: str, times: int = 8) -> Callable[[Size], int]:
    """Bytes kept by hand: a number for each element."""
    return lambda size: times * int(np.prod([int(size.numbers[name]) for name in names]))


_TWELVE: Final = (
    Problem("chain", "chain.c", "chain", args("+x +w #rows #n"),
            sizes({"rows": 32, "n": 32}, {"rows": 128, "n": 128}), _chain, hand="chain.c",
            by_hand_bytes=lambda s: 4 * _product("rows", "n")(s)),
    Problem("arena", "arena.c", "arena", args("+x +w #rows #n #layers"),
            sizes({"rows": 32, "n": 32, "layers": 6}, {"rows": 128, "n": 128, "layers": 6}),
            _chain, hand="chain.c", by_hand_bytes=_product("rows", "n", "layers")),
    Problem("attention", "attention.c", "attention", args("+q +k +v >out #length #width"),
            sizes({"length": 48, "width": 16}, {"length": 256, "width": 64}), _attention,
            value=False, hand="attention.c",
            by_hand_bytes=lambda s: 4 * int(s.numbers["length"] * (s.numbers["length"] + 1))),
    Problem("layernorm", "layernorm.c", "layernorm", args("~x +gain +shift #rows #n"),
            sizes({"rows": 16, "n": 64}, {"rows": 256, "n": 512}), _layernorm, value=False,
            hand="layernorm.c", by_hand_bytes=lambda s: int(
                8 * s.numbers["rows"] * (s.numbers["n"] + 1))),
    Problem("conv", "conv.c", "conv", args("+image +w #channels #n"),
            sizes({"channels": 2, "n": 16}, {"channels": 8, "n": 48}), _conv, hand="conv.c",
            by_hand_bytes=lambda s: int(8 * s.numbers["channels"] * (s.numbers["n"] - 2) ** 2)),
    Problem("cg", "cg.c", "cg", args("+a +b #n #steps"),
            sizes({"n": 32, "steps": 8}, {"n": 256, "steps": 20}), _system, hand="cg.c",
            by_hand_bytes=lambda s: int(8 * (3 * s.numbers["n"] + 2) * s.numbers["steps"])),
    Problem("gauss", "gauss.c", "gauss", args("~a ~b #n"), sizes({"n": 24}, {"n": 192}), _system,
            value=False, hand="gauss.c",  # the factors lie in the matrix, and count as kept
            by_hand_bytes=lambda s: int(8 * s.numbers["n"] * (s.numbers["n"] + 1))),
    Problem("wave", "wave.c", "wave", args("+start +speed #n #steps"),
            sizes({"n": 16, "steps": 10}, {"n": 96, "steps": 100}), _wave, hand="wave.c",
            by_hand_bytes=_product("n", "n", "steps")),
    Problem("multigrid", "multigrid.c", "multigrid",
            args("+edges +load #levels #cycles #sweeps"),
            sizes({"levels": 5, "cycles": 2, "sweeps": 2},
                  {"levels": 12, "cycles": 5, "sweeps": 3}),
            _multigrid, hand="multigrid.c", by_hand_bytes=_multigrid_kept),
    Problem("rkarrays", "rkarrays.c", "rkarrays", args("+start +force #n #steps #h"),
            sizes({"n": 40, "steps": 20}, {"n": 400, "steps": 500}), _rkarrays,
            hand="rkarrays.c", by_hand_bytes=lambda s: 4 * _product("n", "steps")(s)),
    Problem("gmmrows", "gmmrows.c", "gmmrows", args("+alphas +means +icf =x #d #k #n"),
            sizes({"d": 4, "k": 5, "n": 50}, {"d": 16, "k": 25, "n": 1000}), _gmmrows,
            hand="gmmrows.c",
            by_hand_bytes=lambda s: int(8 * s.numbers["k"] * (4 * s.numbers["d"] + 4))),
    Problem("templates", "templates.cpp", "templates",
            args("+start +weights +bias =target #rows #n #steps"),
            sizes({"rows": 8, "n": 8, "steps": 4}, {"rows": 64, "n": 64, "steps": 20}),
            _templates, hand="templates.c", flags=("-std=c++17",),
            by_hand_bytes=lambda s: 2 * _product("rows", "n", "steps")(s)),
)  # fmt: skip

_KINDS: Final = (
    Problem("stencil", "stencil.cpp", "stencil", args("+start +rates #steps"),
            sizes({"steps": 5}, {"steps": 100}), _stencil, hand="stencil.c",
            flags=("-std=c++17",), step=1e-5,
            by_hand_bytes=lambda s: int(8 * 2048 * s.numbers["steps"])),
    Problem("adaptive", "adaptive.cpp", "adaptive", args("+start +p #span #tolerance"),
            sizes({"digits": 5}, {"digits": 9}), _adaptive, hand="adaptive.c",
            flags=("-std=c++17",), by_hand_bytes=_adaptive_kept),
    Problem("taylorlog", "taylorlog.c", "taylorlog", args("+x #n #terms"),
            sizes({"n": 100, "terms": 30}, {"n": 1000, "terms": 300}), _taylorlog,
            hand="taylorlog.c"),
)  # fmt: skip

KERNELS: Final = (*_TWELVE, *_KINDS)
