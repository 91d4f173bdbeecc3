"""The command `ribozyme`: the script that an installation put beside this Python, or its module."""

import sys
from pathlib import Path
from typing import Final

_SCRIPT: Final = Path(sys.executable).with_name("ribozyme")

RIBOZYME: Final = (
    (str(_SCRIPT),) if _SCRIPT.is_file() else (sys.executable, "-m", "ribozyme.cli.main")
)
