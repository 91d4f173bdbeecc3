"""The prices of memory and of instructions, by the kind of target.

    HOST      a tape lies in caches: arithmetic is computed again for nothing, exp(x) never
    DEVICE    all threads share the bandwidth of one memory: exp(x) is computed again

The unit is one instruction of a thread. On a device a byte of memory is the time of five: an H100
has 17 · 10¹² multiplications with an addition in a second (FP64) and moves 3.35 · 10¹² bytes, an
MI250X has 24 · 10¹² and 3.2 · 10¹². What is kept is written and read. The prices of functions are
those of libdevice in instructions of PTX, on the path of usual arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, final

from ribozyme.base.record import dataclass

Target = Literal["host", "device"]


@final
@dataclass(frozen=True, slots=True, eq=False)
class Prices:
    """What things cost; functions that have no price are not computed again."""

    kept: int  # a byte that the forward sweep writes and the reverse sweep reads
    read: int  # a byte that is read again where it was
    instruction: int
    division: int
    access: int  # what is kept once for a block: each thread writes and reads it all the same
    functions: Mapping[str, int]


HOST: Final = Prices(kept=8, read=0, instruction=0, division=0, access=0, functions={})

DEVICE: Final = Prices(
    kept=10,
    read=5,
    instruction=1,
    division=10,
    access=24,
    functions={
        "sqrt": 10, "sin": 60, "cos": 60, "tan": 80, "asin": 60, "acos": 60, "atan": 45, "sinh": 60,
        "cosh": 45, "tanh": 60, "exp": 45, "exp2": 45, "exp10": 50, "expm1": 55, "log": 65,
        "log2": 70, "log10": 70, "log1p": 75, "pow": 150, "cbrt": 45, "erf": 60, "erfc": 100,
        "atan2": 60, "hypot": 35, "fmod": 15,
    },
)  # fmt: skip

PRICES: Final[dict[Target, Prices]] = {"host": HOST, "device": DEVICE}
