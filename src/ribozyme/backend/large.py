"""What is too large for LLVM's best: blocks so long that one of its passes takes all the time.

A gradient of straight-line code is one block that holds all values of the forward sweep until the
reverse sweep uses them. LLVM's SLP vectoriser, its register allocator (which splits each live range
at every gap between instructions) and its machine combiner are quadratic in such a block.

    block of 38 000 instructions   best: 12.6 s, code runs 37 µs     spare: 5.7 s, 36 µs
    block of 95 000                best: 65 s                        spare: 23 s
"""

from typing import Final

from ribozyme.backend.llvm import binding

LONG_BLOCK: Final = 1200
"""SLP takes nine tenths of O3 in functions with a block of more instructions."""

HUGE_BLOCK: Final = 16_000
"""From here on registers are allocated the spare way."""

_SPARE: Final = {"aarch64": ("-regalloc=basic",),
                 "x86": ("-regalloc=basic", "-x86-machine-combiner=false")}  # fmt: skip


def longest_block(text: str) -> int:
    """The number of lines of the longest block; LLVM prints a blank line between blocks."""
    longest = start = 0
    while start < len(text):
        end = text.find("\n\n", start)
        end = len(text) if end < 0 else end
        if end - start > longest * 8:  # no line of a block is shorter; counting is the slow part
            longest = max(longest, text.count("\n", start, end))
        start = end + 2
    return longest


def huge(text: str, arch: str) -> bool:
    """Whether code for a module is made the spare way, in a process of its own."""
    return arch in _SPARE and longest_block(text) > HUGE_BLOCK


def spare(arch: str) -> None:
    """Tell LLVM to allocate registers the spare way; for good, since it is told once a process."""
    for switch in _SPARE[arch]:
        binding.set_option("ribozyme", switch)
