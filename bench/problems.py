"""The problems, as data: programs, parameters, sizes.

Fixed before anything was tuned. `value=False` programs write arrays; their gradient is the
vector-Jacobian product with fixed seeds, bundle adjustment's its whole sparse Jacobian.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from bench import data
from bench.kernels import KERNELS
from bench.problem import Ask, Data, Problem, Slot, args, sizes
from bench.real_programs import REAL_PROGRAMS

# Those of the target's range first: they are what runs without --all.
_GMM_FIRST: Final = (
    (10, 25, 1000), (10, 10, 1000), (10, 50, 1000), (20, 25, 1000), (32, 10, 1000), (32, 25, 1000),
    (64, 25, 1000), (128, 10, 1000), (128, 50, 1000), (2, 25, 1000), (10, 25, 10000),
    (32, 25, 10000),
)  # fmt: skip
_GMM_ALL: Final = tuple(
    (d, k, n)
    for n in (1000, 10000)
    for d in (2, 10, 20, 32, 64, 128)
    for k in (5, 10, 25, 50, 100, 200)
)
_GMM_SIZES: Final = sizes(
    *(dict(zip("dkn", row, strict=True)) for row in dict.fromkeys((*_GMM_FIRST, *_GMM_ALL))),
    default=len(_GMM_FIRST),
)

_BA_SIZES: Final = sizes(
    {"n": 49, "m": 7776, "p": 31843},
    {"n": 73, "m": 11032, "p": 46122},
    {"n": 93, "m": 61203, "p": 287451},
    {"n": 138, "m": 19878, "p": 85217},
    {"n": 257, "m": 65132, "p": 225911},
    {"n": 356, "m": 226730, "p": 1255268},
    default=2,
)

_BA_ARGS: Final = args(
    "+cameras +points +weights =seen =features >errors >weight_errors #observations"
)
_BA_ASKS: Final = (
    Ask("ba_reprojection", "reverse", ("dup", "dup", "dup", "const", "dup"), False,
        "ba_reprojection_rows", width=2, primal=False),
    Ask("ba_weight", "reverse", ("dup", "dup"), False, "ba_weight_slope", primal=False),
)  # fmt: skip


def _ba_check(problem: Problem, given: Data, run: Callable[[Data], Data]) -> float:
    """A Jacobian times a random vector against central differences of the primal."""
    from bench.check import difference, primal_outputs

    got = run(given)
    rng = np.random.default_rng(5)
    v = {name: rng.standard_normal(given[name].shape) for name in ("cameras", "points", "weights")}
    cam, point = given["seen"][:, 0], given["seen"][:, 1]
    if "blocks" in got:
        blocks, slopes = got["blocks"], got["slopes"]
    else:
        count = given["observations"]
        blocks, slopes = (
            got["values"][: 30 * count].reshape(count, 2, 15),
            got["values"][30 * count :],
        )
    along = np.concatenate([v["cameras"][cam], v["points"][point], v["weights"][:, None]], axis=1)
    found = np.concatenate([np.einsum("prj,pj->pr", blocks, along).ravel(), slopes * v["weights"]])
    wanted = difference(lambda x: primal_outputs(problem, {**given, **x}), given, v)
    return float(np.max(np.abs(found - wanted)) / np.max(np.abs(wanted)))


def _ba(name: str, called: str, extra: str) -> Problem:
    slots = tuple(Slot(a.name) for a in _BA_ARGS) + tuple(Slot(n) for n in extra.split())
    return Problem(
        name, "ba.c", "ba", _BA_ARGS, _BA_SIZES, data.ba, value=False, hand="ba.c",
        asks=_BA_ASKS, driver="ba_jacobian.c", called=called, hand_function=called, slots=slots,
        check=_ba_check,
    )  # fmt: skip


def _softmax(given: Data) -> Data:
    """The gradient of log-sum-exp, in extended precision."""
    x = given["x"].astype(np.longdouble)
    e = np.exp(x - np.max(x))
    return {"d_x": e / np.sum(e)}


_HAND_SIZES: Final = sizes(
    *({"vertices": 544, "count": c} for c in (100, 1600, 192, 200, 400, 800, 3200, 10000)),
    default=2,
)
_KMEANS_SIZES: Final = sizes({"k": 5, "n": 10000, "d": 35}, {"k": 64, "n": 10000, "d": 32})

_ALL: Final = (
    Problem("gmm", "gmm.c", "gmm", args("+alphas +means +icf =x #d #k #n #gamma #m"), _GMM_SIZES,
            data.gmm, hand="gmm.c",
            by_hand_bytes=lambda s: int(8 * s.numbers["k"] * (4 * s.numbers["d"] + 4))),
    _ba("ba-core", "ba_core", "blocks slopes"),
    _ba("ba-sparse", "ba_sparse", "values row_starts columns camera_count point_count"),
    Problem("lstm", "lstm.c", "lstm", args("+main +extra +initial =sequence #l #c #b"),
            sizes(*({"l": layers, "c": c, "b": 14} for layers in (2, 4) for c in (1024, 4096))),
            data.lstm, hand="lstm.c",
            by_hand_bytes=lambda s: int(
                8 * s.numbers["c"] * s.numbers["b"] * (7 * s.numbers["l"] + 1))),
    Problem("hand-simple", "hand.c", "hand_simple",
            args("+theta =parents =relative =inverse =rest =weights =matches =points #mirrored "
                 "#vertices #count"), _HAND_SIZES, data.hand),
    Problem("hand-complicated", "hand.c", "hand_complicated",
            args("+theta +inside =parents =relative =inverse =rest =weights =triangles =matches "
                 "=points #mirrored #vertices #count"), _HAND_SIZES, data.hand),
    Problem("euler", "euler.cpp", "euler", args("+start +numbers #span #steps"),
            sizes(*({"steps": n} for n in (10_000, 100_000, 1_000_000))), data.euler,
            hand="euler.c", flags=("-std=c++17",),
            by_hand_bytes=lambda s: int(24 * s.numbers["steps"])),
    Problem("rk", "rk.cpp", "rk", args("+start +numbers #span #tolerance"),
            sizes(*({"span": t} for t in (1, 2, 4))), data.rk, flags=("-std=c++17",),
            step=1e-6),
    Problem("fft", "fft.c", "fft", args("~data #n"),
            sizes(*({"n": n} for n in (1 << 10, 1 << 14, 1 << 17, 1 << 20))), data.fft,
            value=False, hand="fft.c"),
    Problem("brusselator", "brusselator.c", "brusselator",
            args("+state +numbers >slope #n #t"),
            sizes(*({"n": n} for n in (32, 128, 512))), data.brusselator, value=False,
            hand="brusselator.c"),
    Problem("logsumexp", "logsumexp.c", "logsumexp", args("+x #n"),
            sizes(*({"n": n} for n in (10_000, 1_000_000, 10_000_000))), data.logsumexp,
            hand="logsumexp.c", by_hand_bytes=lambda s: int(8 * s.numbers["n"]),
            formula=_softmax, loose=10),  # see the notes: 1 minus the sum of all slopes
    Problem("matdescent", "matdescent.c", "matdescent", args("+matrix +vector #rows #columns"),
            sizes(*({"n": n} for n in (200, 1000, 2000))), data.matdescent, hand="matdescent.c"),
    Problem("determinant", "determinant.c", "determinant", args("+matrix #n"),
            sizes(*({"n": n} for n in (7, 8, 9))), data.determinant, hand="determinant.c"),
    Problem("leastsquares", "leastsquares.c", "leastsquares", args("=a =b +x #rows #columns"),
            sizes({"rows": 1000, "columns": 100}, {"rows": 4000, "columns": 500}),
            data.leastsquares, hand="leastsquares.c"),
    Problem("ode", "ode.c", "ode", args("+start +growth +competition #n #steps #step"),
            sizes(*({"n": n, "steps": 1000} for n in (8, 32))), data.ode, hand="ode.c",
            by_hand_bytes=lambda s: int(8 * s.numbers["n"] * (s.numbers["steps"] + 17))),
    Problem("kmeans-gradient", "kmeans.c", "kmeans", args("+centres =points #k #n #d"),
            _KMEANS_SIZES, data.kmeans, hand="kmeans.c", hand_function="kmeans_gradient_hand",
            step=1e-6),
    Problem("kmeans", "kmeans.c", "kmeans", args("+centres =points #k #n #d"),
            _KMEANS_SIZES, data.kmeans, hand="kmeans.c", hand_function="kmeans_hessian_hand",
            asks=(Ask("kmeans", "reverse", ("dup", "const", "const", "const", "const"), True,
                      "kmeans_grad", primal=False),
                  Ask("kmeans_grad", "forward",
                      ("dup", "dup", "const", "const", "const", "const", "const"), False,
                      "kmeans_hessian", primal=False)),
            called="kmeans_hessian",
            slots=(Slot("centres"), Slot("direction", "ones", "centres"),
                   Slot("gradient", "zero", "centres"), Slot("d_centres", "zero", "centres"),
                   Slot("points"), Slot("k"), Slot("n"), Slot("d"), Slot("seed"))),
    Problem("nbody", "nbody.cpp", "nbody", args("+start #dt #steps"),
            sizes(*({"steps": n} for n in (1000, 10_000))), data.nbody, flags=("-std=c++17",)),
    Problem("normalise", "normalise.c", "normalise", args(">out +x #n"),
            sizes(*({"n": n} for n in (1000, 3000, 10_000))), data.normalise, value=False,
            hand="normalise.c"),
    Problem("network", "network.c", "network",
            args("+weights +bias =inputs =targets #in #out #batch"),
            sizes({"in": 128, "out": 64, "batch": 32}, {"in": 784, "out": 10, "batch": 256}),
            data.network, hand="network.c"),
    *KERNELS,
    *REAL_PROGRAMS,
)  # fmt: skip

PROBLEMS: Final = {problem.name: problem for problem in _ALL}
