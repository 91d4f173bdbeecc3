"""What a user waits for, and how deriving grows, as a picture (PNG and SVG)."""

import importlib.util
from collections.abc import Mapping, Sequence

from bench import table

Record = Mapping[str, float | str]


def draw(waits: Sequence[Record], growth: Sequence[Record]) -> bool:
    """Write `results/compile.png` and `.svg`; False without matplotlib."""
    if importlib.util.find_spec("matplotlib") is None:
        return False
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    mpl.rcParams["svg.hashsalt"] = "ribozyme"
    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 5.5))
    timed = [row for row in waits if "seconds" in row]
    for place, row in enumerate(timed):
        left.barh(place - 0.2, float(row["seconds"]), 0.38, color="#4878a8", zorder=2)
        left.barh(place + 0.2, float(row["clang"]), 0.38, color="#bbbbbb", zorder=2)
        left.plot([float(row["limit"])] * 2, [place - 0.42, place + 0.42], "k-", lw=1.6, zorder=3)
    left.set_yticks(range(len(timed)), [str(row["row"]) for row in timed], fontsize=8)
    left.invert_yaxis()
    left.set_xscale("log")
    left.set_xlabel("seconds by the clock (grey: clang; black: to be reached)")
    left.grid(axis="x", which="both", alpha=0.25, zorder=0)
    for kind in dict.fromkeys(str(row["kind"]) for row in growth):
        own = [row for row in growth if row["kind"] == kind and "derive" in row]
        right.plot(
            [float(row["instructions"]) for row in own],
            [float(row["derive"]) for row in own],
            "o-",
            label=kind,
            markersize=4,
        )
    right.set_xscale("log")
    right.set_yscale("log")
    right.set_xlabel("instructions")
    right.set_ylabel("seconds to derive")
    right.grid(which="both", alpha=0.25)
    right.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(table.RESULTS / "compile.png", dpi=130)
    figure.savefig(table.RESULTS / "compile.svg", metadata={"Date": None})
    plt.close(figure)
    return True
