"""What LLVM says of the loops of a module while it optimises them: vectorised, or why not.

    loops(text)   →  (Remark("model.c", 14, True, "8 at once"),
                      Remark("model.c", 8, False, "cannot prove it is safe to reorder …"))

LLVM writes remarks to the standard error, and switches for them can be set once in a process: a
child of its own is asked.
"""

import re
from typing import Final, final

from ribozyme.backend import child, llvm, pipeline
from ribozyme.base.record import record

_SWITCHES: Final = ("-pass-remarks", "-pass-remarks-missed", "-pass-remarks-analysis")
_REMARK: Final = re.compile(r"^remark: (.+?):(\d+):\d+: (.*)$", re.M)
_DONE: Final = re.compile(
    r"vectorized loop \(vectorization width: ([\w ]+), interleaved count: \d+"
)
_NOT: Final = "loop not vectorized: "
_SLOWER: Final = "the cost-model indicates that vectorization is not beneficial"


@final
@record
class Remark:
    """A loop by its file and line (0 where it has none), and what became of it."""

    file: str
    line: int
    vectorised: bool
    what: str


def loops(text: str, after: pipeline.After | None = None) -> tuple[Remark, ...]:
    """The remarks on a module that is to go through `after`, those of our run time left out."""
    said = child.overheard(_optimised, text, after)
    found = (_read(file, int(line), words) for file, line, words in _REMARK.findall(said))
    return tuple(dict.fromkeys(one for one in found if one is not None))


def _read(file: str, line: int, words: str) -> Remark | None:
    if file == "<unknown>":
        return None
    done = _DONE.match(words)
    if done is not None:
        return Remark(file, line, True, f"{done[1]} at once")
    if words.startswith(_NOT):
        return Remark(file, line, False, words.removeprefix(_NOT).split(". ", 1)[0].rstrip("."))
    return Remark(file, line, False, "it would be slower") if words.startswith(_SLOWER) else None


def _optimised(text: str, after: pipeline.After | None) -> None:
    for switch in _SWITCHES:
        llvm.binding.set_option("ribozyme", f"{switch}=loop-vectorize")
    pipeline.run("after", text, after=after)
