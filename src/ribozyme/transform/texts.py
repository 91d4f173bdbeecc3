"""Where text goes that numbers were printed into, and where numbers are read from it again.

    snprintf(a, n, "%f", x)     sent: the text of x is in a
    strcpy(b, a); fputs(b, f)   it goes on to b and to the file f
    y = strtod(b, 0)            received: y was x

The text is followed from object to object, by the copies of `analysis.textways` and by words that
are loaded and stored, without regard to the order of time, and never through arithmetic. Each
printing call has a bit of its own, so that every call that reads numbers knows whose text it may
read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, final

from ribozyme.analysis import textways
from ribozyme.analysis.cxxlibrary import moves_characters
from ribozyme.analysis.objects import Kind
from ribozyme.analysis.textways import RESULT, Parsed, Way, ends, only_looks
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import (
    Call,
    CallBr,
    CallLike,
    Cast,
    ExtractElement,
    ExtractValue,
    Freeze,
    IBinary,
    InsertElement,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Phi,
    Ret,
    Select,
    Shuffle,
    Store,
)
from ribozyme.ir.module import Function
from ribozyme.ir.values import ConstInt, Local, Value
from ribozyme.rules.memory import MemoryCopy, Reallocation
from ribozyme.transform.handles import ANY_FILE, ANY_TEXT, Handles, Node, Roots
from ribozyme.transform.order import Place

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts

Named = tuple[Function, CallLike, str]
"""A call of what has no body: in which function it stands, and which name it calls."""

_IN: Final = "in "
_OUT: Final = "out of "
_PASSING: Final = frozenset({"or", "and", "shl", "lshr", "ashr"})
_READABLE, _WRITABLE = 8, 16  # how both libraries say that a stream is opened


@final
class Texts:
    """The printing calls, and the calls that read numbers from what they may have printed."""

    def __init__(self, facts: ProgramFacts, calls: tuple[Named, ...]) -> None:
        self._facts = facts
        self.points = facts.pointsto
        self._activity = facts.activity
        self._calls = calls
        self.sent: list[Place] = []
        self._labels: dict[Node, int] = {}
        parsing = self._parsing()
        printing = [each for each in self._calls if parsing and self._prints(*each)]
        self.received: list[tuple[Place, int]] = []
        """Where numbers are read, each with the bits of the places in `sent` they may be of."""
        if not printing:
            return
        self._handles = Handles(self.points)
        self._edges: dict[Node, list[Node]] = {}
        self._follow()
        for function, call, name in printing:
            into = self._into(function, call, name)
            self._label(into, 1 << len(self.sent))
            self.sent.append((function, call))
        self._spread()
        for function, call, parsed in parsing:
            bits = self._read(function, call, parsed)
            if bits:
                self.received.append(((function, call), bits))

    def returns_to(self, node: Node) -> bool:
        """Whether text goes on from a node and comes back to it, in whatever ways."""
        seen = set[Node]()
        work = [*self._edges.get(node, ()), *_wider(node)]
        while work:
            each = work.pop()
            if each == node:
                return True
            if each not in seen:
                seen.add(each)
                work += self._edges.get(each, ())
                work += _wider(each)
        return False

    # ---- numbers that become text, and text that becomes numbers -------------------------------

    def _prints(self, function: Function, call: CallLike, name: str) -> bool:
        """Whether a call makes text of numbers that depend on an input."""
        way = textways.way(name)
        if way is None:
            return False
        if any(self._is_varied(function, arg) for arg in call.args):
            return True
        return way.list is not None and any(
            self._activity.varied_more(owner) for owner in self._owners(function, call, way)
        )

    def _is_varied(self, function: Function, value: Value) -> bool:
        held = self._facts.typing.holds_float_bytes(function, value)
        return held and self._activity.varied(function, value)

    def _owners(self, function: Function, call: CallLike, way: Way) -> list[Function]:
        """The functions whose arguments a call may find in a list of such."""
        if way.list is None or way.list >= len(call.args):
            return []
        lists = self.points.members(self.points.mask(function, call.args[way.list]))
        found = {o.function for o in lists if o.kind is Kind.ALLOCA and o.function is not None}
        variadic = [f for f in self.points.functions if f.type.vararg]
        return [f for f in variadic if f in found] or variadic

    def _parsing(self) -> list[tuple[Function, CallLike, Parsed]]:
        """The calls that read numbers from text on which a result depends."""
        found: list[tuple[Function, CallLike, Parsed]] = []
        for function, call, name in self._calls:
            parsed = textways.parsed(name)
            if parsed is not None and self._is_useful(function, call, parsed):
                found.append((function, call, parsed))
        return found

    def _is_useful(self, function: Function, call: CallLike, parsed: Parsed) -> bool:
        if parsed.into == RESULT:
            return call.result is not None and self._activity.useful(function, call.result)
        given = ends(len(call.args), parsed.into, parsed.source)
        return any(self._brings(function, call.args[at]) for at in given)

    def _brings(self, function: Function, pointer: Value) -> bool:
        """Whether a result may depend on numbers behind an address."""
        if not ty.is_pointer(pointer.type):
            return False
        if not self._activity.useful_places(self.points.numbers(function, pointer)):
            return False
        image = self._facts.typing.memory(function, pointer, None)
        return not image.known or bool(image.floats)

    def _read(self, function: Function, call: CallLike, parsed: Parsed) -> int:
        """The bits of the text that a call reads numbers from."""
        found = 0
        if parsed.source is not None and parsed.source < len(call.args):
            for node in self._nodes(function, call, parsed.source, write=False):
                found |= self._labels.get(node, 0)
        return found

    # ---- nodes: objects, files, and words of text in values ------------------------------------

    def _nodes(self, function: Function, call: CallLike, at: int, *, write: bool) -> list[Node]:
        """Where text is written or read that an argument leads to."""
        value, name = call.args[at], self._name(function, call)
        if textways.FILES.get(name) == at and ty.is_integer(value.type):
            return self._sides(self._handles.descriptor(value), write=write)
        stream = textways.FILES.get(name) == at or (at == 0 and textways.is_stream(name))
        return self._memory(function, value, write=write, stream=stream)

    def _memory(
        self, function: Function, pointer: Value, *, write: bool, stream: bool = False
    ) -> list[Node]:
        """As `_nodes`, of an address; `stream`: of a stream or file, which may be the caller's."""
        roots = self._handles.roots(function, pointer)
        objects = {each for each in roots if isinstance(each, int)}
        table = self.points.table.objects
        if stream and any(table[each].foreign for each in objects):
            roots |= {ANY_FILE}
        return self._sides(roots, write=write)

    def _sides(self, roots: Roots, *, write: bool) -> list[Node]:
        """The nodes of roots: other names of the same memory are read, too."""
        found: list[Node] = [each for each in roots if each not in (ANY_FILE, ANY_TEXT)]
        objects = sum(1 << each for each in found if isinstance(each, int))
        if not write:
            aliases = self._handles.clear(self.points.aliases(objects)) & ~objects
            found += (each.id for each in self.points.members(aliases))
        for word in (ANY_FILE, ANY_TEXT):
            if word in roots:
                found.append((_IN if write else _OUT) + word)
            elif not write and any(_is_of(node, word) for node in found):
                found.append(_IN + word)
        return found

    def _name(self, function: Function, call: CallLike) -> str:
        targets = self.points.known_targets(function, call)
        return textways.plain(targets[0].name) if targets else ""

    # ---- edges -----------------------------------------------------------------------------------

    def _edge(self, source: Node, target: Node) -> None:
        self._edges.setdefault(source, []).append(target)

    def _lead(self, sources: Iterable[Node], targets: Iterable[Node]) -> None:
        into = list(targets)
        for source in sources if into else ():
            self._edges.setdefault(source, []).extend(into)

    def _follow(self) -> None:
        """The edges of the whole program."""
        for function, call, name in self._calls:
            if not moves_characters(function.name):
                self._moved(function, call, name)
        for function in self.points.functions:
            if not moves_characters(function.name):  # what its members do to strings is known
                for instr in self.points.instrs(function):
                    self._instruction(function, instr)

    def _instruction(self, function: Function, instr: Instr) -> None:
        match instr:
            case Load(pointer=pointer, result=result) if _may_hold_text(result.type):
                nodes = self._memory(function, pointer, write=False)
                self._lead(nodes, [(function, result)])
            case Store(value=value, pointer=pointer) if _may_hold_text(value.type):
                self._stored(function, value, pointer)
            case Ret(value=Local() as value) if _may_hold_text(value.type):
                self._edge((function, value), (function, None))
            case Call() | Invoke() | CallBr():
                self._called(function, instr)
            case _ if instr.result is not None and _may_hold_text(instr.result.type):
                for value in _passed(instr):
                    if isinstance(value, Local):
                        self._edge((function, value), (function, instr.result))
            case _:
                pass

    def _stored(self, function: Function, value: Value, pointer: Value) -> None:
        into = self._memory(function, pointer, write=True)
        if isinstance(value, Local):
            self._lead([(function, value)], into)
        if self._handles.is_handle(
            function, value, pointer
        ):  # what holds a file's handle stands for it
            self._lead(into, self._memory(function, value, write=True))
            self._lead(self._memory(function, value, write=False), into)

    def _called(self, function: Function, call: CallLike) -> None:
        """Words handed to functions with bodies, and copies of memory."""
        for target in self.points.known_targets(function, call):
            if target.is_declaration:
                continue
            if moves_characters(target.name):
                self._moved(function, call, textways.plain(target.name))
                continue
            for arg, param in zip(call.args, target.params, strict=False):
                if isinstance(arg, Local) and _may_hold_text(arg.type):
                    self._edge((function, arg), (target, param.local))
            for arg in call.args[len(target.params) :]:
                if ty.is_pointer(arg.type):
                    self._lead(self._memory(function, arg, write=False), [(target, "more")])
            if call.result is not None and _may_hold_text(call.result.type):
                self._edge((target, None), (function, call.result))
        match self.points.meaning(call):
            case MemoryCopy(target=at, source=source):
                self._copied(function, call.args[at], call.args[source])
            case Reallocation(pointer=at) if call.result is not None:
                self._copied(function, call.result, call.args[at])
            case _:
                pass

    def _copied(self, function: Function, target: Value, source: Value) -> None:
        into = self._memory(function, target, write=True)
        self._lead(self._memory(function, source, write=False), into)
        if self._handles.holds_handle(function, source):
            self._lead(
                self._memory(function, target, write=False),
                self._memory(function, source, write=True),
            )

    def _moved(self, function: Function, call: CallLike, name: str) -> None:
        """What a function of a library does to text."""
        if self._opens(function, call, name):
            return
        way = textways.way(name)
        if way is None:
            return
        into = self._into(function, call, name)
        sources: list[Node] = []
        for at in ends(len(call.args), way.source, way.into):
            if self._is_text(function, call, at, name):
                sources += self._nodes(function, call, at, write=False)
        values = [arg for arg in call.args if isinstance(arg, Local)]
        sources += [(function, arg) for arg in values if isinstance(arg.type, ty.IntType)]
        sources += [(owner, "more") for owner in self._owners(function, call, way)]
        self._lead(sources, into)
        if way.both:
            back: list[Node] = []
            for at in ends(len(call.args), way.source, way.into):
                if self._is_text(function, call, at, name):
                    back += self._nodes(function, call, at, write=True)
            for at in ends(len(call.args), way.into, way.source):
                self._lead(self._nodes(function, call, at, write=False), back)

    def _into(self, function: Function, call: CallLike, name: str) -> list[Node]:
        """Where a function of a library writes text."""
        way = textways.way(name)
        assert way is not None
        found: list[Node] = []
        for at in ends(len(call.args), way.into, way.source):
            hidden = at < len(call.arg_attrs) and has(call.arg_attrs[at], "sret")
            if self._is_text(function, call, at, name) and (hidden or not only_looks(name)):
                found += self._nodes(function, call, at, write=True)
        if way.returned and call.result is not None:
            found.append((function, call.result))
            if name in textways.COPYING:
                found += self._memory(function, call.result, write=True)
        return found

    def _is_text(self, function: Function, call: CallLike, at: int, name: str) -> bool:
        """Whether an argument leads to text: an address, or the number of a file."""
        return ty.is_pointer(call.args[at].type) or textways.FILES.get(name) == at

    def _opens(self, function: Function, call: CallLike, name: str) -> bool:
        """Join a stream to the file that it is opened on."""
        opened = textways.OPENED.match(name)
        if opened is None:
            return False
        paths = [self._handles.path(function, arg) for arg in call.args[1:]]
        file: Node = next((path for path in paths if path is not None), ANY_FILE)
        modes = [arg.value for arg in call.args[1:] if isinstance(arg, ConstInt)]
        mode = {"i": _READABLE, "o": _WRITABLE}.get(opened[1], modes[0] if modes else -1)
        stream = self._memory(function, call.args[0], write=True)
        roots: Roots = frozenset((file,))
        if mode & _READABLE:
            self._lead(self._sides(roots, write=False), stream)
        if mode & _WRITABLE or mode & 1:
            self._lead(stream, self._sides(roots, write=True))
        return True

    # ---- the solution --------------------------------------------------------------------------

    def _label(self, nodes: Iterable[Node], bits: int) -> list[Node]:
        """Nodes to which text comes; those of them to which it had not come."""
        changed: list[Node] = []
        for node in nodes:
            for each in (node, *_wider(node)):
                known = self._labels.get(each, 0)
                if bits & ~known:
                    self._labels[each] = known | bits
                    changed.append(each)
        return changed

    def _spread(self) -> None:
        work = list(self._labels)
        while work:
            node = work.pop()
            work += self._label(self._edges.get(node, ()), self._labels[node])


def _wider(node: Node) -> Iterator[Node]:
    """What is read where nobody knows which file or string is."""
    for word in (ANY_FILE, ANY_TEXT):
        if _is_of(node, word) or node == _IN + word:
            yield _OUT + word


def _is_of(node: Node, word: str) -> bool:
    """Whether a node is one of many of which any may be meant."""
    if word == ANY_TEXT:
        return isinstance(node, int)
    return isinstance(node, tuple) and node[0] == "file"


def _may_hold_text(type: ty.Type) -> bool:
    """Whether a value may be a word of text, or an address in it: all but floats and bits."""
    part = ty.scalar(type)
    return not isinstance(part, ty.FloatType) and not (
        isinstance(part, ty.IntType) and part.bits == 1
    )


def _passed(instr: Instr) -> tuple[Value, ...]:
    """The operands of which an instruction hands words on."""
    match instr:
        case Cast(value=value) | Freeze(value=value):
            return (value,)
        case Select(then=one, otherwise=other) | Shuffle(lhs=one, rhs=other):
            return (one, other)
        case IBinary(op=op, lhs=one, rhs=other) if op in _PASSING:
            return (one, other)
        case Phi(incoming=incoming):
            return tuple(value for value, _ in incoming)
        case ExtractValue(aggregate=value) | ExtractElement(vector=value):
            return (value,)
        case InsertValue(aggregate=one, element=other) | InsertElement(vector=one, element=other):
            return (one, other)
        case _:
            return ()
