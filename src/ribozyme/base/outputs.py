"""Output files: they appear whole or not at all, and what is no file stays what it is.

    with written(Path("model.o")) as made:       made: a file beside model.o, for a while
        compile_into(made)                       then model.o

A device (`/dev/null`) is written to, not replaced. `-` is standard output.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

_STDOUT: Final = Path("-")


@contextmanager
def written(output: Path) -> Iterator[Path]:
    """A path to write to; when the block ends without an error, its content is at `output`."""
    regular = output != _STDOUT and (output.is_file() or not output.exists())
    where = output.parent if regular else None
    with tempfile.TemporaryDirectory(prefix=".ribozyme-", dir=where) as folder:
        made = Path(folder) / (output.name if regular else "output")
        yield made
        if regular:
            made.replace(output)
        elif output == _STDOUT:
            sys.stdout.buffer.write(made.read_bytes())
            sys.stdout.buffer.flush()
        else:
            with made.open("rb") as source, output.open("wb") as target:
                shutil.copyfileobj(source, target)
