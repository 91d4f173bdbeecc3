"""What a derivative can reach: the functions below its root, and what each call names.

A `Program` is a module seen from one root. Names lead through aliases to what they stand for,
attribute groups are spelled out. Which functions an *indirect* call may enter is points-to's to
say; given that, `components` orders the functions so that callees come before their callers.

    %r = call double @leaf(ptr %p)                   program.callee(call) is @leaf
    @vtable = constant [1 x ptr] [ptr @method]       program.functions has @method too
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Final, final
from weakref import WeakKeyDictionary

from ribozyme.base import graph
from ribozyme.ir.attrs import Attr, Attrs, value_of
from ribozyme.ir.instrs import Call, CallBr, CallLike, Instr, Invoke, Load, Store, operands
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.module import Alias, Function, GlobalVariable, Module
from ribozyme.ir.values import (
    BlockAddress,
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstSplat,
    GlobalRef,
    InlineAsm,
    Local,
    Value,
)
from ribozyme.rules.custom import STANDARD, Forward, Pair, Rulebook
from ribozyme.rules.inactive import NOTING
from ribozyme.rules.names import Meaning

LOCAL_LINKAGE: Final = frozenset({"internal", "private"})
MEANT: Final = '"rz.meant"'
"""Says of a call by address which functions of the program it may mean, among others."""
ALL_MEANT: Final = Attr('"rz.meant.all"')
"""Says that it means no others."""


def meaning(names: Iterable[str]) -> Attr:
    """What says that a call may mean some functions."""
    return Attr(MEANT, f'"{" ".join(names)}"')


def mentioned(value: Value | None) -> Iterator[str]:
    """The names of the globals inside a constant."""
    work: list[Value] = [] if value is None else [value]
    while work:
        match work.pop():
            case GlobalRef(name=name):
                yield name
            case ConstAggregate(elements=elements):
                work.extend(elements)
            case ConstSplat(element=inner) | ConstCast(value=inner) | ConstGep(base=inner):
                work.append(inner)
            case ConstBinary(lhs=lhs, rhs=rhs):
                work.extend((lhs, rhs))
            case BlockAddress(function=function):
                yield function.name
            case _:
                pass


@final
class Program:
    """A module seen from `root`; complete when built.

    Functions named in `apart` are none of the program's own: they keep no address of it.
    """

    def __init__(
        self,
        module: Module,
        root: Function,
        book: Rulebook = STANDARD,
        apart: frozenset[str] = frozenset(),
    ) -> None:
        self.module = module
        self.root = root
        self.book = book
        self.apart = apart
        self.layout = DataLayout(module.layout)
        self._calls: dict[Function, tuple[CallLike, ...]] = {}
        self._placed: dict[Function, tuple[tuple[int, CallLike], ...]] = {}
        self._attrs: dict[Function | CallLike, Attrs] = {}

    def named(self, name: str) -> Function | GlobalVariable | None:
        """What a name stands for, aliases followed; None where nobody can know (an ifunc)."""
        for _ in range(16):
            if (function := self.module.functions.get(name)) is not None:
                return function
            match self.module.globals.get(name):
                case GlobalVariable() as variable:
                    return variable
                case Alias(kind="alias", aliasee=aliasee):
                    inner = _aliased(aliasee)
                    if inner is None:
                        return None
                    name = inner
                case _:
                    return None
        return None

    def meaning(self, name: str) -> Meaning | None:
        """What a function without a visible body does; None if only its own code could say."""
        found = self.book.meaning(name)
        return None if isinstance(found, Pair | Forward) else found

    def callee(self, call: CallLike) -> Function | InlineAsm | None:
        """The function a call names (or declares), its inline asm, or None: indirect."""
        match call.callee:
            case InlineAsm() as asm:
                return asm
            case GlobalRef(name=name):
                found = self.named(name)
                return found if isinstance(found, Function) else None
            case _:
                return None

    def attrs(self, of: Function | CallLike) -> Attrs:
        """The attributes of a function or a call site, groups spelled out."""
        found = self._attrs.get(of)
        if found is None:
            found = self._attrs[of] = self.module.spelled(of.attrs)
        return found

    def meant(self, call: CallLike) -> tuple[Function, ...]:
        """The functions that a call by address is said to mean."""
        said = value_of(call.attrs, MEANT)
        names = str(said).strip('"').split() if said is not None else ()
        return tuple(self.module.functions[name] for name in names)

    def calls(self, function: Function) -> tuple[CallLike, ...]:
        """The call sites of a function, in block order."""
        found = self._calls.get(function)
        if found is None:
            found = tuple(call for _, call in self.calls_in_blocks(function))
            self._calls[function] = found
        return found

    def calls_in_blocks(self, function: Function) -> tuple[tuple[int, CallLike], ...]:
        """The call sites of a function in block order, each with its block."""
        found = self._placed.get(function)
        if found is None:
            found = self._placed[function] = tuple(
                (index, instr)
                for index, block in enumerate(function.blocks)
                for instr in block.instrs
                if isinstance(instr, Call | Invoke | CallBr)
            )
        return found

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """The definitions that the root reaches by calls or by address, the root first."""
        seen: dict[str, None] = {}
        found: dict[Function, None] = {self.root: None}
        work: list[Function | GlobalVariable] = [self.root]
        while work:
            for name in mentions(work.pop()):
                if name in seen:
                    continue
                seen[name] = None
                match self.named(name):
                    case Function() as function if not function.is_declaration:
                        if function not in found:
                            found[function] = None
                            work.append(function)
                    case GlobalVariable() as variable:
                        work.append(variable)
                    case _:
                        pass
        return tuple(found)

    @cached_property
    def called(self) -> tuple[Function, ...]:
        """The definitions that the root reaches by calls that name them, the root first; what a
        rule speaks of is none."""
        found: dict[Function, None] = {self.root: None}
        work = [self.root]
        while work:
            for call in self.calls(work.pop()):
                callee = self.callee(call)
                if not isinstance(callee, Function) or callee.is_declaration or callee in found:
                    continue
                if self.meaning(callee.name) is None:
                    found[callee] = None
                    work.append(callee)
        return tuple(found)

    @cached_property
    def exposed(self) -> frozenset[str]:
        """The variables that code outside of `functions` may hold the address of."""
        inside = set(self.functions)
        found = {
            name
            for name, variable in self.module.globals.items()
            if variable.header.linkage not in LOCAL_LINKAGE
        }
        for variable in self.module.globals.values():
            if isinstance(variable, GlobalVariable):
                found.update(mentioned(variable.initialiser))
        for function in self.module.defined():
            if function not in inside and function.name not in self.apart:
                found |= _exposed_in(function)
        return frozenset(found)

    @cached_property
    def elsewhere(self) -> frozenset[str]:
        """The variables that code outside of `functions` may write to: it names them, or may hold
        their addresses."""
        inside = set(self.functions)
        names = set(self.exposed)
        for function in self.module.defined():
            if function not in inside and function.name not in self.apart:
                names.update(mentions(function))
        found = (self.named(name) for name in names)
        return frozenset(each.name for each in found if isinstance(each, GlobalVariable))


def _aliased(aliasee: Const) -> str | None:
    match aliasee:
        case GlobalRef(name=name):
            return name
        case ConstCast(value=GlobalRef(name=name)):
            return name
        case _:
            return None


_NAMED: Final[WeakKeyDictionary[Function, tuple[str, ...]]] = WeakKeyDictionary()


def mentions(of: Function | GlobalVariable) -> tuple[str, ...]:
    """What a variable, or the instructions of a function, name, each name once; of a function it
    is remembered, since each request asks again."""
    if isinstance(of, GlobalVariable):
        return tuple(dict.fromkeys(mentioned(of.initialiser)))
    found = _NAMED.get(of)
    if found is None:
        names = dict.fromkeys(chain.from_iterable(map(mentioned, of.constants)))
        found = _NAMED[of] = tuple(names)
    return found


_EXPOSED: Final[WeakKeyDictionary[Function, frozenset[str]]] = WeakKeyDictionary()


def _exposed_in(function: Function) -> frozenset[str]:
    """What the instructions of a function expose; remembered, since each request asks again."""
    found = _EXPOSED.get(function)
    if found is None:
        found = frozenset(name for instr in function.instrs() for name in _exposing(instr))
        _EXPOSED[function] = found
    return found


def _exposing(instr: Instr) -> Iterator[str]:
    """The globals whose address an instruction does more with than read or write there."""
    match instr:
        case Load():
            return
        case Store(value=value):
            yield from mentioned(value)
        case Call(callee=GlobalRef(name=name)) if forgets(name):
            return
        case _:
            for operand in operands(instr):
                if not isinstance(operand, Local):
                    yield from mentioned(operand)


def forgets(name: str) -> bool:
    """Whether a function at most fills what it is given, or notes it for the program's end."""
    return name in NOTING or name.startswith("llvm.memset.")


Targets = Callable[[Function, CallLike], Iterable[Function]]


def components(
    program: Program, functions: tuple[Function, ...], targets: Targets
) -> tuple[tuple[Function, ...], ...]:
    """The strongly connected components of the call graph, callees before their callers."""
    number = {function: index for index, function in enumerate(functions)}
    edges: list[list[int]] = []
    for function in functions:
        leads: dict[int, None] = {}
        for call in program.calls(function):
            for target in targets(function, call):
                if target in number:
                    leads[number[target]] = None
        edges.append(list(leads))
    return tuple(
        tuple(functions[index] for index in component) for component in graph.components(edges)
    )
