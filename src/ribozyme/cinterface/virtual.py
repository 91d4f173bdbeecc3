"""`__enzyme_virtualreverse`: what stands beside a function's address, or beside a table of them.

    void *d = __enzyme_virtualreverse((void *)f);

    →  d = {augmented, reverse, …}       a constant; the entries make calls of the interface:
       double augmented(x, p, dp)        __enzyme_augmentfwd(f, enzyme_runtime_activity, x, p, dp)
       double reverse(x, p, dp, r, tape) __enzyme_reverse(f, …, x, p, dp, r, tape)

Entries for forward mode, for tapes that are read forwards and for several directions at once are
there where the program has such calls.

Beside a constant table (the virtual functions of a class) stands one with such an entry for each
function that can have one; the others keep their own address, and calling them says so. Which table
an address lies in may only be known when the program runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.record import dataclass, replace
from ribozyme.cinterface.call_places import Site, functions, width
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attr
from ribozyme.ir.build import NULL, FunctionBuilder, i64
from ribozyme.ir.instrs import Br, Call, Cast, Compare, Gep, IBinary, Instr, Invoke, Select
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import MDString
from ribozyme.ir.module import (
    Alias,
    Block,
    Function,
    GlobalVariable,
    Header,
    Module,
    declaration,
)
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstCast,
    ConstGep,
    ConstNull,
    GlobalRef,
    MetadataOperand,
    Value,
)
from ribozyme.transform.callees.tables import MODES, OF_OURS, Convention, unfit
from ribozyme.transform.core.interface import Mode

PREFIX: Final = "virtual."
_PASSING: Final = ("byval", "sret", "align", "signext", "zeroext")
_INTERNAL: Final = Header(linkage="internal")
_ENTRIES: Final = {
    Mode.AUGMENTED: "augmentfwd",
    Mode.SPLIT: "reverse",
    Mode.FORWARD: "fwddiff",
    Mode.FROM_TAPE: "fwdsplit",
}
_IN_LANES: Final = ("autodiff", "fwddiff", "augmentfwd", "reverse", "fwdsplit", "augmentsize")
_ASKED: Final = {"fwddiff": Mode.FORWARD, "fwdsplit": Mode.FROM_TAPE}
"""The entries that stand in tables only where the program has such calls."""


@final
@dataclass(frozen=True, slots=True)
class Tables:
    """A module with tables in it; `optional` are the functions in them whose derivative need not
    exist."""

    module: Module
    optional: frozenset[str]
    made: bool


def with_tables(module: Module, sites: list[Site]) -> Tables:
    """The module in which each call that asks for a table is the address of it."""
    asking = [site for site in sites if site.entry == "virtualreverse"]
    if not asking:
        return Tables(module, frozenset(), False)
    maker = _Maker(module, sites)
    found = {site.call: maker.beside(site) for site in asking}
    callers = {site.caller.name for site in asking}
    for name in callers:
        maker.functions[name] = _replaced(maker.functions[name], found)
    made = replace(module, functions=maker.functions, globals=maker.globals)
    return Tables(made, frozenset(maker.optional), True)


@final
class _Maker:
    def __init__(self, module: Module, sites: list[Site]) -> None:
        self.module = module
        self.widths = sorted({1, *(width(site) for site in sites if site.entry in _IN_LANES)})
        self.modes = {_ASKED.get(site.entry, Mode.SPLIT) for site in sites}
        self.layout = DataLayout(module.layout)
        self.functions = dict(module.functions)
        self.globals = dict(module.globals)
        self.optional: set[str] = set()

    # ---- one call ----------------------------------------------------------------------------

    def beside(self, site: Site) -> list[tuple[Const, int, Const]]:
        """What may be asked for, how many bytes lie there, and what stands beside it."""
        if len(site.call.args) != 1 or not ty.is_pointer(site.call.args[0].type):
            raise site.failure("RZ502", "'__enzyme_virtualreverse' takes one address")
        names = functions(site)
        if names:
            return [(GlobalRef(ty.PTR, name), 1, self.table(site, name)) for name in names]
        given = _variable(site.call.args[0])
        known = self.module.globals.get(given) if given else None
        if given and not _is_table(known):
            raise site.failure("RZ510", f"'{given}' is no constant table of functions")
        tables = [known] if known is not None else list(self.module.globals.values())
        found: list[tuple[Const, int, Const]] = []
        for variable in tables:
            if isinstance(variable, GlobalVariable) and _is_table(variable):
                size = self.layout.alloc_size(variable.type)
                found.append((GlobalRef(ty.PTR, variable.name), size, self.shadow(variable)))
        return found

    # ---- tables ------------------------------------------------------------------------------

    def table(self, site: Site, name: str) -> Const:
        """The table of one function, which must have a derivative."""
        function = self.module.functions[name]
        if function.is_declaration:
            raise site.failure(
                "RZ505",
                f"'{name}' has no visible body",
                "give its file too, or write the table {augmented, reverse} by hand",
            )
        why = _unfit(function)
        if why:
            raise site.failure("RZ510", f"'{name}' cannot stand in a table: {why}")
        self.optional.discard(_thunk(name))
        return self.made(function, optional=False)

    def shadow(self, variable: GlobalVariable) -> Const:
        """The table beside a table of functions."""
        name = f"{PREFIX}{variable.name}.shadow"
        if name not in self.globals:
            assert variable.initialiser is not None
            held = self.beside_constant(variable.initialiser)
            self.globals[name] = GlobalVariable(name, variable.type, held, True, _INTERNAL)
        return GlobalRef(ty.PTR, name)

    def beside_constant(self, value: Const) -> Const:
        """A constant with tables in place of functions."""
        match value:
            case ConstAggregate(elements=elements):
                return replace(value, elements=tuple(map(self.beside_constant, elements)))
            case GlobalRef(name=name):
                function = self.module.functions.get(name)
                if function is None or function.is_declaration or _unfit(function):
                    return value
                return self.made(function, optional=True)
            case _:
                return value

    def made(self, function: Function, *, optional: bool) -> Const:
        """{augmented, reverse} of a function, made once."""
        name = f"{PREFIX}{function.name}.table"
        if name in self.globals:
            return GlobalRef(ty.PTR, name)
        thunk = _through(function)
        self.functions[thunk.name] = thunk
        if optional:
            self.optional.add(thunk.name)
        held: list[Const] = []
        for count in self.widths:
            convention = Convention(self.layout, thunk.type, count)
            held += [self.entry(thunk, convention, mode) for mode in MODES]
        type = ty.array(len(held), ty.PTR)
        table = GlobalVariable(name, type, ConstAggregate(type, tuple(held)), True, _INTERNAL)
        self.globals[name] = table
        return GlobalRef(ty.PTR, name)

    def entry(self, thunk: Function, convention: Convention, mode: Mode) -> Const:
        """A function of one type that makes a derivative call; null where nobody asks for it."""
        if mode in _ASKED.values() and mode not in self.modes:
            return NULL
        kind, how = _ENTRIES[mode], convention.returned(mode)
        hidden = () if how.inside is None else (ty.PTR,)
        called = f"__enzyme_{kind}.{thunk.name}.{convention.width}"
        type = ty.function(how.type, (*hidden, ty.PTR), True)
        self.functions[called] = declaration(called, type)
        b = FunctionBuilder(f"{thunk.name}.{kind}{convention.width}", convention.entry(mode))
        b.header = _INTERNAL
        b.at(b.block())
        if hidden:
            b.param_attrs[0] = how.attrs(1)[0]
        if mode is Mode.AUGMENTED:
            b.attrs = (Attr(OF_OURS, f'"{" ".join(map(str, self.widths))}"'),)
        given: list[Value] = list(b.params[: len(hidden)])
        given += [GlobalRef(ty.PTR, thunk.name), *_markers(convention, mode)]
        given += b.params[len(hidden) :]
        b.ret(b.call(called, type, given, arg_attrs=how.attrs(len(given))))
        made = b.finish()
        self.functions[made.name] = made
        return GlobalRef(ty.PTR, made.name)


def _markers(convention: Convention, mode: Mode) -> Iterator[Value]:
    """What is said of the whole call."""
    yield _marker("runtime_activity")
    if convention.width > 1:
        yield _marker("width")
        yield i64(convention.width)
    if convention.pointers() and mode is not Mode.FROM_TAPE:
        yield _marker("dup_return")
    if mode is Mode.FROM_TAPE:
        yield _marker("nofree")
    if mode is Mode.FORWARD and convention.of.result is not ty.VOID:
        yield _marker("primal_return")


def _marker(word: str) -> Value:
    return MetadataOperand(ty.METADATA, MDString(f"enzyme_{word}"))


def _through(function: Function) -> Function:
    """A function that only calls another: what debug information says of its parameters is left
    behind, so that each stands for itself, and a struct in memory is what its pointer leads to."""
    b = FunctionBuilder(_thunk(function.name), function.type)
    b.header = _INTERNAL
    b.at(b.block())
    attrs = tuple(
        tuple(attr for attr in param.attrs if attr.name in _PASSING) for param in function.params
    )
    b.ret(
        b.call(
            function.name,
            function.type,
            b.params,
            arg_attrs=attrs,
            convention=function.convention,
        )
    )
    return b.finish()


def _thunk(name: str) -> str:
    return f"{PREFIX}{name}"


def _unfit(function: Function) -> str:
    return unfit(function.type)


def _is_table(variable: GlobalVariable | Alias | None) -> bool:
    """Whether a global is a constant that holds addresses, and nothing but a few numbers."""
    return (
        isinstance(variable, GlobalVariable)
        and variable.constant
        and isinstance(variable.initialiser, ConstAggregate)
        and _holds_functions(variable.initialiser)
    )


def _holds_functions(value: Const) -> bool:
    work: list[Const] = [value]
    found = False
    while work:
        match work.pop():
            case ConstAggregate(elements=elements):
                work += elements
            case GlobalRef() | ConstGep() | ConstCast():
                found = True
            case ConstNull():
                pass
            case _:
                return False
    return found


def _variable(value: Value) -> str:
    """The global that a constant address lies in; empty for what is none."""
    for _ in range(8):
        match value:
            case GlobalRef(name=name):
                return name
            case ConstGep(base=base):
                value = base
            case ConstCast(value=inner):
                value = inner
            case _:
                return ""
    return ""


# ---- the calls that ask --------------------------------------------------------------------------


def _replaced(
    function: Function, found: dict[Call | Invoke, list[tuple[Const, int, Const]]]
) -> Function:
    """The function with its calls replaced by what they are."""
    names = list(function.names)
    blocks = []
    for block in function.blocks:
        instrs: list[Instr] = []
        for instr in block.instrs:
            if isinstance(instr, Call | Invoke) and instr in found:
                instrs += _chosen(names, instr, found[instr])
            else:
                instrs.append(instr)
        blocks.append(Block(block.name, tuple(instrs)))
    return replace(function, blocks=tuple(blocks), names=names)


def _chosen(
    names: list[str | None], call: Call | Invoke, found: list[tuple[Const, int, Const]]
) -> list[Instr]:
    """The way from an address to what stands beside it: the address itself where that is unknown.

    p in table ? shadow + (p - table) : p
    """
    assert call.result is not None
    made: list[Instr] = []

    given = call.args[0]
    address, result = fresh(names, ty.I64), given
    made.append(Cast(address, "ptrtoint", given, meta=call.meta))
    for start, size, beside in found:
        begins, distance, inside = fresh(names, ty.I64), fresh(names, ty.I64), fresh(names, ty.I1)
        moved, chosen = fresh(names, ty.PTR), fresh(names, ty.PTR)
        made += [
            Cast(begins, "ptrtoint", start, meta=call.meta),
            IBinary(distance, "sub", address, begins, meta=call.meta),
            Compare(inside, "icmp", "ult", distance, i64(size), meta=call.meta),
            Gep(moved, ty.I8, beside, (distance,), meta=call.meta),
            Select(chosen, inside, moved, result, meta=call.meta),
        ]
        result = chosen
    made.append(Gep(call.result, ty.I8, result, (i64(0),), meta=call.meta))
    if isinstance(call, Invoke):
        made.append(Br(call.normal, meta=call.meta))
    return made
