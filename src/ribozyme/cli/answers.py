"""The derivatives of a module made: of the part that they reach, or of the whole.

    module → own + rest → own with derivatives ─┐
                   └──── as clang wrote it ─────┴→ rejoined → code

Where the part is refused, the whole is tried, and its refusal is what the user reads: more of a
program may be known then. The other way round nothing is refused that was not before.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.errors import Error, RibozymeWarning
from ribozyme.base.record import dataclass
from ribozyme.base.record import replaced as with_fields
from ribozyme.base.stages import stage

if TYPE_CHECKING:
    from ribozyme.cinterface.differentiation import Program
    from ribozyme.cinterface.parts.portions import Portions

_OWN: Final = "make the variables `static` that only this file sets: others may set them here"


@final
@dataclass(frozen=True, slots=True)
class Answer:
    """A module with its derivatives; `rest` is what it is to be linked to."""

    text: str
    rest: Portions | None

    def code(self, debug: bool, carried: tuple[Path, Path] | None) -> str | bytes:
        """IR for the code generator, in which `carried` are files that its object contains."""
        from ribozyme.backend.passes.rejoin import rejoined
        from ribozyme.backend.passes.settle import settled
        from ribozyme.cinterface import object_files
        from ribozyme.cinterface.parts import bare_text
        from ribozyme.cinterface.parts.metadata_text import pruned

        bare = bare_text.without_debug
        text = self.text if debug else bare(self.text)
        if carried is not None:
            text = settled(text) + object_files.carried(*carried)
        if self.rest is None:
            return text
        rest = self.rest.rest
        return rejoined(rest if debug else pruned(bare(rest)), text, self.rest.linkage)


def is_better_whole(text: str, made: Answer | None, wanted: Callable[[Program], bool]) -> bool:
    """Whether less of a file is refused where nobody else knows its variables, as in most
    executables; `made` is what there is otherwise, if anything.

    Derivatives are made once more for that, but not where the file has no variable to know.
    """
    from ribozyme.backend.definitions import sets_exported_variables
    from ribozyme.cinterface import differentiation as program

    left = None if made is None else program.refusals(made.text)
    if left == 0 or not sets_exported_variables(text):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RibozymeWarning)
        try:
            found = answer(text, frozenset(), wanted)
        except Error:
            return False
    return found is not None and (left is None or program.refusals(found.text) < left)


def advised(failure: Error) -> Error:
    """A refusal which there is not where only the files know their variables, with a way out."""
    helps = (_OWN, *failure.diagnostic.helps)
    return type(failure)(with_fields(failure.diagnostic, helps=helps))


def answer(
    text: str, shared: Collection[str] | None, wanted: Callable[[Program], bool]
) -> Answer | None:
    """A module's derivatives; none where they are not `wanted`.

    Where a module is all of a program, `shared` are the variables that other code knows.
    """
    with stage("imports"):  # late: most files need none of this, nor wait for it
        from ribozyme.cinterface import differentiation as program
        from ribozyme.cinterface.parts.portions import portions
        from ribozyme.cli.answering import answering

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
