"""Words that may be numbers or addresses, handed on through memory from function to function.

    define ptr @num(double %x)               define ptr @num.words(double %x, ptr %out)
      …                                        …
      ret ptr %p                      →        call void @memcpy(ptr %out, ptr %slot, i64 8)
                                               ret ptr %p
    call double @sum(ptr %p, i32 0)          call double @sum.words(ptr %p, i32 0, ptr %slot)

Beside each word that `Words` found goes the address of a slot which holds it. Who needs an address
takes the old value; who stores the word copies the slot, and with it whatever the word is.

Invariant: functions that take more parameters are copies, for the calls by name that are seen; who
else calls a function calls it as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, without
from ribozyme.ir.instrs import (
    Alloca,
    Call,
    CallLike,
    Cast,
    Compare,
    DbgRecord,
    ExtractValue,
    InsertValue,
    Instr,
    Invoke,
    Load,
    Ret,
    Store,
    operands,
)
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import mapped, with_params
from ribozyme.ir.values import ConstInt, GlobalRef, Local, Value
from ribozyme.transform.bitways import is_plain, to_a_float
from ribozyme.transform.copying import with_copies
from ribozyme.transform.spilling import Path, Spills, Unspillable, line, word_copy

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts

NOTHING: Final = ConstInt(ty.I64, 0)
"""What goes in the place of a word of which the slot is asked."""


def carried(facts: ProgramFacts) -> Module:
    """The module in which words that matter go through memory.

    Raises `Unspillable` where a word goes through what has no room for the address of a slot.
    """
    work = _Carrying(facts)
    functions = {**facts.module.functions, **work.rewritten()}
    return with_copies(replace(facts.module, functions=functions))


@final
class _Carrying:
    def __init__(self, facts: ProgramFacts) -> None:
        self._facts = facts
        self._module = facts.module
        self._words = facts.words
        self._spills: dict[Function, Spills] = {}
        self._given: dict[Function, list[int]] = {}  # parameters that are words
        self._results: dict[Function, list[Path]] = {}  # parts of results that are words
        self._names: dict[str, str] = {}
        self._more: dict[Function, list[Local]] = {}
        self._slots: dict[tuple[Instr, Path], Local] = {}
        for function, word in facts.words.found:
            if function.definitions[word.id] is None:
                self._given.setdefault(function, []).append(word.id)
        for given in self._given.values():
            given.sort()

    def rewritten(self) -> dict[str, Function]:
        """The functions that are changed or added, by name."""
        self._find_results()
        self._name()
        for function in self._facts.pointsto.functions:
            self._enter(function)
            for call in self._facts.program.calls(function):
                self._returned(function, call)
        for function in self._facts.pointsto.functions:
            for instr in function.instrs():
                self._change(function, instr)
        for function, spills in self._spills.items():
            if any(self._words.is_given_up(function, word) for word in spills.as_they_are):
                raise Unspillable
        made = [
            self._signed(function, spills.rewritten())
            for function, spills in self._spills.items()
            if spills.any or function.name in self._names
        ]
        return {function.name: function for function in made}

    def _of(self, function: Function) -> Spills:
        if function not in self._spills:
            self._spills[function] = Spills(self._facts.program.layout, function)
        return self._spills[function]

    # ---- results -----------------------------------------------------------------------------

    def _find_results(self) -> None:
        """What callees hand back: the whole result, or the members that callers take out."""
        points = self._facts.pointsto
        for caller, word in self._words.found:
            call = caller.definitions[word.id]
            if not isinstance(call, Call | Invoke):
                continue
            users = [user for _, user in caller.uses[word.id]]
            paths: list[Path] = [
                user.indices
                for user in users
                if isinstance(user, ExtractValue) and (caller, user.result) in self._words.found
            ]
            if not all(isinstance(user, ExtractValue) for user in users):
                paths = [()]
            for target in points.known_targets(caller, call):
                known = self._results.setdefault(target, [])
                known += [path for path in paths if path not in known]
        for paths in self._results.values():
            paths.sort()

    def _name(self) -> None:
        """Names for what takes more parameters; the functions themselves stay for other callers."""
        changed = {*self._given, *self._results}
        if self._facts.program.root in changed or any(f.type.vararg for f in changed):
            raise Unspillable
        for function in self._facts.pointsto.functions:
            if function in changed:
                name = f"{function.name}.words"
                while name in self._module.functions:
                    name += ".words"
                self._names[function.name] = name

    # ---- one function ------------------------------------------------------------------------

    def _enter(self, function: Function) -> None:
        """Say where the words are that a function is given."""
        given, results = self._given.get(function, []), self._results.get(function, [])
        if not given and not results:
            return
        spills = self._of(function)
        more = self._more[function] = [spills.fresh(ty.PTR) for _ in (*given, *results)]
        for number, address in zip(given, more, strict=False):
            spills.known(function.params[number].local, address)

    def _change(self, function: Function, instr: Instr) -> None:
        match instr:
            case Store(value=word) if instr in self._words.stores:
                if not is_plain(instr):
                    raise Unspillable
                spills = self._of(function)
                size = self._facts.program.layout.size(word.type)
                source = self._address(function, word)
                spills.instead(instr, word_copy(instr.pointer, source, size, instr.meta))
            case Call() | Invoke():
                self._call(function, instr)
            case Cast() | Compare() if instr in self._words.turns:
                self._of(function).instead(instr, *self._turned(function, instr))
            case Ret(value=value) if value is not None and function in self._results:
                spills = self._of(function)
                copies = [
                    word_copy(out, self._part(function, value, path), self._size(value.type, path))
                    for out, path in zip(
                        self._more[function][len(self._given.get(function, ())) :],
                        self._results[function],
                        strict=True,
                    )
                ]
                spills.instead(instr, *copies, *self._without_words(function, instr))
            case _:
                pass

    def _turned(self, function: Function, instr: Cast | Compare) -> Iterator[Instr]:
        """What takes a word for something, the word being read as that; an address is read where
        an integer is wanted, as its bits are those of no number."""
        spills = self._of(function)
        if isinstance(instr, Cast) and (instr.op == "inttoptr" or to_a_float(instr)):
            yield Load(instr.result, self._address(function, instr.value), 8, meta=line(instr.meta))
            return
        made: dict[Value, Value] = {}
        for value in operands(instr):
            if isinstance(value, Local) and (function, value) in self._words.found:
                address, number = spills.fresh(ty.PTR), spills.fresh(ty.I64)
                yield Load(address, self._address(function, value), 8, meta=line(instr.meta))
                yield Cast(number, "ptrtoint", address, meta=line(instr.meta))
                made[value] = number
        if isinstance(instr, Cast):
            yield replace(instr, value=made[instr.value])
        else:
            lhs, rhs = instr.lhs, instr.rhs
            yield replace(instr, lhs=made.get(lhs, lhs), rhs=made.get(rhs, rhs))

    def _without_words(self, function: Function, last: Ret) -> Iterator[Instr]:
        """The end of a function, which gives back no integer that is a word, if nobody wants it."""
        assert last.value is not None
        value, spills = last.value, self._of(function)
        points = self._facts.pointsto
        calls = points.callers.get(function, ())
        wanted = any(self._words.is_needed(caller, call.result) for caller, call in calls)
        for path in () if wanted else self._words_at(function, value):
            if not path:
                value = NOTHING
            else:
                rest = spills.fresh(value.type)
                yield InsertValue(rest, value, NOTHING, path, line(last.meta))
                value = rest
        yield replace(last, value=value)

    def _words_at(self, function: Function, value: Value) -> Iterator[Path]:
        """Where integers that are words lie in what is returned."""
        returned = self._results[function]
        for path in self._words.integers_in(function, value):
            if any(path[: len(handed)] == handed for handed in returned):
                yield path

    def _size(self, type: ty.Type, path: Path) -> int:
        """The bytes of a part of a value."""
        return self._facts.program.layout.size(_member(type, path))

    def _call(self, function: Function, call: Call | Invoke) -> None:
        """Hand the addresses of slots to a callee that wants them."""
        callee = call.callee
        target = self._module.functions.get(callee.name) if isinstance(callee, GlobalRef) else None
        if target is None or target.name not in self._names:
            return
        if isinstance(call, Call) and call.tail == "musttail":
            raise Unspillable
        spills = self._of(function)
        more: list[Value] = [
            self._address(function, call.args[number]) for number in self._given.get(target, ())
        ]
        more += [self._slot(function, call, path) for path in self._results.get(target, ())]
        type = ty.function(call.type.result, (*call.type.params, *(ty.PTR for _ in more)))
        attrs = without(self._module.spelled(call.attrs), "memory")
        fixed = (*self._without_given(target, call.args), *more)
        padded = (*call.arg_attrs, *(() for _ in range(len(call.args) - len(call.arg_attrs))))
        arg_attrs: tuple[Attrs, ...] = (*padded, *(() for _ in more))
        named = GlobalRef(ty.PTR, self._names[target.name])
        new = replace(call, callee=named, args=fixed, type=type, attrs=attrs, arg_attrs=arg_attrs)
        spills.instead(call, replace(new, tail="") if isinstance(new, Call) else new)

    def _without_given(self, target: Function, args: tuple[Value, ...]) -> list[Value]:
        """The arguments, without the integers that are words and that nobody wants."""
        given = list(args)
        for number in self._given.get(target, ()):
            param = target.params[number].local
            if param.type is ty.I64 and not self._words.is_needed(target, param):
                given[number] = NOTHING
        return given

    def _address(self, function: Function, word: Value) -> Value:
        return self._of(function).address(word)

    def _returned(self, function: Function, call: CallLike) -> None:
        """Say where the words are that a callee hands back."""
        target = self._module.functions.get(getattr(call.callee, "name", ""))
        if target is None or call.result is None:
            return
        for path in self._results.get(target, ()):
            results = [call.result]
            if path:
                users = [user for _, user in function.uses[call.result.id]]
                taken = [user for user in users if isinstance(user, ExtractValue)]
                results = [user.result for user in taken if user.indices == path]
            for result in results:
                self._of(function).known(result, self._slot(function, call, path))

    def _part(self, function: Function, value: Value, path: Path) -> Value:
        """Where a part of what is returned lies."""
        found = self._of(function).member(value, path)
        if found is None:
            raise Unspillable
        return found

    def _slot(self, function: Function, call: CallLike, path: Path) -> Value:
        """Where a callee puts a part of its result."""
        key = (call, path)
        if key not in self._slots:
            assert call.result is not None
            size = self._size(call.result.type, path)
            self._slots[key] = self._of(function).slot(size)
        return self._slots[key]

    def _signed(self, function: Function, made: Function) -> Function:
        """The function with its new parameters, without promises that it no longer keeps."""
        name = self._names.get(function.name)
        if name is None:
            return made
        return replace(
            _unassigned(with_params(made, self._more[function])),
            name=name,
            header=Header(linkage="internal"),
            attrs=without(self._module.spelled(made.attrs), "memory"),
        )


def _unassigned(function: Function) -> Function:
    """The function without the marks by which debug information finds a variable's stores: they
    are those of the function that this is a copy of, and may be in one only."""
    return mapped(function, _without_assignment)


def _without_assignment(instr: Instr) -> Instr:
    match instr:
        case DbgRecord(kind="assign", operands=(value, variable, where, _, _, _, line)):
            return DbgRecord("value", (value, variable, where, line))
        case Store(meta=meta) | Alloca(meta=meta) | Call(meta=meta):
            kept = tuple(item for item in meta if item[0] != "DIAssignID")
            return instr if len(kept) == len(meta) else replace(instr, meta=kept)
        case _:
            return instr


def _member(type: ty.Type, path: Path) -> ty.Type:
    """The type of a part of a value."""
    for index in path:
        type = ty.elements(type)[index]
    return type
