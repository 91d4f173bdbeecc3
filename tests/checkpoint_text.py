"""`backend/runtime/checkpoint.ll`, made of `checkpoint.c`: python -m tests.checkpoint_text

Its functions are linked once and hidden, as those of the other run times; what depends on the
compiler's version and target is left out.
"""

import re
from pathlib import Path

import ribozyme
from ribozyme.backend import llvm
from ribozyme.frontends.c.clang import compile_c

SOURCE = Path(ribozyme.__file__).parent / "backend" / "runtime" / "checkpoint.c"
TARGET = SOURCE.with_suffix(".ll")
_HEAD = """; The snapshots of checkpointed loops, made of checkpoint.c by
;     python -m tests.checkpoint_text

"""


def text() -> str:
    """The run time as IR."""
    code = compile_c(SOURCE, lang="c", debug=False, level="O1", flags=("-fno-builtin",)).code
    whole = llvm.to_text(code)
    whole = re.sub(
        r"^(source_filename|target|attributes|!|; ModuleID|; Function).*\n", "", whole, flags=re.M
    )
    whole = re.sub(r", ![\w.]+ !\d+|, !tbaa\.struct !\d+| #\d+", "", whole)
    whole = re.sub(r"^define (?:dso_local |internal )*(?:fastcc )?", "define ", whole, flags=re.M)
    whole = re.sub(r'"\\01([\w.]+)"', r"\1", whole)
    whole = re.sub(r" dso_local| local_unnamed_addr| fastcc", "", whole)
    names = re.findall(r"^define .*?@([\w.]+)\(", whole, flags=re.M)
    for name in names:
        if not name.startswith("rz."):
            whole = re.sub(rf"@{name}\b", f"@rz.checkpoint.own.{name}", whole)
    whole = re.sub(r"^define ", "define linkonce_odr hidden ", whole, flags=re.M)
    return _HEAD + re.sub(r"\n{3,}", "\n\n", whole).strip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
