"""The run time of derivatives as IR: the tape's arena, and the way out of a trap.

It is linked into every module that needs it and made internal there, so that it inlines and there
is no library to load. `arena.ll` and `trap.ll` say what there is; emitters declare what they use:

    %rz.arena = type { ptr, ptr, ptr }                       ; the caller's alloca, 64 bytes
    declare void @rz.arena.init(ptr)                         declare void @rz.arena.free(ptr)
    declare noalias ptr @rz.tape.alloc(ptr, i64)             declare void @rz.tape.zero(ptr, i64)
    declare ptr @rz.tape.mark(ptr)                           declare void @rz.tape.release(ptr, ptr)
    declare void @rz.tape.hold(ptr, ptr, ptr)                declare void @rz.tape.discard(ptr)
    declare void @rz.throw(i32, ptr) cold noreturn           declare i32 @rz.caught(ptr, i1, ptr)

What calls `alloc` or `throw` is not `nounwind`. `rz.arena.free` belongs on the way out of the root
and on its unwind edge.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal

from ribozyme.backend import llvm
from ribozyme.backend.runtime.symbols import LENT

ARENA_BYTES: Final = 64

Cache = Literal["process", "module"]
"""Who holds spare chunks: this process (code for the JIT), or the module (code to be linked)."""

_FILES: Final = "@rz.files.one"
_TEAM: Final = "@rz.team."
_WEAK: Final = "linkonce_odr hidden"
_POISON: Final = "@rz.poison = linkonce_odr hidden constant i1 false"
_LIMIT: Final = "@rz.tape.limit = linkonce_odr hidden constant i64 -1"
_CACHE: Final = "@rz.arena.cache = external global [64 x i64]"
_OURS: Final = re.compile(
    r"^(@rz\.[\w.]+ = |define (?=linkonce_odr hidden [^@\n]*@rz\.))linkonce_odr hidden ", re.M
)


def linked(
    module: str,
    *,
    poison: bool = False,
    cache: Cache = "process",
    guard: bool = True,
    limit: int | None = None,
) -> str:
    """The module with what it uses of the run time in it, and `rz.guard` if wanted.

    With `poison` fresh memory is all NaN, so that nothing reads it by luck. `limit` is the most
    bytes an arena may take.
    """
    memory = _source("arena.ll")
    if poison:
        memory = memory.replace(_POISON, _POISON.replace("false", "true"))
    if limit is not None:
        memory = memory.replace(_LIMIT, _LIMIT.replace("-1", str(limit)))
    if cache == "module":
        memory = memory.replace(_CACHE, f"{_CACHE.replace('external', _WEAK)} zeroinitializer")
    door = [_source("guard.ll")] if guard else []
    snapshots = [_checkpoints(cache)] if _CHECKPOINT in module else []
    teams = [_source("team.ll"), _guarded(cache)] if _TEAM in module else []
    lent = [_NOTHING_LENT] if cache == "module" and f"@{LENT}(" in module else []
    files = [_source("files.ll")] if _FILES in module else []
    parts = (*door, *teams, *files, *lent, *snapshots, memory, _source("trap.ll"))
    whole = llvm.link([module, *parts])
    return _OURS.sub(r"\1internal ", whole)


def _guarded(cache: Cache) -> str:
    """What a thread calls: in code that is linked, nothing catches exceptions, nor does it here."""
    return _source("teamguard.ll") if cache == "process" else _UNGUARDED


def _checkpoints(cache: Cache) -> str:
    """Snapshots of loops: in code that is linked nobody says how large the caller's arrays are, is
    told how far a loop has come, or has a file."""
    text = _source("checkpoint.ll")
    return text if cache == "process" else _HOST.sub("", text) + _NO_HOST


_CHECKPOINT: Final = "@rz.checkpoint."
_HOST: Final = re.compile(r"^declare .*@rz\.checkpoint\.(?:extent|tick|file)\(.*\n", re.M)
_NO_HOST: Final = """
define linkonce_odr hidden i64 @rz.checkpoint.extent(ptr %pointer, ptr %start) {
  ret i64 -1
}
define linkonce_odr hidden i32 @rz.checkpoint.tick(i64 %done, i64 %total) {
  ret i32 0
}
define linkonce_odr hidden i32 @rz.checkpoint.file(ptr %most) {
  ret i32 -1
}
"""
_NOTHING_LENT: Final = f"""
define linkonce_odr hidden i64 @{LENT}(ptr %pointer) {{
  ret i64 0
}}
"""
_UNGUARDED: Final = """
define linkonce_odr hidden void @rz.team.guarded(ptr %call, i32 %number) {
  %body = load ptr, ptr %call, align 16
  %slot = getelementptr inbounds i8, ptr %call, i64 8
  %pack = load ptr, ptr %slot, align 8
  call void %body(ptr %pack, i32 %number)
  ret void
}
"""


@cache
def _source(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
