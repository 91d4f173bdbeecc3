"""What is known of a program's gradients before any code is made: whether loops may keep states in
place of a tape, and whether there are parallel regions."""

from ribozyme.api.programs.program import Program
from ribozyme.base.options import Options


def may_checkpoint(program: Program, how: Options) -> bool:
    """Whether that is asked for, or marked in the source: known before any code is made."""
    if how.memory is not None or how.checkpoint:
        return True
    from ribozyme.transform.checkpoint.marked import MARKER

    return how.checkpoint is not None and f"@{MARKER}(" in program.optimised


def has_regions(program: Program) -> bool:
    """Whether something in a program forks a team of threads."""
    return "@rz_omp_fork(" in program.optimised
