"""Damaged IR thrown at `load`: `python -m tests.stress.parser --minutes 10`.

Each input is read, its functions are listed, and of every eighth that can be read a gradient is
compiled (and not run: what a damaged program does is its own affair). One process takes them all.
It must not die, nor wait for ever, and every failure must be one of Ribozyme's exceptions.
`--seed N --inputs 1` is one input again.
"""

from __future__ import annotations

import argparse
import selectors
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, final

from tests.stress.log import Table
from tests.stress.mutate import damaged, originals

TABLE: Final = Table(
    "Damaged IR",
    ("seeds", "inputs", "accepted", "refused", "internal errors", "escaped", "deaths"),
)
_ROOT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 120.0


@final
@dataclass(slots=True)
class Tally:
    """What came of the inputs."""

    first: int
    last: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        return self.verdicts.total()

    def cells(self) -> tuple[object, ...]:
        names = ("accepted", "refused", "internal", "escaped", "died")
        seeds = f"{self.first}–{self.last - 1}"
        return (seeds, self.inputs, *(self.verdicts[name] for name in names))

    def __str__(self) -> str:
        return ", ".join(f"{n} {verdict}" for verdict, n in sorted(self.verdicts.items()))


def campaign(first: int, inputs: int | None = None, seconds: float = 60.0) -> Tally:
    """Inputs from a seed on: so many, or for so long."""
    originals()  # compiled here, so that the worker finds them in the cache
    tally, worker = Tally(first, first), _Worker()
    end = time.monotonic() + seconds
    while (tally.inputs < inputs) if inputs is not None else (time.monotonic() < end):
        seed = tally.last
        verdict, _, detail = worker.verdict(seed).partition(" ")
        tally.last += 1
        tally.verdicts[verdict] += 1
        tally.codes[detail.split(" ")[0]] += verdict in ("refused", "internal")
        if verdict not in ("accepted", "refused"):
            tally.bad.append(f"seed {seed} ({damaged(seed).what}): {verdict} {detail}")
    worker.close()
    return tally


@final
class _Worker:
    """A process that is given seeds and says what came of them."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def verdict(self, seed: int) -> str:
        process = self._process or self._started()
        assert process.stdin is not None and process.stdout is not None
        line = ""
        try:
            process.stdin.write(f"{seed}\n")
            process.stdin.flush()
            with selectors.DefaultSelector() as waiting:
                waiting.register(process.stdout, selectors.EVENT_READ)
                ready = waiting.select(_PATIENCE)
            line = process.stdout.readline() if ready else "died of waiting\n"
        except BrokenPipeError:
            pass
        if line.startswith(("accepted", "refused", "internal", "escaped")):
            return line.strip()
        self.close()
        return line.strip() or f"died with status {process.returncode}"

    def _started(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.stress.parser", "--worker"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            cwd=_ROOT,
        )  # fmt: skip
        return self._process

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


# ---- in the worker -------------------------------------------------------------------------------


def _served() -> None:
    from ribozyme.api.programs import mishap

    mishap._SECONDS = 0.0  # type: ignore[misc]  # reports need not be small here
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        for line in sys.stdin:
            print(_verdict(int(line), Path(folder)), flush=True)


def _verdict(seed: int, folder: Path) -> str:
    import ribozyme as rz

    given = damaged(seed)
    path = folder / f"input{given.suffix}"
    path.write_bytes(given.content)
    try:
        with rz.options(cache=False):
            _used(path, seed % 8 == 0)
    except rz.InternalError as mistake:
        return f"internal {mistake.code} {mistake.diagnostic.message}".replace("\n", " ")
    except rz.Error as refused:
        str(refused)
        return f"refused {refused.code}"
    except Exception as failure:
        return f"escaped {type(failure).__name__}: {failure}".replace("\n", " ")
    finally:
        for left in folder.glob("ribozyme-*"):
            left.unlink(missing_ok=True)
    return "accepted"


def _used(path: Path, deeply: bool) -> None:
    import ribozyme as rz

    functions = list(rz.load(path))
    for f in functions[:2] if deeply else ():
        _compiled(f)


def _compiled(f: object) -> None:
    """The gradient's object, which is not loaded."""
    import ribozyme as rz
    from ribozyme.api.derivatives.differentiate import choose, reverse
    from ribozyme.base.options import current

    assert isinstance(f, rz.Function)
    plan = reverse(f.plan, choose(f.plan), current(), value=False, seeded=True)
    f.program.image(plan.routine)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.stress.parser", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, help="the first seed; by default a fresh one")
    parser.add_argument("--inputs", type=int, help="how many, whatever the time")
    parser.add_argument("--no-log", action="store_true", help="write nothing to docs/trust.md")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        _served()
        return 0
    first = int(time.time()) * 1000 % 10**9 if asked.seed is None else asked.seed
    tally = campaign(first, asked.inputs, 60 * asked.minutes)
    print(*tally.bad, sep="\n")
    print(f"{tally.inputs} inputs from seed {first}: {tally}")
    print(", ".join(f"{n} {code}" for code, n in tally.codes.most_common() if n))
    if not asked.no_log:
        TABLE.append(tally.cells())
    return 1 if tally.verdicts["escaped"] or tally.verdicts["died"] else 0


if __name__ == "__main__":
    sys.exit(main())
