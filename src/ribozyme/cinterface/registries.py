"""Registries and annotations of a program: which functions have rules, and what carries none.

    void *__enzyme_register_gradient_f[] = {f, f_augment, f_gradient};
    → Registry(book with_pair("f", "f_augment", "f_gradient"), …)

Every spelling (registry globals, annotations, metadata and attributes of other front ends) ends in
the same value. It is read on raw IR, before an initialiser or an annotation can be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, final

from ribozyme.base.errors import Error, error
from ribozyme.base.record import dataclass, field, replace
from ribozyme.base.source import Span
from ribozyme.cinterface.lower import never_inlined
from ribozyme.ir import types as ty
from ribozyme.ir.debug import declared, file, node
from ribozyme.ir.layout import DataLayout
from ribozyme.ir.metadata import MDConst, MDString, MetadataNode, MetadataValue, attached
from ribozyme.ir.module import Alias, Function, GlobalVariable, Module
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstCast,
    ConstGep,
    ConstInt,
    ConstNull,
    ConstString,
    ConstZero,
    GlobalRef,
)
from ribozyme.rules.custom import STANDARD, Rulebook
from ribozyme.rules.memory import Allocation, Deallocation
from ribozyme.rules.names import classify

WORDS: Final = (
    "register_gradient",
    "register_derivative",
    "register_splitderivative",
    "inactivefn",
    "inactive_global",
    "function_like",
    "allocation_like",
    "nofree",
    "shadow_global",
)
_WORD: Final = re.compile(rf"__enzyme_({'|'.join(sorted(WORDS, key=len, reverse=True))})")
_ANNOTATION: Final = re.compile(r"enzyme_(\w+)(?:=(.*))?$")
_NULLS: Final = 3  # where a rule's table says whether null shadows are accepted
Entry = str | int | None


@final
@dataclass(frozen=True, slots=True)
class Registry:
    """What a program says about its own functions and globals."""

    book: Rulebook = STANDARD
    functions: frozenset[str] = frozenset()  # to be kept, and not inlined, until derived
    inactive_globals: frozenset[str] = frozenset()
    shadows: dict[str, str] = field(default_factory=dict)
    frees_nothing: frozenset[str] = frozenset()
    globals: frozenset[str] = frozenset()  # the registry globals themselves

    def naming(self, *names: str) -> Registry:
        """And functions that must stay."""
        return replace(self, functions=self.functions | set(names))


def registry(module: Module, book: Rulebook = STANDARD) -> Registry:
    """All that a module registers, on top of a rulebook."""
    found = Registry(book)
    for variable in list(module.globals.values()):
        word = _WORD.search(variable.name)
        if word is not None and isinstance(variable, GlobalVariable):
            if variable.initialiser is not None:
                entries = _entries(module, variable.initialiser)
                found = _registered(module, found, variable, word[1], entries)
            found = replace(found, globals=found.globals | {variable.name})
        elif isinstance(variable, GlobalVariable):
            found = _of_global(module, found, variable)
    for symbol, text in _annotations(module):
        found = _annotated(module, found, symbol, text)
    for function in module.functions.values():
        found = _of_function(module, found, function)
    return found


def marked(module: Module, found: Registry) -> Module:
    """The module with what was registered written on it: `noinline` on functions, and on globals
    the metadata `!enzyme_inactive !{}` and `!enzyme_shadow !{ptr @dg}`."""
    functions = dict(module.functions)
    for name in found.functions & functions.keys():
        function = functions[name]
        if not function.is_declaration:
            functions[name] = never_inlined(module, function)
    said = {name: ("enzyme_inactive", MetadataNode(None, ())) for name in found.inactive_globals}
    for name, shadow in found.shadows.items():
        held = MDConst(GlobalRef(ty.PTR, shadow))
        said[name] = ("enzyme_shadow", MetadataNode(None, (("", held),)))
    globals = dict(module.globals)
    for name, (kind, what) in said.items():
        variable = globals.get(name)
        if isinstance(variable, GlobalVariable) and attached(variable.meta, kind) is None:
            globals[name] = replace(variable, meta=(*variable.meta, (kind, what)))
    return replace(module, functions=functions, globals=globals)


# ---- registry globals ----------------------------------------------------------------------------


def _registered(
    module: Module,
    found: Registry,
    variable: GlobalVariable,
    word: str,
    entries: list[Entry],
) -> Registry:
    names = [entry for entry in entries if isinstance(entry, str)]
    match word:
        case "register_gradient":
            what = "a function, its augmented form and its gradient"
            found, own = _table(module, found, variable, entries, 3, what)
            if own[0] in found.book.splits and found.book.pairs[own[0]].augment != own[1]:
                raise _two_tapes(module, variable, own[0])
            return replace(found, book=found.book.with_pair(*own))
        case "register_derivative":
            what = "a function and its forward derivative"
            found, own = _table(module, found, variable, entries, 2, what)
            return replace(found, book=found.book.with_forward(*own))
        case "register_splitderivative":
            what = "a function, its augmented form and its split forward derivative"
            found, own = _table(module, found, variable, entries, 3, what)
            known = found.book.pairs.get(own[0])
            if known is not None and known.augment != own[1]:
                raise _two_tapes(module, variable, own[0])
            return replace(found, book=found.book.with_split(*own))
        case "inactivefn":
            if not names:
                raise _malformed(module, variable, "functions")
            return _inactive(found, *names)
        case "inactive_global":
            if not names:
                raise _malformed(module, variable, "the addresses of globals")
            return replace(found, inactive_globals=found.inactive_globals | set(names))
        case "function_like":
            if len(names) != 2:
                raise _malformed(module, variable, "a function and the name of one that is known")
            return _like(module, found, names[0], names[1])
        case "allocation_like":
            return _allocation(module, found, variable, entries)
        case "nofree":
            return replace(found, frees_nothing=found.frees_nothing | set(names))
        case _:
            if len(names) != 2:
                raise _malformed(module, variable, "the addresses of a global and of its shadow")
            return replace(found, shadows={**found.shadows, names[0]: names[1]})


def _table(
    module: Module,
    found: Registry,
    variable: GlobalVariable,
    entries: list[Entry],
    count: int,
    wants: str,
) -> tuple[Registry, list[str]]:
    """The functions of a rule's table; an entry behind them that is not null says that they accept
    null shadows."""
    names = [entry for entry in entries[:count] if isinstance(entry, str)]
    if len(names) != count or len(entries) > max(_NULLS, count) + 1:
        raise _malformed(module, variable, wants)
    found = found.naming(*names)
    if any(entries[count:]):
        found = replace(found, book=found.book.with_nulls(names[1:]))
    return found, names


def _two_tapes(module: Module, variable: GlobalVariable, name: str) -> Error:
    return error(
        "RZ508",
        f"'{name}' is registered with two augmented functions, which keep different tapes",
        span=_place(module, variable),
        helps=("name one augmented function for the gradient and for the split derivative",),
    )


def _malformed(module: Module, variable: GlobalVariable, wants: str) -> Error:
    return error(
        "RZ508",
        f"'{variable.name}' does not hold what it should",
        span=_place(module, variable),
        helps=(f"give it {wants}, as constants",),
    )


def _place(module: Module, variable: GlobalVariable) -> Span | None:
    """Where a global is defined."""
    expression = node(module, attached(variable.meta, "dbg"))
    found = node(module, expression.field("var")) if expression is not None else None
    return Span(file(module, found), found.number("line") or 0) if found is not None else None


def _inactive(found: Registry, *names: str) -> Registry:
    return replace(found.naming(*names), book=found.book.with_inactive(names))


def _like(module: Module, found: Registry, name: str, other: str) -> Registry:
    meaning = classify(other)
    if meaning is None:
        raise error(
            "RZ508",
            f"'{name}' is to be like '{other}', which is not known",
            span=_declared(module, name),
            helps=("name a function of the C mathematics library, such as log1p",),
        )
    return replace(found.naming(name), book=found.book.with_meaning(name, meaning))


def _allocation(
    module: Module, found: Registry, variable: GlobalVariable, entries: list[Entry]
) -> Registry:
    """`{f, size index, "dealloc arg indices", free_fn}`."""
    name, size, freed, release = [*entries, None, None, None, None][:4]
    if not isinstance(name, str):
        raise _malformed(module, variable, "a function, the place of its size, and what frees it")
    place = size if isinstance(size, int) else 0
    book = found.book.with_meaning(name, Allocation((place,), release=str(release or "free")))
    names = [name]
    if isinstance(release, str):
        told = re.findall(r"-?\d+", freed) if isinstance(freed, str) else []
        at = told.index("-1") if "-1" in told else int(told[0]) if told else 0
        book = book.with_meaning(release, Deallocation(at))
        names.append(release)
    return replace(found.naming(*names), book=book)


def _entries(module: Module, initialiser: Const) -> list[Entry]:
    """The names, texts and numbers in an initialiser, in order."""
    found: list[Entry] = []
    work: list[Const] = [initialiser]
    while work:
        part = work.pop()
        match part:
            case ConstAggregate(elements=elements):
                work += reversed(elements)
            case ConstCast(value=inner):
                work.append(inner)
            case ConstGep(base=base, source=source, indices=indices):
                constant, variable = DataLayout(module.layout).gep_offset(source, indices)
                if constant or variable:
                    found.append(None)
                else:
                    work.append(base)
            case GlobalRef(name=name):
                found.append(_named(module, name))
            case ConstInt(value=value):
                found.append(value)
            case ConstNull() | ConstZero():
                found.append(None)
            case _:
                found.append(None)
    return found


def _named(module: Module, name: str) -> str:
    """The text that a global string holds, else the symbol, seen through aliases."""
    for _ in range(16):
        other = module.globals.get(name)
        if isinstance(other, GlobalVariable) and isinstance(other.initialiser, ConstString):
            if other.constant:
                return other.initialiser.data.split(b"\0", 1)[0].decode("utf-8", "replace")
            return name
        if not isinstance(other, Alias) or not isinstance(other.aliasee, GlobalRef):
            return name
        name = other.aliasee.name
    return name


# ---- annotations, attributes and metadata --------------------------------------------------------


def _annotations(module: Module) -> Iterator[tuple[str, str]]:
    """(symbol, text) of `__attribute__((annotate("text")))` on functions and globals."""
    listed = module.globals.get("llvm.global.annotations")
    if not isinstance(listed, GlobalVariable) or not isinstance(listed.initialiser, ConstAggregate):
        return
    for entry in listed.initialiser.elements:
        if isinstance(entry, ConstAggregate):
            symbol, text, _, _, more = [*_entries(module, entry), None, None, None, None, None][:5]
            if isinstance(symbol, str) and isinstance(text, str):
                yield symbol, text + _more(module, more)


def _more(module: Module, name: Entry) -> str:
    """The further argument of an annotation, behind an equals sign."""
    variable = module.globals.get(name) if isinstance(name, str) else None
    if not isinstance(variable, GlobalVariable) or variable.initialiser is None:
        return ""
    found = _entries(module, variable.initialiser)
    return f"={found[0]}" if found and isinstance(found[0], str) else ""


def _annotated(module: Module, found: Registry, symbol: str, text: str) -> Registry:
    match = _ANNOTATION.match(text)
    if match is None:
        return found
    word, value = match[1], (match[2] or "").strip()
    match word:
        case "inactive":
            if symbol in module.functions:
                return _inactive(found, symbol)
            return replace(found, inactive_globals=found.inactive_globals | {symbol})
        case "nofree":
            return replace(found, frees_nothing=found.frees_nothing | {symbol})
        case "function_like" | "math":
            return _like(module, found, symbol, value)
        case "shadow":
            return replace(found, shadows={**found.shadows, symbol: value})
        case "augment" | "gradient":
            return _half(found, symbol, word, value)
        case "derivative":
            return replace(found.naming(symbol, value), book=found.book.with_forward(symbol, value))
        case _:
            return found


def _half(found: Registry, symbol: str, word: str, other: str) -> Registry:
    """One half of a split rule; the other half may have come, or comes later."""
    pair = found.book.pairs.get(symbol)
    augment, gradient = (pair.augment, pair.gradient) if pair is not None else ("", "")
    if word == "augment":
        augment = other
    else:
        gradient = other
    book = found.book.with_pair(symbol, augment, gradient)
    return replace(found.naming(symbol, other), book=book)


def _of_function(module: Module, found: Registry, function: Function) -> Registry:
    """What metadata and string attributes of a function say."""
    for kind, value in function.meta:
        if kind in ("enzyme_augment", "enzyme_gradient", "enzyme_derivative"):
            other = _function_in(module, value)
            if other is None:
                raise error("RZ508", f"'!{kind}' of '{function.name}' names no function")
            word = kind.removeprefix("enzyme_")
            found = _annotated(module, found, function.name, f"enzyme_{word}={other}")
    for attr in module.spelled(function.attrs):
        name, text = attr.name.strip('"'), str(attr.value or "").strip('"')
        if name == "enzyme_inactive":
            found = _inactive(found, function.name)
        elif name == "enzyme_math":
            found = _like(module, found, function.name, text)
        elif name == "enzyme_nofree":
            found = replace(found, frees_nothing=found.frees_nothing | {function.name})
    return found


def _of_global(module: Module, found: Registry, variable: GlobalVariable) -> Registry:
    if attached(variable.meta, "enzyme_inactive") is not None:
        found = replace(found, inactive_globals=found.inactive_globals | {variable.name})
    shadow = attached(variable.meta, "enzyme_shadow")
    other = _function_in(module, shadow) if shadow is not None else None
    if other is not None:
        found = replace(found, shadows={**found.shadows, variable.name: other})
    return found


def _function_in(module: Module, value: MetadataValue) -> str | None:
    """The symbol in `!{ptr @f}`."""
    inner = node(module, value)
    for part in inner.operands if inner is not None else ():
        match part:
            case MDConst(value=GlobalRef(name=name)):
                return name
            case MDString(text=text):
                return text
            case _:
                pass
    return None


def _declared(module: Module, name: str) -> Span | None:
    function = module.functions.get(name)
    return declared(module, function) if function is not None else None
