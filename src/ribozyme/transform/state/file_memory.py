"""Which memory stands for the file that a handle or a stream leads to.

%f = call ptr @fopen("a.txt", "w")      the object that fopen returns
%g = call ptr @fopen("a.txt", "r")      another one, of the same file: both are meant
%h = call ptr @fopen(%name, "r")        any file, since the name is not a constant
call i32 @system("cp a.txt b.txt")      all files are one then, whatever they are called
%o = load ptr, ptr @stdout              none: what is printed is never read again
"""

from __future__ import annotations

from functools import cached_property
from typing import Final, final

from ribozyme.analysis.pointsto.pointsto import PointsTo
from ribozyme.analysis.provenance.provenance import Places
from ribozyme.analysis.provenance.survival import surviving
from ribozyme.analysis.provenance.textways import OPENED, OPENING
from ribozyme.base.regex import pattern
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import CallLike, Load
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstString, GlobalRef, Value

Named = tuple[Function, CallLike, str]
"""A call of what has no body: in which function it stands, and which name it calls."""

_IN_MEMORY: Final = ("fmemopen", "open_memstream")
_CONSOLES: Final = ("cin", "cout", "cerr", "clog")
_STANDARD: Final = frozenset(
    (
        *("@stdin", "@stdout", "@stderr"),
        *(f"@_ZSt{len(name)}{name}" for name in _CONSOLES),
        *(f"@_ZNSt3__1{len(name)}{name}E" for name in _CONSOLES),
    )
)
"""Variables of the library: what is written there is not what is read there."""


_ANY_NAME: Final = frozenset(("popen",))
"""Functions that open what another process reads or writes."""
_MAKING_ONE: Final = pattern(
    r"(?:system|popen|v?fork|exec[lv]p?e?|execvpe|fexecve|posix_spawnp?|(?:sym)?link(?:at)?"
    r"|rename(?:at2?)?|copy_file_range|sendfile(?:64)?|splice|mount)$"
    r"|_ZNSt(?:3__1)?\d+(?:__fs\d+)?filesystem.*(?:rename|copy|link)"
)
"""Functions by which what was written to one file may be found in another."""


def makes_one(name: str) -> bool:
    """Whether a function may bring what is in one file to another."""
    return bool(_MAKING_ONE.match(name))


@final
class Files:
    """The files of a program; nothing changes after it was built. `joined`: all are one."""

    def __init__(self, points: PointsTo, calls: tuple[Named, ...], *, joined: bool = False) -> None:
        self._points = points
        self._calls = calls
        self._joined = joined

    def of(self, function: Function, value: Value) -> Places:
        """The memory of all handles of the file that a handle, a stream or a number is of."""
        points = self._points
        if ty.is_integer(value.type):  # the number of a file: any
            return frozenset((points.constraints.solver.unknown,))
        places = points.numbers(function, value)
        if _is_standard(function, value):  # nothing is known of where such leads, nor is it asked
            places = frozenset(at for at in places if not self._is_foreign(at))
        owners = [points.table.objects[points.table.object[at]] for at in places]
        if any(owner.origin.name in _STANDARD for owner in owners):
            return frozenset()
        names = {name for owner in owners for name in self._names.get(owner.id, ())}
        names |= {None} if any(owner.foreign for owner in owners) else set()
        others = (
            self._whole(other)
            for other, known in self._names.items()
            if names and (None in names or None in known or names & known)
        )
        behind = (at for owner in owners for at in self._memory.get(owner.id, ()))
        return frozenset((*places, *others, *behind))

    def known(self, function: Function, value: Value) -> frozenset[str]:
        """The constant names of the file that a handle or a stream may be of."""
        if ty.is_integer(value.type) or _is_standard(function, value):
            return frozenset()
        owners = {self._points.table.object[at] for at in self._points.numbers(function, value)}
        names = (name for owner in owners for name in self._names.get(owner, ()))
        return frozenset(name for name in names if name is not None)

    def named(self, name: str) -> Places:
        """The memory of all handles of the file of a constant name."""
        owners = [owner for owner, names in self._names.items() if name in names]
        behind = (at for owner in owners for at in self._memory.get(owner, ()))
        return frozenset((*map(self._whole, owners), *behind))

    @cached_property
    def paths(self) -> dict[str, Value]:
        """The constant names by which files are opened, each with its address."""
        found: dict[str, Value] = {}
        for _, call, name in self._calls:
            if name in OPENING or OPENED.match(name):
                for arg in call.args[:2]:
                    path = self._path(arg)
                    if path is not None:
                        found.setdefault(path, arg)
                        break
        return found

    def _is_foreign(self, place: int) -> bool:
        return self._points.table.objects[self._points.table.object[place]].foreign

    def _whole(self, owner: int) -> int:
        return self._points.table.location(owner, 0, 1)

    @cached_property
    def _names(self) -> dict[int, set[str | None]]:
        """The names that files were opened by, by the objects of their handles; None: any."""
        found: dict[int, set[str | None]] = {}
        for function, call, name in self._calls:
            handle: Value | None = None
            if name in OPENING or name in _ANY_NAME:
                handle, args = call.result, call.args[:1]
            elif OPENED.match(name):
                handle, args = call.args[0], call.args[1:]
            if handle is None:
                continue
            paths = [self._path(arg) for arg in args]
            path = next((each for each in paths if each is not None), None)
            for owner in self._points.members(self._points.mask(function, handle)):
                known = None if self._joined or name in _ANY_NAME else path
                found.setdefault(owner.id, set()).add(known)
        return found

    @cached_property
    def _memory(self) -> dict[int, Places]:
        """The memory that a stream writes to and reads from, by the object of its handle."""
        found: dict[int, Places] = {}
        for function, call, name in self._calls:
            if call.result is None or name not in _IN_MEMORY:
                continue
            memory: Places = frozenset((self._points.constraints.solver.unknown,))
            if name == "fmemopen":
                memory = self._points.numbers(function, call.args[0])
            for owner in self._points.members(self._points.mask(function, call.result)):
                found[owner.id] = found.get(owner.id, frozenset()) | memory
        return found

    def _path(self, value: Value) -> str | None:
        """The characters behind an address, where it is that of a constant."""
        named = self._points.program.named(value.name) if isinstance(value, GlobalRef) else None
        if not isinstance(named, GlobalVariable) or not named.constant:
            return None
        text = named.initialiser
        return str(text) if isinstance(text, ConstString) else None


def _is_standard(function: Function, value: Value) -> bool:
    """Whether a handle is, or may be, that of a stream that is there from the start."""
    work, seen = [value], {value}
    while work:
        made = function.definition(work.pop())
        variable = made.pointer if isinstance(made, Load) else None
        if isinstance(variable, GlobalRef) and f"@{variable.name}" in _STANDARD:
            return True
        more = () if made is None else surviving(made)
        work += [each for each in more if each not in seen]
        seen.update(more)
    return False
