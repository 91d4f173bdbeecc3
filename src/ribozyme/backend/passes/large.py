"""What is too large for LLVM's best: blocks so long that one of its passes takes all the time, and
functions of very many blocks.

A gradient of straight-line code is one block that holds all values of the forward sweep until the
reverse sweep uses them. LLVM's SLP vectoriser, its register allocator (which splits each live range
at every gap between instructions) and its machine combiner are quadratic in such a block.

    block of 38 000 instructions   best: 12.6 s, code runs 37 µs     spare: 5.7 s, 36 µs
    block of 95 000                best: 65 s                        spare: 23 s

Loops whose counts are not known are unrolled up to eight times, with a loop for the rest each. In a
function with some dozens of loops that multiplies the work of all passes behind.

    60 loops, 122 in the gradient  unrolled: 19 000 instructions, 2.0 s   as they are: 3 200, 0.7 s
"""

from typing import Final

from ribozyme.backend.llvm import binding

LONG_BLOCK: Final = 1200
"""SLP takes nine tenths of O3 in functions with a block of more instructions."""

MANY_BLOCKS: Final = 400
"""Loops of functions with more blocks are not unrolled."""

HUGE_BLOCK: Final = 16_000
"""From here on registers are allocated the spare way."""

_DEFINE: Final = "\ndefine "

_SPARE: Final = {"aarch64": ("-regalloc=basic",),
                 "x86": ("-regalloc=basic", "-x86-machine-combiner=false")}  # fmt: skip


def longest_block(text: str) -> int:
    """The number of lines of the longest block of a function; LLVM prints a blank line between
    blocks. Variables and metadata are no blocks, however many lines they have."""
    longest, start = 0, 0 if text.startswith(_DEFINE[1:]) else text.find(_DEFINE)
    while start >= 0:
        close = text.find("\n}", start)
        close = len(text) if close < 0 else close
        longest = _longest_within(text, start, close, longest)
        start = text.find(_DEFINE, close)
    return longest


def _longest_within(text: str, start: int, close: int, longest: int) -> int:
    """The lines of the longest block of one function, if it is longer than others were."""
    while start < close:
        end = text.find("\n\n", start, close)
        end = close if end < 0 else end
        if end - start > longest * 8:  # no line of a block is shorter; counting is the slow part
            longest = max(longest, text.count("\n", start, end))
        start = end + 2
    return longest


def most_blocks(text: str) -> int:
    """The number of blocks of the function that has most."""
    bodies = text.split("\n}\n")[:-1]
    return max((b.count("\n\n", b.rfind("\ndefine ") + 2) + 1 for b in bodies), default=0)


def huge(text: str, arch: str) -> bool:
    """Whether code for a module is made the spare way, in a process of its own."""
    return arch in _SPARE and longest_block(text) > HUGE_BLOCK


def spare(arch: str) -> None:
    """Tell LLVM to allocate registers the spare way; for good, since it is told once a process."""
    for switch in _SPARE[arch]:
        binding.set_option("ribozyme", switch)
