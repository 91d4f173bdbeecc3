"""Static constructors and destructors, made visible to whoever loads or links the code.

LLVM's code generator, as llvmlite sets it up, writes constructors into a section that neither
JITLink nor today's linkers look at: a `static std::vector` would read as empty, without a word.

    @llvm.global_ctors = … [{ i32 101, ptr @a, ptr null }, { i32 65535, ptr @b, ptr null }]
    → to be loaded:  define void @rz.init() { call void @a()  call void @b()  ret void }
    → to be linked:  @rz.init.0 = internal constant ptr @a, section ".init_array.00101" …
"""

import re
from typing import Final, final

from ribozyme.backend.passes.keep import kept
from ribozyme.backend.runtime.symbols import ATEXIT, FINI, INIT
from ribozyme.base.record import dataclass
from ribozyme.base.regex import pattern

_LAST: Final = 65535  # the priority of what has none
_LIST: Final = pattern(
    r"^@llvm\.global_(ctors|dtors) = appending global \[\d+ x \{ i32, ptr, ptr \}\] \[(.*)\].*$",
    re.M,
)
_ENTRY: Final = pattern(r'\{ i32, ptr, ptr \} \{ i32 (\d+), ptr (@(?:"[^"]*"|[\w.$-]+)),')
_DECLARATION: Final = pattern(
    r'^(declare |@(?:"[^"\n]*"|[\w.$-]+) = (?:external|extern_weak|available_externally) )'
    r"([^\n@(]*)",
    re.M,
)
_HANDLE: Final = pattern(r"^@__dso_handle = external [^@\n]*global i8\b.*$", re.M)
_NEAR: Final = pattern(r"\b(?:dso_local|hidden|protected) ")
_DECLARES_ATEXIT: Final = pattern(r"^declare [^@\n]*@atexit\(", re.M)
_ATEXIT_NAME: Final = pattern(r"@atexit(?![\w.$-])")


@final
@dataclass(frozen=True, slots=True)
class _Hook:
    priority: int
    function: str


def for_loading(text: str) -> str:
    """The module to be loaded by `jit.load`, from canonical text.

    Constructors and destructors become the functions `rz.init` and `rz.fini`. What is only declared
    may lie anywhere in memory, however it is declared. `__dso_handle` is the module's own: that of
    the JIT is gigabytes away once frameworks have filled the space between. `atexit` gets a name
    that the JIT does not define itself (its own keeps the handlers and never calls them).
    """
    text = _HANDLE.sub("@__dso_handle = internal constant i8 0", text)
    text = _DECLARATION.sub(lambda found: found[1] + _NEAR.sub("", found[2]), text)
    if _DECLARES_ATEXIT.search(text):
        text = _ATEXIT_NAME.sub(f"@{ATEXIT}", text)
    ctors, dtors, text = _taken(text)
    made = []
    if ctors:
        made.append(_caller(INIT, sorted(ctors, key=lambda hook: hook.priority)))
    if dtors:
        made.append(_caller(FINI, sorted(dtors, key=lambda hook: -hook.priority)))
    return "\n".join((text, *made)) if made else text


def for_linking(text: str) -> str:
    """The module to be linked by a system linker, from canonical text."""
    ctors, dtors, text = _taken(text)
    if not ctors and not dtors:
        return text
    hooks = [*_entries("init", ctors), *_entries("fini", dtors)]
    names = [line.partition(" ")[0] for line in hooks]
    return "\n".join((kept(text, names, "llvm.used"), *hooks, ""))


def _taken(text: str) -> tuple[list[_Hook], list[_Hook], str]:
    """The lists of constructors and destructors, and the text without them."""
    found: dict[str, list[_Hook]] = {"ctors": [], "dtors": []}
    for kind, entries in _LIST.findall(text):
        found[kind] = [_Hook(int(p), f) for p, f in _ENTRY.findall(entries)]
    return found["ctors"], found["dtors"], _LIST.sub("", text) if any(found.values()) else text


def _caller(name: str, hooks: list[_Hook]) -> str:
    calls = "".join(f"  call void {hook.function}()\n" for hook in hooks)
    return f"define void @{name}() {{\n{calls}  ret void\n}}\n"


def _entries(kind: str, hooks: list[_Hook]) -> list[str]:
    return [
        f"@rz.{kind}.{i} = internal constant ptr {hook.function}, "
        f'section ".{kind}_array{_suffix(hook.priority)}", align 8'
        for i, hook in enumerate(hooks)
    ]


def _suffix(priority: int) -> str:
    return "" if priority == _LAST else f".{priority:05}"
