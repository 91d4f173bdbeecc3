"""What is known of a program's gradients before any code is made: whether loops may keep states in
place of a tape, whether there are parallel regions, and rules made of functions."""

from ribozyme.api.programs.program import Program
from ribozyme.base.options import Options
from ribozyme.rules.added import in_force


def may_checkpoint(program: Program, how: Options) -> bool:
    """Whether that is asked for, or marked in the source: known before any code is made."""
    if how.memory is not None or how.checkpoint:
        return True
    from ribozyme.transform.checkpoint.marked import MARKER

    return how.checkpoint is not None and f"@{MARKER}(" in program.optimised


def has_regions(program: Program) -> bool:
    """Whether something in a program forks a team of threads."""
    return "@rz_omp_fork(" in program.optimised


def may_have_rules_of_functions(program: Program) -> bool:
    """Whether a program names a function whose rule is made of functions."""
    if not in_force():
        return False
    from ribozyme.rules.custom import known

    book = known(in_force())
    names = [name.encode() for name in {*book.pairs, *book.forwards}]
    return any(name in module.code for name in names for module in program.modules)
