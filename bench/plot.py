"""The ratios as a picture (PNG and SVG): ours per problem, what is to be reached, and peers."""

import importlib.util
from collections.abc import Sequence

from bench import table, targets
from bench.gradient import MAIN
from bench.run import Record


def draw(records: Sequence[Record]) -> bool:
    """Write `results/ratios.png` and `.svg`; False without matplotlib."""
    if importlib.util.find_spec("matplotlib") is None:
        return False
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "ribozyme"
    timed = [r for r in records if r["flags"] == MAIN.name and r["gradient_over_primal"]]
    names = list(dict.fromkeys(r["problem"] for r in timed))
    if not names:
        return True
    figure, axes = plt.subplots(figsize=(9, 0.42 * len(names) + 1.6))
    for place, name in enumerate(names):
        rows = [r for r in timed if r["problem"] == name]
        ours = [r["gradient_over_primal"] for r in rows]
        axes.barh(place, targets.geometric_mean(ours), color="#4878a8", height=0.6, zorder=2)
        axes.plot(ours, [place] * len(ours), "|", color="#1c3048", markersize=9, zorder=4)
        for peer, mark in (("enzyme-ad", "s"), ("JAX", "^"), ("PyTorch", "v"), ("ADOL-C", "D")):
            found = [
                r["peers"][peer] * r["gradient_over_primal"] for r in rows if peer in r["peers"]
            ]
            if found:
                label = peer if peer not in axes.get_legend_handles_labels()[1] else None
                axes.plot(
                    targets.geometric_mean(found),
                    place,
                    mark,
                    label=label,
                    markersize=5,
                    color={"s": "#c44e52", "^": "#55a868", "v": "#dd8452", "D": "#8172b3"}[mark],
                    zorder=5,
                )
        for target in (t for t in targets.TARGETS if t.problem == name):
            axes.plot([target.reach] * 2, [place - 0.38, place + 0.38], "k-", lw=1.6, zorder=6)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("gradient time / primal time (black: to be reached)")
    axes.grid(axis="x", which="both", alpha=0.25, zorder=0)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(loc="lower right", fontsize=8)
    axes.set_title(f"Ribozyme, {MAIN.name}", fontsize=10)
    figure.tight_layout()
    figure.savefig(table.RESULTS / "ratios.png", dpi=130)
    figure.savefig(table.RESULTS / "ratios.svg", metadata={"Date": None})
    plt.close(figure)
    return True
