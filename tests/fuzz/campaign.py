"""A campaign: batches of seeds through a worker, counted, failures made small and kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final, cast, final

from tests.fuzz.grow import program
from tests.fuzz.judge import Outcome
from tests.fuzz.shrink import shrunk
from tests.fuzz.stored import FOLDER, store
from tests.fuzz.subject import ModeName, Order, Setting, Way
from tests.fuzz.tree import Program
from tests.fuzz.worker import Job, Worker

LEVELS: Final[tuple[str | None, ...]] = ("O0", "O1", "O2", "O3")
ORDERS: Final[tuple[Order, ...]] = ("before", "before", "scalar", "reference", "twice")
OTHERS: Final[tuple[tuple[ModeName, int], ...]] = (
    ("forward", 1), ("split", 1), ("nested", 1), ("reverse", 4), ("forward", 4),
)  # fmt: skip
BATCH: Final = 20


@final
@dataclass(slots=True)
class Tally:
    """What a campaign came to."""

    first: int
    last: int = 0
    programs: int = 0
    discarded: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    derivatives: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Outcome] = field(default_factory=dict)
    failures: list[Outcome] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def refused(self) -> float:
        """The share of derivatives that were refused."""
        return self.verdicts["refused"] / max(1, self.derivatives)


def settings(seed: int, levels: Sequence[str | None] = LEVELS) -> tuple[Setting, ...]:
    """What a batch is put through: reverse mode at every level; all else dealt out at random.

    A level more has mostly none of clang's passes, pipelines before differentiation in odd orders,
    or IR that was mutated. One of the modules is optimised in full, which is what takes longest.
    """
    rng = Random(seed)
    others = list(OTHERS)
    rng.shuffle(others)
    orders: list[tuple[str | None, Order]] = [(level, "before") for level in levels]
    orders.append((rng.choice((None, None, *LEVELS)), rng.choice(ORDERS)))
    full = rng.randrange(len(orders))
    made = []
    for n, (level, order) in enumerate(orders):
        poison, debug = rng.random() < 0.5, rng.random() < 0.6
        way = Way(level, order, poison, debug, 3 if n == full else rng.choice((0, 1)))
        if n == len(levels) and rng.random() < 0.6:
            way = replace(way, shake=rng.randrange(1, 10**6))
        made += [Setting(way, "primal"), Setting(way, "reverse")]
        made.append(Setting(way, *others[n % len(others)]))
    return tuple(made)


def campaign(
    first: int,
    enough: Callable[[Tally], bool],
    *,
    levels: Sequence[str | None] = LEVELS,
    told: Callable[[str], None] = print,
    shrink_for: float = 90.0,
    batch: int = BATCH,
    folder: Path | None = FOLDER,
    cells: bool = True,
    patience: float = 1.0,
) -> Tally:
    """Batches from seed `first` on, until it is enough, or until it is interrupted."""
    tally, worker = Tally(first, first), Worker()
    began = time.monotonic()
    known: set[tuple[str, str]] = set()
    with suppress(KeyboardInterrupt):
        while not enough(tally):
            seeds = range(tally.last, tally.last + batch)
            programs = tuple(program(seed, cells=cells) for seed in seeds)
            failures = _batch(programs, settings(seeds[0], levels), worker, tally, patience)
            tally.last = seeds[-1] + 1
            for failure in failures:
                told(f"seed {failure.seed}: {failure.verdict} ({failure.setting}) {failure.cause}")
                told(_indented(failure.detail))
                likeness = (failure.verdict, failure.cause)
                if folder is not None and likeness not in known:
                    known.add(likeness)
                    whole = next(one for one in programs if one.seed == failure.seed)
                    tally.kept.append(_kept(whole, failure, worker, shrink_for, folder, told))
            tally.seconds = time.monotonic() - began
            told(summary(tally))
    worker.close()
    return tally


def _batch(
    programs: tuple[Program, ...],
    wanted: tuple[Setting, ...],
    worker: Worker,
    tally: Tally,
    patience: float,
) -> list[Outcome]:
    """The failures of a batch; a batch whose worker died is taken apart."""
    seconds = patience * (30 + 3.0 * len(wanted) * len(programs))
    answer = worker.ask(Job(programs, wanted), seconds)
    found = answer.outcomes
    if answer.died:
        rest = tuple(s for s in wanted if s not in answer.done)
        found += [o for p in programs for o in _one_by_one(p, rest, worker, patience)]
    tally.programs += len(programs) - len(answer.discarded)
    tally.discarded.update(why.partition(":")[0] for why in answer.discarded.values())
    tally.verdicts.update(o.verdict for o in found if o.setting.mode != "primal")
    tally.derivatives += sum(
        o.verdict not in {"absent", "unknown"} and o.setting.mode != "primal" for o in found
    )
    tally.refusals.update(o.cause for o in found if o.verdict == "refused")
    failures = [o for o in found if o.verdict in {"mismatch", "crash"}]
    tally.examples.update({o.cause: o for o in found if o.verdict == "refused"})
    failures += [
        Outcome(seed, wanted[0], "crash", why, "does not compile")
        for seed, why in answer.discarded.items()
        if why.startswith("does not compile")
    ]
    tally.failures += failures
    return failures


def _one_by_one(
    program: object, rest: tuple[Setting, ...], worker: Worker, patience: float
) -> list[Outcome]:
    found: list[Outcome] = []
    answer = worker.ask(Job((program,), rest), 60 * patience)
    if not answer.died:
        return answer.outcomes
    for setting in rest:
        answer = worker.ask(Job((program,), (setting,)), 30 * patience)
        found += answer.outcomes
        if answer.died:
            seed = cast(int, program.seed)  # type: ignore[attr-defined]
            found.append(Outcome(seed, setting, "crash", answer.died, "died"))
    return found


def _kept(
    whole: Program,
    failure: Outcome,
    worker: Worker,
    seconds: float,
    folder: Path,
    told: Callable[[str], None],
) -> Path:
    small = shrunk(whole, failure, worker, seconds)
    told(f"seed {failure.seed}: from size {whole.size()} down to {small.size()}")
    path = store(small, failure.setting, f"{failure.verdict} {failure.detail}", folder)
    told(str(small))
    return path


def summary(tally: Tally) -> str:
    """One line."""
    verdicts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(tally.verdicts.items()))
    return (
        f"seeds {tally.first}-{tally.last - 1}: {tally.programs} programs, "
        f"{tally.derivatives} derivatives: {verdicts}; {tally.discarded.total()} programs without "
        f"a truth; {100 * tally.refused:.1f} % refused; {tally.seconds:.0f} s"
    )


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()[-12:])


__all__ = ["LEVELS", "Tally", "campaign", "replace", "settings", "summary"]
