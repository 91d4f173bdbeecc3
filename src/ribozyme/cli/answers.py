"""The derivatives of a module made: of the part that they reach, or of the whole.

    module → own + rest → own with derivatives ─┐
                   └──── as clang wrote it ─────┴→ rejoined → code

Where the part is refused, the whole is tried, and its refusal is what the user reads: more of a
program may be known then. The other way round nothing is refused that was not before.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, final

from ribozyme.base.errors import Error, RibozymeWarning
from ribozyme.base.stages import stage

if TYPE_CHECKING:
    from ribozyme.cinterface.portions import Portions
    from ribozyme.cinterface.program import Program


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """A module with its derivatives; `rest` is what it is to be linked to."""

    text: str
    rest: Portions | None

    def code(self, debug: bool, carried: tuple[Path, Path] | None) -> str | bytes:
        """IR for the code generator, in which `carried` are files that its object contains."""
        from ribozyme.backend.rejoin import rejoined
        from ribozyme.cinterface import bare_text, objects

        bare = bare_text.without_debug
        text = self.text if debug else bare(self.text)
        if carried is not None:
            text += objects.carried(*carried)
        if self.rest is None:
            return text
        return rejoined(self.rest.rest if debug else bare(self.rest.rest), text, self.rest.linkage)


def answer(
    text: str, shared: Collection[str] | None, wanted: Callable[[Program], bool]
) -> Answer | None:
    """A module's derivatives; none where they are not `wanted`.

    Where a module is all of a program, `shared` are the variables that other code knows.
    """
    with stage("imports"):  # late: most files need none of this, nor wait for it
        from ribozyme.api.programs.mishap import answering
        from ribozyme.cinterface import program
        from ribozyme.cinterface.portions import portions

    def made(text: str, rest: Portions | None) -> Answer | None:
        known = shared if rest is None or shared is None else {*shared, *rest.named}
        with answering(text):
            found = program.program(text, shared=known)
            return Answer(program.differentiated(found), rest) if wanted(found) else None

    with stage("calls"):
        rest = portions(text)
    if rest is not None:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", RibozymeWarning)
            try:
                found = made(rest.own, rest)
            except Error:
                rest = None
        if rest is not None:
            for one in said:
                warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
            return found
    return made(text, None)
