"""`ribozyme fc`: stands where a Fortran compiler does, and is the flang that `rz.load` uses.

FC="ribozyme fc" make      →  flang with the same words, which links Fortran's run time
"""

import subprocess
from collections.abc import Sequence
from typing import Final

from ribozyme.cli.output import say
from ribozyme.frontends import flang

_HELP: Final = """\
usage: ribozyme fc ARGUMENTS OF A FORTRAN COMPILER …

The system's flang, which takes every flag of its own and stands where any Fortran compiler does:
FC="ribozyme fc" make, or FC=ribozyme-fc.

  ribozyme fc phys.f90 main.f90 -o main       compile and link, in the order given
  ribozyme fc -c phys.f90 -J build            an object and its modules

Derivatives of Fortran are made in Python: rz.grad(rz.load("phys.f90").energy). A derivative call
in Fortran source (as __enzyme_autodiff in C) is not understood yet.
"""


def run(arguments: Sequence[str]) -> int:
    """Do what a Fortran compiler does with these arguments; the exit status."""
    if list(arguments) == ["--help"]:
        say(_HELP)
        return 0
    found = flang.compiler()
    return subprocess.run([*found.command, *arguments], check=False).returncode
