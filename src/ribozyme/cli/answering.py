"""Our own mistakes while derivative calls are answered, told as such."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def answering(text: str) -> Iterator[None]:
    """Around what answers the derivative calls of a module: a mistake of ours comes with a file."""
    try:
        yield
    except Exception as failure:
        from ribozyme.api.programs.mishap import Question, told  # late: few runs fail
        from ribozyme.base.options import current

        mistake = told(lambda: text, Question(current(), calls=True), failure)
        if mistake is failure:
            raise
        raise mistake from failure
