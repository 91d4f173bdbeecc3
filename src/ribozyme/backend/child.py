"""Code generation in a process of its own, whose death is an exception here.

The parent sends a line of JSON (target, kind) and then the module's text; the child answers with
the code. When it dies the module is kept in a file that the error names.

    python -m ribozyme.backend.child  <  {"triple": …}\\n define …   >  object
"""

import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ribozyme.backend.failure import no_code

if TYPE_CHECKING:
    import subprocess

    from ribozyme.backend.target import Kind, Target


def emitted(text: str, target: "Target", kind: "Kind") -> bytes:
    """The code of a module, made in a child process."""
    done = _asked({"target": asdict(target.resolved()), "kind": kind}, text)
    if done.returncode == 0:
        return done.stdout
    said = done.stderr.decode("utf-8", "replace")
    raise no_code(_reason(said, done.returncode), _kept(text))


def said(text: str) -> str:
    """What LLVM writes to stderr, where this process cannot read it, when it parses `text`."""
    return _asked({"kind": "parse"}, text).stderr.decode("utf-8", "replace").strip()


def _asked(request: dict[str, Any], text: str) -> "subprocess.CompletedProcess[bytes]":
    import subprocess  # rarely needed, and part of the time to the first gradient

    return subprocess.run(
        [sys.executable, "-m", "ribozyme.backend.child"],
        input=f"{json.dumps(request)}\n{text}".encode(),
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )


def _reason(said: str, status: int) -> str:
    """The line of LLVM's last words that says what is wrong."""
    for line in said.splitlines():
        if "error" in line.lower():
            return line.strip()
    return f"it ended with status {status}"


def _kept(text: str) -> str:
    import tempfile

    handle, path = tempfile.mkstemp(prefix="ribozyme-", suffix=".ll")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def main() -> None:
    from ribozyme.backend.llvm import opened  # these import this module
    from ribozyme.backend.target import Target, generated

    request, _, text = sys.stdin.buffer.read().partition(b"\n")
    wanted = json.loads(request)
    if wanted["kind"] == "parse":
        with opened(text):
            return
    made = generated(text, Target(**wanted["target"]), wanted["kind"])
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()
