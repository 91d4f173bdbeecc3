"""Which memory text lies in, and which file it is in, that an address or a file handle leads to.

    %f = call ptr @fopen("a.txt", "w")      the file "a.txt"
    %o = load ptr, ptr @stdout              none: what is printed is never read again
    %c = load ptr, ptr %string              the memory of the string itself
    %b = alloca [64 x i8]                   that memory

Points-to knows one object of what all long strings hold, and one of all that the library keeps.
Here such an address is followed back to the string, stream or call that it comes from. What cannot
be followed may be any of them: text that is written there is found in all, and all text is read.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis import textways
from ribozyme.analysis.cxxlibrary import is_string, returns_first
from ribozyme.analysis.librarycalls import CHARACTERS, LIBRARY
from ribozyme.analysis.objects import Kind, Object
from ribozyme.analysis.textways import COPYING, OPENING, plain
from ribozyme.ir import types as ty
from ribozyme.ir.instrs import Call, Cast, Freeze, Gep, Invoke, Load, Phi, Ret, Select
from ribozyme.ir.module import Function, GlobalVariable
from ribozyme.ir.values import ConstString, GlobalRef, Local, Value
from ribozyme.rules.inactive import INSIDE
from ribozyme.transform.sites import callee_name

if TYPE_CHECKING:
    from ribozyme.analysis.pointsto import PointsTo

Node = Hashable
Roots = frozenset[Node]

ANY_FILE: Final = "any file"
ANY_TEXT: Final = "any string"
_NONE: Final[Roots] = frozenset()
_CONSOLES: Final = ("cin", "cout", "cerr", "clog")
_STANDARD: Final = frozenset(
    (
        *("stdin", "stdout", "stderr"),
        *(f"_ZSt{len(name)}{name}" for name in _CONSOLES),
        *(f"_ZNSt3__1{len(name)}{name}E" for name in _CONSOLES),
    )
)
"""Variables of the library: what is written there is not what is read there."""
_REDIRECTING: Final = frozenset({"freopen", "freopen64", "dup2", "dup3"})
_FOLLOWED: Final = 200
_UNKNOWN: Final = 1


@final
class Handles:
    """Answers for a program; nothing changes after it was built."""

    def __init__(self, points: PointsTo) -> None:
        self._points = points
        self._known: dict[tuple[Function, Value], Roots] = {}
        self._library = self._named(LIBRARY)
        self._text = self._named(CHARACTERS) | self._allocated()
        self._blurred = self._library | self._text

    def roots(self, function: Function, value: Value) -> Roots:
        """What an address leads to: objects by number, files by name, ANY_FILE, ANY_TEXT."""
        value = self._origin(function, value)
        key = function, value
        found = self._known.get(key)
        if found is None:
            mask = self._points.mask(function, value)
            found = self._objects(mask)
            if mask & (self._blurred | _UNKNOWN):
                found = self._followed(function, value, mask)
            self._known[key] = found
        return found

    def is_handle(self, function: Function, value: Value, pointer: Value) -> bool:
        """Whether a value that is stored may lead to what the library keeps: a file, the buffer of
        a stream. Strings hold none."""
        leads = self._points.mask(function, value) & self._library
        return bool(leads) and not self._is_in_string(function, pointer)

    def _is_in_string(self, function: Function, pointer: Value) -> bool:
        """Whether an address leads into a string and nowhere else."""
        table = self._points.table
        for place in self._points.numbers(function, pointer):
            offset, stride = table.offset[place], table.stride[place]
            strings = self._strings.get((table.object[place], stride), ())
            if not any(0 <= offset - start < size for start, size in strings):
                return False
        return True

    @cached_property
    def _strings(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        """Where strings begin, and their sizes, by object and stride."""
        table = self._points.table
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for place, size in self._points.constraints.strings.sizes.items():
            owner = table.object[place], table.stride[place]
            found.setdefault(owner, []).append((table.offset[place], size))
        return found

    def holds_handle(self, function: Function, pointer: Value) -> bool:
        """Whether there may be such values behind an address."""
        members = self._points.members(self._points.mask(function, pointer))
        return any(self._points.holds(each) & self._library for each in members)

    def clear(self, mask: int) -> int:
        """A bit set without the objects of the library, of which points-to says too little."""
        return mask & ~self._blurred

    def descriptor(self, value: Value) -> Roots:
        """The file of a number: the standard ones are never read again."""
        known = getattr(value, "value", None)
        return _NONE if known in (0, 1, 2) and not self._redirected else frozenset((ANY_FILE,))

    def path(self, function: Function, value: Value) -> Node | None:
        """The file of a name; None where the name is not a constant."""
        for object in self._points.members(self._points.mask(function, value)):
            variable = self._points.program.module.globals.get(object.name.lstrip("@"))
            text = variable.initialiser if isinstance(variable, GlobalVariable) else None
            if isinstance(text, ConstString) and isinstance(value, GlobalRef):
                return "file", text.data
        return None

    # ---- how they are answered ---------------------------------------------------------------

    def _named(self, name: str) -> int:
        return sum(1 << o.id for o in self._points.objects if o.name == name)

    def _allocated(self) -> int:
        """Memory that members of strings allocate whose bodies are visible: of which string?"""
        objects = self._points.objects
        made = (o for o in objects if o.function is not None and o.kind is Kind.HEAP)
        return sum(1 << o.id for o in made if o.function and is_string(o.function.name))

    def _objects(self, mask: int) -> Roots:
        found = set[Node]()
        for each in self._points.members(mask & ~self._blurred):
            opened = self._opened_at(each)
            if opened is not None:
                found |= opened
            elif each.kind is not Kind.FUNCTION and (self._redirected or not _is_standard(each)):
                found.add(each.id)
        return frozenset(found)

    def _opened_at(self, object: Object) -> Roots | None:
        """The file of an object that is a handle of one: what a call of `fopen` returns."""
        function, call = object.function, object.site
        if function is None or not isinstance(call, Call | Invoke):
            return None
        names = {target.name for target in self._points.known_targets(function, call)}
        found = [self._opened(function, call, name) for name in names]
        known = [roots for roots in found if roots is not None]
        return frozenset().union(*known) if known else None

    def _opened(self, function: Function, call: Call | Invoke, name: str) -> Roots | None:
        """The file that a call opens; None if it opens none."""
        if name in OPENING:
            return frozenset((self.path(function, call.args[0]) or ANY_FILE,))
        if name in ("tmpfile", "tmpfile64"):
            return frozenset((("file", call),))
        if name == "open_memstream":  # its text is found where nobody said
            return self.roots(function, call.args[0]) | {0}
        return self.roots(function, call.args[0]) if name == "fmemopen" else None

    @cached_property
    def _redirected(self) -> bool:
        """Whether the program may give the standard files other names."""
        return any(name in self._points.program.module.functions for name in _REDIRECTING)

    def _origin(self, function: Function, value: Value) -> Value:
        """The address that a value lies in the memory of, as far as one leads to the next: members
        of strings return what they were given, and points-to takes all their callers together."""
        while isinstance(value, Local):
            match function.definitions[value.id]:
                case Gep(base=base) | Freeze(value=base):
                    value = base
                case Call(args=(first, *_)) | Invoke(args=(first, *_)) as call if _passes(call):
                    value = first
                case _:
                    break
        return value

    def _followed(self, function: Function, value: Value, mask: int) -> Roots:
        """As `roots`, of what points-to says too little of: back along the ways of an address."""
        found = set[Node]()
        seen = {(function, value)}
        work = [(function, value)]
        while work:
            inside, one = work.pop()
            its = self._points.mask(inside, one)
            if not its & (self._blurred | _UNKNOWN):
                found |= self._objects(its)
                continue
            before = self._before(inside, one, found)
            if before is None or len(seen) > _FOLLOWED:
                found |= self._objects(mask) | self._anything(mask)
                break
            for each in before:
                if each not in seen:
                    seen.add(each)
                    work.append(each)
        return frozenset(found)

    def _anything(self, mask: int) -> set[Node]:
        some = {ANY_FILE} if mask & self._library else set[str]()
        return {*some, ANY_TEXT} if mask & self._text else {*some}

    def _before(
        self, function: Function, value: Value, found: set[Node]
    ) -> list[tuple[Function, Value]] | None:
        """The values that a value is one of; what it is the address of joins `found`. None: nobody
        knows."""
        if not isinstance(value, Local):
            return None
        match function.definitions[value.id]:
            case None:
                return self._arguments(function, value)
            case Gep(base=base) | Cast(value=base) | Freeze(value=base):
                return [(function, base)]
            case Phi(incoming=incoming):
                return [(function, each) for each, _ in incoming]
            case Select(then=then, otherwise=otherwise):
                return [(function, then), (function, otherwise)]
            case Load(pointer=pointer):
                mask = self._points.mask(function, value)
                if mask & self._blurred or self._is_standard(function, pointer):
                    found |= self._held(function, pointer)
                else:
                    found |= self._objects(mask)
                return []
            case Call() | Invoke() as call:
                return self._returned(function, call, found)
            case _:
                return None

    def _arguments(self, function: Function, value: Local) -> list[tuple[Function, Value]] | None:
        at = next((i for i, p in enumerate(function.params) if p.local == value), None)
        callers = self._points.callers.get(function, [])
        if at is None or not callers or function is self._points.program.root:
            return None
        if any(at >= len(call.args) for _, call in callers):
            return None
        return [(caller, call.args[at]) for caller, call in callers]

    def _is_standard(self, function: Function, pointer: Value) -> bool:
        """Whether a variable of the library is loaded: `stderr`, say."""
        members = list(self._points.members(self._points.mask(function, pointer)))
        return bool(members) and all(map(_is_standard, members))

    def _held(self, function: Function, pointer: Value) -> Roots:
        """What an address leads to that is loaded: the string or the owner of the stream that it
        was loaded from stands for it."""
        members = list(self._points.members(self._points.mask(function, pointer)))
        if any(map(_is_standard, members)) and self._redirected:
            return frozenset((ANY_FILE,))
        found = self._objects(self._points.mask(function, pointer))
        foreign = any(each.foreign for each in members if not _is_standard(each))
        blurred = self._points.mask(function, pointer) & self._blurred
        more = {ANY_FILE} if foreign or blurred & self._library else set[str]()
        return found | more | ({ANY_TEXT} if blurred & self._text else set())

    def _returned(
        self, function: Function, call: Call | Invoke, found: set[Node]
    ) -> list[tuple[Function, Value]] | None:
        """What a call returns."""
        values: list[tuple[Function, Value]] = []
        targets = self._points.targets(function, call)
        for target in targets or (None,):
            if target is None:
                return None
            name = plain(target.name)
            opened = self._opened(function, call, name)
            if opened is not None:
                found |= opened
            elif call.args and _passes_on(name):
                values.append((function, call.args[0]))
            elif not target.is_declaration:
                values += ((target, value) for value in _results(self._points, target))
            elif name in COPYING:
                found.add(("text", call))
            else:
                return None
        return values


def _is_standard(object: Object) -> bool:
    origin = object.origin
    return origin.kind is Kind.GLOBAL and origin.name.lstrip("@") in _STANDARD


def _passes_on(name: str) -> bool:
    """Whether a function returns the stream that it was given, or a place in its text."""
    return is_string(name) or returns_first(name) or name in INSIDE or textways.is_stream(name)


def _passes(call: Call | Invoke) -> bool:
    """Whether a member of a string is called by its name."""
    return is_string(callee_name(call) or "") and ty.is_pointer(call.args[0].type)


def _results(points: PointsTo, function: Function) -> Iterator[Value]:
    for instr in points.instrs(function):
        if isinstance(instr, Ret) and instr.value is not None:
            yield instr.value
