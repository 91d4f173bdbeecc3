"""The results as JSON, as a table on the terminal, as Markdown.

Everything is made from `results/details.json`; `results/latest.json` is the part of it for the main
flags with exactly the keys of `run.KEYS`. A run of a few problems replaces only their records.
"""

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench import targets
from bench.gradient import FLAGS, MAIN
from bench.run import KEYS, Record

RESULTS: Final = Path(__file__).parent / "results"


def merged(old: Sequence[Record], new: Sequence[Record]) -> list[Record]:
    """The records of both; the newer where a problem, size and flags are the same."""
    found = {(r["problem"], r["size"], r["flags"]): r for r in (*old, *new)}
    return list(found.values())


def load(name: str = "details.json") -> list[Record]:
    path = RESULTS / name
    found: list[Record] = json.loads(path.read_text()) if path.is_file() else []
    return found


def save(records: Sequence[Record], quick: bool) -> list[Record]:
    """Write the files; what stands in them afterwards. Quick runs have a file of their own."""
    RESULTS.mkdir(exist_ok=True)
    if quick:
        _write("quick.json", records)
        return list(records)
    whole = merged(load(), records)
    _write("details.json", whole)
    latest = [{key: r[key] for key in KEYS} for r in whole if r["flags"] == MAIN.name]
    _write("latest.json", latest)
    (RESULTS / "table.md").write_text(markdown(whole))
    return whole


def _write(name: str, what: Any) -> None:
    (RESULTS / name).write_text(json.dumps(what, indent=1, ensure_ascii=False) + "\n")


def machine() -> str:
    """The processor and its count, the system, the versions that matter."""
    from ribozyme.backend.llvm import LLVM_VERSION

    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    model = next((x.partition(":")[2].strip() for x in lines if x.startswith("model name")), "")
    return f"{model or platform.machine()}, {os.cpu_count()} cores; LLVM {LLVM_VERSION}"


QUIET: Final = 0.1
"""The most a figure may spread on a quiet machine."""

HEAD: Final = (
    "problem",
    "size",
    "primal",
    "gradient/primal",
    "±",
    "growth",
    "reference/ours",
    "hand/ours",
    "peers/ours",
    "tape",
    "by hand",
    "memory",
    "stage",
    "cold",
    "warm",
    "error",
)


def row(r: Record, grown: Mapping[str, tuple[str, float]] | None = None) -> list[str]:
    """One record in words; `grown` as `growths` finds it."""
    if r["gradient_over_primal"] is None:
        return [r["problem"], r["size"], "", r.get("failure", "–")[:60], *[""] * (len(HEAD) - 4)]
    peers = " ".join(f"{name} {ratio:.3g}" for name, ratio in r["peers"].items())
    return [
        r["problem"],
        r["size"],
        seconds(r["primal_seconds"]),
        f"{r['gradient_over_primal']:.2f}",
        f"{100 * r['spread']['gradient']:.0f}%",
        _exponent((grown or {}).get(r["problem"])),
        ratio(r["reference_over_gradient"]),
        ratio(r["hand_over_gradient"]),
        peers,
        size(r["tape_bytes"]),
        size(r["hand_tape_bytes"]),
        ratio(r["peak_memory_ratio"]),
        seconds(r["stage_seconds"]),
        seconds(r["first_gradient_cold_seconds"]),
        seconds(r["first_gradient_warm_seconds"]),
        f"{r['max_relative_error']:.0e}",
    ]


def _exponent(growth: tuple[str, float] | None) -> str:
    return "–" if growth is None else f"{growth[0]}^{growth[1]:.2f}"


def ratio(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def seconds(value: float | None) -> str:
    if value is None:
        return "–"
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def size(value: float | None) -> str:
    if value is None:
        return "–"
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if value >= scale:
            return f"{value / scale:.3g} {unit}"
    return f"{value:.0f} B"


STATUS_HEAD: Final = ("problem", "reach", "mean", "worst", "at", "status", "published")


def status_rows(records: Iterable[Record]) -> list[list[str]]:
    """The targets with their verdicts, and the means over problems."""
    records = list(records)
    rows = []
    for target in targets.TARGETS:
        s = targets.status(target, records)
        verdict = f"{s.verdict}: {s.note}" if s.note else s.verdict
        rows.append(
            [
                target.title,
                f"≤ {target.reach:g}",
                ratio(s.mean),
                ratio(s.worst),
                s.where,
                verdict,
                f"[{target.published}]",
            ]
        )
    mean, count = targets.ablation(records)
    met = _verdict(None if mean is None else mean >= targets.ABLATION_REACH)
    rows.append(
        [
            "reference over ours, geometric mean",
            f"≥ {targets.ABLATION_REACH:g}",
            ratio(mean),
            "",
            f"{count} of {len(targets.ABLATION)} problems",
            met,
            "",
        ]
    )
    for key, (limit, title) in targets.LIMITS.items():
        timed = [r for r in records if r.get(key) is not None]
        if key.startswith("first") and key.endswith("cold_seconds"):
            timed = [r for r in timed if r["problem"] not in ("euler", "rk", "nbody")]  # C only
        worst = max(timed, key=lambda r: r[key], default=None)
        verdict = _verdict(None if worst is None else worst[key] <= limit)
        rows.append(
            [
                title,
                f"≤ {limit:g} s",
                "",
                seconds(worst[key] if worst else None),
                f"{worst['problem']} {worst['size']}" if worst else "",
                verdict,
                "",
            ]
        )
    rows.append(_tape_row(records))
    return rows


def _tape_row(records: list[Record]) -> list[str]:
    """Tapes beside what the adjoints by hand keep, where one is written; a page is free."""
    over = {
        f"{r['problem']} {r['size']}": r["tape_bytes"] / (r["hand_tape_bytes"] + 4096)
        for r in records
        if r.get("hand_tape_bytes") is not None and r["tape_bytes"] is not None
    }
    above = [name for name, ratio in over.items() if ratio > 2]
    where = max(over, key=lambda name: over[name], default="")
    verdict = _verdict(not above if over else None)
    if above:
        verdict += f": {', '.join(dict.fromkeys(name.split()[0] for name in above))}"
    return ["tape over what is kept by hand", "≤ 2", "", ratio(over.get(where)), where, verdict, ""]


def growths(records: Iterable[Record]) -> dict[str, tuple[str, float]]:
    """The number in which most sizes of a problem differ while the others stay, and the exponent
    with which the gradient's time grows with it."""
    by_problem: dict[str, list[Record]] = {}
    for r in records:
        if r["gradient_over_primal"] is not None:
            by_problem.setdefault(r["problem"], []).append(r)
    found = {name: _growth(rows) for name, rows in by_problem.items()}
    return {name: growth for name, growth in found.items() if growth is not None}


def _growth(rows: list[Record]) -> tuple[str, float] | None:
    groups: dict[tuple[Any, ...], list[tuple[float, float]]] = {}
    for r in rows:
        label = targets.numbers(r["size"])
        for key, value in label.items():
            rest = tuple(sorted((k, v) for k, v in label.items() if k != key))
            groups.setdefault((key, rest), []).append((value, r["gradient_seconds"]))
    (key, _), points = max(groups.items(), key=lambda group: len(group[1]))
    exponent = targets.slope([n for n, _ in points], [t for _, t in points])
    return None if exponent is None else (key, exponent)


def show(records: Sequence[Record]) -> None:
    """The tables on the terminal, one pair per set of flags."""
    console = Console(width=None if os.isatty(1) else 200)
    for flags in (f for f in FLAGS if any(r["flags"] == f for r in records)):
        some = [r for r in records if r["flags"] == flags]
        grown = growths(some)
        console.print(_rich(f"Measured, {flags}", HEAD, [row(r, grown) for r in some]))
        console.print(_rich(f"Targets, {flags}", STATUS_HEAD, status_rows(some)))
    loud = [r for r in records if r.get("spread") and r["spread"]["gradient"] > QUIET]
    if loud:
        console.print(f"{len(loud)} of {len(records)} spread by more than {QUIET:.0%}: not quiet")


def _rich(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title, header_style="bold")
    for name in head:
        table.add_column(name, overflow="fold")
    for cells in rows:
        table.add_row(*(cell.replace("[", "\\[") for cell in cells))
    return table


def markdown(records: Sequence[Record]) -> str:
    parts = [
        "# Measured\n",
        f"{machine()}.\n",
        "Made by `./do bench`; a problem again by `./do bench NAME`. A ratio is gradient time, its",
        "primal included, over primal time; the primal is the faster of clang's own code and ours",
        "at the same flags. Peers: their gradient's time over ours. Figures in brackets are quoted",
        "as published, not measured here. Growth: the number of the size in which most rows",
        "differ, and the exponent with which the gradient's time grows with it.\n",
    ]
    for flags in (f for f in FLAGS if any(r["flags"] == f for r in records)):
        some = [r for r in records if r["flags"] == flags]
        parts += [f"## Targets, {flags}\n", _table(STATUS_HEAD, status_rows(some))]
        grown = growths(some)
        parts += [f"## Measured, {flags}\n", _table(HEAD, [row(r, grown) for r in some])]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in rows
    ]
    return "\n".join(lines) + "\n"


def _verdict(met: bool | None) -> str:
    return "not measured" if met is None else "met" if met else "missed"
