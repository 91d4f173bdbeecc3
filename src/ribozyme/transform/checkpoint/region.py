"""The parts of the state of a checkpointed loop, as plain values."""

from __future__ import annotations

from typing import Literal, final

from ribozyme.analysis.pointsto.objects import Object
from ribozyme.base.record import dataclass

RegionKind = Literal["fixed", "sized", "block", "array", "held", "within", "address"]


@final
@dataclass(frozen=True, slots=True)
class Region:
    """Memory of the state, or a question about it.

    * `fixed`: `bytes` from what the parameter `place` leads to, or of the variable `name` (-1)
    * `sized`: what the parameter leads to, of as many bytes as the parameter `bytes` says
    * `block`: the block of the heap that the parameter leads to
    * `array`: the caller's array around what the parameter leads to
    * `held`: the block whose address lies at the last of the offsets `path`, in what the word at
      the one before leads to, and so on from the parameter
    * `within`: nothing; the address that lies there is in one of the others
    * `address`: the word at the last offset in the shadow
    """

    kind: RegionKind
    object: Object
    place: int
    bytes: int = 0
    name: str = ""
    path: tuple[int, ...] = ()
