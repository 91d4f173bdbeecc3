"""Modules that nobody vouches for: LLVM works on them in the child, and each death has its error.

    read(bitcode, "model.bc")     its text, which LLVM can read again; or an error of its own
    run("before", text)           as `pipeline.run`, or RZ605

What a compiler of ours wrote in this very run needs none of this.
"""

from typing import Any

from ribozyme.backend import child, llvm, pipeline
from ribozyme.backend.failure import died, refused, unreadable
from ribozyme.base.errors import InternalError
from ribozyme.base.stages import stage, staged


@staged("read")
def read(source: str | bytes, name: str) -> str:
    """The text of a module."""
    try:
        return child.apart(_read, source, name)
    except child.Died as end:
        raise unreadable(name, str(end)) from None
    except InternalError as lost:  # debug info that its maker got wrong is not our mistake
        raise refused(name, "; ".join(lost.diagnostic.notes)) from None


def _read(source: str | bytes, name: str) -> str:
    text = llvm.to_text(source, name)
    llvm.verify(text, name)
    return text


def run(name: pipeline.Name, text: str, **how: Any) -> str:
    """The module's text after a pipeline."""
    try:
        with stage(pipeline.of_pipeline(name)):
            return child.apart(pipeline.run, name, text, **how)
    except child.Died as end:
        raise died(str(end)) from None
