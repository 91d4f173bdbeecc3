"""`ribozyme reproduce FILE`: ask again what a reproducer was written for."""

import argparse
import os
from pathlib import Path
from typing import Final

from ribozyme.base.errors import Error
from ribozyme.cli.output import complain, say

DESCRIPTION: Final = """\
Ask again what failed when Ribozyme wrote a reproducer: the file that an internal error names.
"""
EPILOG: Final = """\
Exit status 1 if it fails again, 0 if it works now. RIBOZYME_DEBUG=1 shows where in Ribozyme.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="such as /tmp/ribozyme-abc.ll")


def run(chosen: argparse.Namespace) -> int:
    from ribozyme.api.programs.mishap import reproduced

    failure = reproduced(Path(chosen.file))
    if failure is None:
        say("it works now")
        return 0
    if "RIBOZYME_DEBUG" in os.environ or not isinstance(failure, Error):
        raise failure
    complain(failure)
    return 1
