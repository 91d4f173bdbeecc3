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
        self.of_threads: dict[str, int] = {}  # of regions: the frame that each thread has

    def of(self, site: Site) -> int | None:
        """The frame a call needs in its caller's; None where it is allocated when it is called."""
        size = self.known.get(site.function.name) if isinstance(site, Callee) else None
        return size if size is None or size <= SMALL_FRAME else None
