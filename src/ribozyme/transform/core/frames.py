"""How large the frames of augmented functions are, as far as they are planned.

f.aug(x, frame, arena)     the caller has room for a small frame in its own, else it is allocated
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.transform.core.site_kinds import Callee, Site

SMALL_FRAME: Final = 4096


@final
class FrameSizes:
    """Frame bytes of functions already planned, by name.

    A caller has room in its own frame for small ones: many large ones together might be more than
    the stack has room for.
    """

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self.aligned: dict[str, int] = {}  # where it is known what a frame is aligned to
        self.of_threads: dict[str, int] = {}  # of regions: the frame that each thread has

    def align(self, name: str) -> int:
        """What a frame is aligned to: if nothing else is known, its size is a multiple of what
        anything in it is aligned to."""
        size = self.known[name]
        return self.aligned.get(name, max(16, min(64, size & -size)))

    def of(self, site: Site) -> tuple[int, int] | None:
        """Size and alignment of the frame a call needs in its caller's; None where it is allocated
        when it is called."""
        if not isinstance(site, Callee) or site.function.name not in self.known:
            return None
        name = site.function.name
        return (self.known[name], self.align(name)) if self.known[name] <= SMALL_FRAME else None
