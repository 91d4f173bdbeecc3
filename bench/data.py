"""Seeded data of each problem, and the formats in which the four of ADBench are published.

    python -m bench.data FOLDER     writes the published files: gmm, ba, lstm, hand

The same size always gives the same data.
"""

import sys
from pathlib import Path

import numpy as np

from bench.problem import Data, Size


def seeded(*key: int | float | str) -> np.random.Generator:
    return np.random.default_rng(list("/".join(map(str, key)).encode()))


def gmm(size: Size) -> Data:
    d, k, n = (int(size.numbers[name]) for name in "dkn")
    rng = seeded("gmm", d, k, n)
    return {
        "alphas": rng.standard_normal(k),
        "means": rng.uniform(0, 1, (k, d)),
        "icf": rng.standard_normal((k, d * (d + 1) // 2)) / np.sqrt(d),
        "x": rng.standard_normal((n, d)),
        "d": d, "k": k, "n": n, "gamma": 1.0, "m": 0,
    }  # fmt: skip


def ba(size: Size) -> Data:
    cameras, points, observations = (int(size.numbers[name]) for name in ("n", "m", "p"))
    rng = seeded("ba", cameras, points, observations)
    camera = np.concatenate([
        0.1 * rng.standard_normal(3), 0.1 * rng.standard_normal(2), [-8.0],
        [500.0], [0.0, 0.0], 0.01 * rng.standard_normal(2),
    ])  # fmt: skip
    table = camera + 0.01 * rng.standard_normal((cameras, 11))
    seen = np.stack(
        [rng.integers(0, cameras, observations), rng.integers(0, points, observations)], axis=1
    ).astype(np.int32)
    return {
        "cameras": table,
        "points": rng.standard_normal((points, 3)),
        "weights": rng.uniform(0.5, 1.5, observations),
        "seen": seen,
        "features": 10 * rng.standard_normal((observations, 2)),
        "errors": np.zeros((observations, 2)),
        "weight_errors": np.zeros(observations),
        "observations": observations,
        "blocks": np.zeros((observations, 2, 15)),
        "slopes": np.zeros(observations),
        "values": np.zeros(31 * observations),
        "row_starts": np.zeros(3 * observations + 1, np.int32),
        "columns": np.zeros(31 * observations, np.int32),
        "camera_count": cameras,
        "point_count": points,
    }


def lstm(size: Size) -> Data:
    l, c, b = (int(size.numbers[name]) for name in "lcb")  # noqa: E741 -- the published names
    rng = seeded("lstm", l, c, b)
    codes = rng.integers(0, 2, (c, b)).astype(float)
    return {
        "main": rng.uniform(-1, 1, 8 * l * b),
        "extra": rng.uniform(-1, 1, 3 * b),
        "initial": rng.uniform(-1, 1, 2 * l * b),
        "sequence": codes,
        "l": l, "c": c, "b": b,
    }  # fmt: skip


def hand(size: Size) -> Data:
    vertices, count = int(size.numbers["vertices"]), int(size.numbers["count"])
    rng = seeded("hand", vertices, count)
    parents = np.array([-1, 0] + [j for f in range(5) for j in (0, *range(2 + 4 * f, 5 + 4 * f))])
    relative = np.tile(np.eye(4), (22, 1, 1))
    relative[:, 3, :3] = rng.uniform(-1, 1, (22, 3))  # a column is a row here: column by column
    absolute: list[np.ndarray] = []
    for i, parent in enumerate(parents):
        absolute.append(relative[i] if parent < 0 else relative[i] @ absolute[parent])
    weights = rng.uniform(0, 1, (vertices, 22)) ** 8
    rest = np.ones((vertices, 4))
    rest[:, :3] = rng.uniform(-3, 3, (vertices, 3))
    return {
        "theta": 0.3 * rng.standard_normal(26),
        "inside": rng.uniform(0, 0.5, (count, 2)),
        "parents": parents.astype(np.int32),
        "relative": relative,
        "inverse": np.linalg.inv(np.array(absolute)),
        "rest": rest,
        "weights": weights / weights.sum(axis=1, keepdims=True),
        "triangles": rng.integers(0, vertices, (2 * vertices, 3)).astype(np.int32),
        "matches": rng.integers(0, vertices, count).astype(np.int32),
        "points": rng.uniform(-3, 3, (count, 3)),
        "mirrored": 1, "vertices": vertices, "count": count,
    }  # fmt: skip


LORENZ = {"start": np.array([1.0, 2.0, 3.0]), "numbers": np.array([10.0, 28.0, 8.0 / 3])}


def euler(size: Size) -> Data:
    steps = int(size.numbers["steps"])
    return {**LORENZ, "span": 2.0, "steps": steps}


def rk(size: Size) -> Data:
    return {**LORENZ, "span": float(size.numbers["span"]), "tolerance": 1e-9}


def fft(size: Size) -> Data:
    n = int(size.numbers["n"])
    return {"data": seeded("fft", n).standard_normal(2 * n), "n": n}


def brusselator(size: Size) -> Data:
    n = int(size.numbers["n"])
    y, x = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, n), indexing="ij")
    u, v = 22 * (y * (1 - y)) ** 1.5, 27 * (x * (1 - x)) ** 1.5
    return {
        "state": np.stack([u, v]),
        "numbers": np.array([3.4, 1.0, 10.0]),
        "slope": np.zeros((2, n, n)),
        "n": n,
        "t": 2.0,
    }


def logsumexp(size: Size) -> Data:
    n = int(size.numbers["n"])
    return {"x": seeded("logsumexp", n).standard_normal(n), "n": n}


def matdescent(size: Size) -> Data:
    n = int(size.numbers["n"])
    rng = seeded("matdescent", n)
    return {"matrix": rng.standard_normal((n, n)), "vector": rng.standard_normal(n),
            "rows": n, "columns": n}  # fmt: skip


def determinant(size: Size) -> Data:
    n = int(size.numbers["n"])
    return {"matrix": seeded("determinant", n).standard_normal((n, n)), "n": n}


def leastsquares(size: Size) -> Data:
    rows, columns = int(size.numbers["rows"]), int(size.numbers["columns"])
    rng = seeded("leastsquares", rows, columns)
    return {"a": rng.standard_normal((rows, columns)), "b": rng.standard_normal(rows),
            "x": rng.standard_normal(columns), "rows": rows, "columns": columns}  # fmt: skip


def ode(size: Size) -> Data:
    n, steps = int(size.numbers["n"]), int(size.numbers["steps"])
    rng = seeded("ode", n)
    return {"start": rng.uniform(0.1, 1, n), "growth": rng.uniform(0.5, 1.5, n),
            "competition": rng.uniform(0, 1 / n, (n, n)) + np.eye(n), "n": n, "steps": steps,
            "step": 10.0 / steps}  # fmt: skip


def kmeans(size: Size) -> Data:
    k, n, d = (int(size.numbers[name]) for name in "knd")
    rng = seeded("kmeans", k, n, d)
    return {"centres": rng.standard_normal((k, d)), "points": rng.standard_normal((n, d)),
            "k": k, "n": n, "d": d}  # fmt: skip


def nbody(size: Size) -> Data:
    rng = seeded("nbody")
    bodies = np.concatenate(
        [3 * rng.standard_normal((5, 3)), 0.3 * rng.standard_normal((5, 3)),
         rng.uniform(0.5, 1.5, (5, 1))], axis=1,
    )  # fmt: skip
    return {"start": bodies, "dt": 1e-3, "steps": int(size.numbers["steps"])}


def normalise(size: Size) -> Data:
    n = int(size.numbers["n"])
    return {"out": np.zeros(n), "x": seeded("normalise", n).standard_normal(n), "n": n}


def network(size: Size) -> Data:
    inputs, outputs, batch = (int(size.numbers[name]) for name in ("in", "out", "batch"))
    rng = seeded("network", inputs, outputs, batch)
    return {
        "weights": rng.standard_normal((outputs, inputs)) / np.sqrt(inputs),
        "bias": rng.standard_normal(outputs),
        "inputs": rng.uniform(0, 1, (batch, inputs)),
        "targets": rng.uniform(0, 1, (batch, outputs)),
        "in": inputs, "out": outputs, "batch": batch,
    }  # fmt: skip


def _rows(table: np.ndarray) -> str:
    return "".join(" ".join(f"{v:.17g}" for v in np.atleast_1d(row)) + "\n" for row in table)


def gmm_text(data: Data) -> str:
    """`d k n`, then weights, means, inverse covariance factors, points, `gamma m`."""
    parts = (_rows(data[name]) for name in ("alphas", "means", "icf", "x"))
    return f"{data['d']} {data['k']} {data['n']}\n{''.join(parts)}{data['gamma']:g} {data['m']}\n"


def ba_text(data: Data) -> str:
    """`n m p`, then one camera, one point, one weight and one feature: all are like the first."""
    head = f"{data['camera_count']} {data['point_count']} {data['observations']}\n"
    firsts = (data[name][:1] for name in ("cameras", "points", "weights", "features"))
    return head + "".join(map(_rows, firsts))


def lstm_text(data: Data) -> str:
    """`l c b`, then main and extra parameters, the state, the sequence."""
    l, c, b = data["l"], data["c"], data["b"]  # noqa: E741
    parts = (data["main"].reshape(2 * l, 4 * b), data["extra"].reshape(3, b),
             data["initial"].reshape(2 * l, b), data["sequence"])  # fmt: skip
    return f"{l} {c} {b}\n" + "\n".join(map(_rows, parts))


def hand_text(data: Data) -> str:
    """`count vertices`, then matches with their points, and the angles."""
    lines = (
        f"{match} " + " ".join(f"{v:.17g}" for v in point)
        for match, point in zip(data["matches"], data["points"], strict=True)
    )
    return "\n".join([f"{data['count']} {data['vertices']}", *lines, _rows(data["theta"])])


TEXTS = {"gmm": gmm_text, "ba-core": ba_text, "lstm": lstm_text, "hand-simple": hand_text}


def write(folder: Path) -> None:
    """All sizes of the four, as files."""
    from bench.problems import PROBLEMS

    folder.mkdir(parents=True, exist_ok=True)
    for name, text in TEXTS.items():
        problem = PROBLEMS[name]
        for size in problem.sizes:
            stem = "_".join([name, *(f"{k}{v}" for k, v in size.numbers.items())])
            (folder / f"{stem}.txt").write_text(text(problem.data(size)))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
