"""What was generated, as text for people: IR and assembly of one routine."""

import re
from typing import Final

from ribozyme.api.compile import Program
from ribozyme.api.routine import Routine

_FUNCTION: Final = re.compile(r"^define [^\n]*\n(?:.*\n)*?\}\n", re.M)


def ir(program: Program, routine: Routine) -> str:
    """The routine's module as it is compiled, without what it borrows from the library."""
    return program.final_text(routine)


def assembly(program: Program, routine: Routine) -> str:
    from ribozyme.backend import startup
    from ribozyme.backend.target import emit_assembly

    return emit_assembly(startup.for_loading(program.final_text(routine)))
