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

from dataclasses import replace
from typing import TYPE_CHECKING, final

from ribozyme.ir import types as ty
from ribozyme.ir.attrs import Attrs, without
from ribozyme.ir.instrs import Call, ExtractValue, InsertValue, Instr, Invoke, Ret, Store
from ribozyme.ir.module import Function, Header, Module
from ribozyme.ir.rewrite import with_params
from ribozyme.ir.values import GlobalRef, Local, Value
from ribozyme.transform.bitways import is_plain
from ribozyme.transform.copying import with_copies
from ribozyme.transform.spilling import Spills, Unspillable, word_copy

if TYPE_CHECKING:
    from ribozyme.transform.facts import ProgramFacts

Path = tuple[int, ...]


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
        for function in self._facts.pointsto.functions:
            for instr in function.instrs():
                self._change(function, instr)
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
            paths: list[Path] = [()]
            if not ty.is_pointer(word.type) and word.type not in (ty.DOUBLE, ty.I64):
                users = [user for _, user in caller.uses[word.id]]
                taken = [user for user in users if isinstance(user, ExtractValue)]
                if len(taken) < len(users):
                    raise Unspillable
                paths = [
                    user.indices for user in taken if (caller, user.result) in self._words.found
                ]
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
            case Ret(value=value) if value is not None and function in self._results:
                spills = self._of(function)
                copies = [
                    word_copy(out, self._part(function, value, path), 8)
                    for out, path in zip(
                        self._more[function][len(self._given.get(function, ())) :],
                        self._results[function],
                        strict=True,
                    )
                ]
                spills.instead(instr, *copies, instr)
            case _:
                pass

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
        fixed = (*call.args, *more)
        padded = (*call.arg_attrs, *(() for _ in range(len(call.args) - len(call.arg_attrs))))
        arg_attrs: tuple[Attrs, ...] = (*padded, *(() for _ in more))
        named = GlobalRef(ty.PTR, self._names[target.name])
        new = replace(call, callee=named, args=fixed, type=type, attrs=attrs, arg_attrs=arg_attrs)
        spills.instead(call, replace(new, tail="") if isinstance(new, Call) else new)

    def _address(self, function: Function, word: Value) -> Value:
        spills = self._of(function)
        instr = function.definitions[word.id] if isinstance(word, Local) else None
        match instr:
            case Call() | Invoke() if self._returns(instr, ()):
                return self._slot(function, instr, ())
            case ExtractValue(aggregate=Local() as whole, indices=path):
                call = function.definitions[whole.id]
                if isinstance(call, Call | Invoke) and self._returns(call, path):
                    return self._slot(function, call, path)
            case _:
                pass
        return spills.address(word)

    def _returns(self, call: Call | Invoke, path: Path) -> bool:
        target = self._module.functions.get(getattr(call.callee, "name", ""))
        return target is not None and path in self._results.get(target, ())

    def _part(self, function: Function, value: Value, path: Path) -> Value:
        """Where a part of what is returned lies."""
        while path:
            instr = function.definitions[value.id] if isinstance(value, Local) else None
            match instr:
                case InsertValue(indices=indices, element=element, aggregate=whole):
                    if path[: len(indices)] == indices:
                        value, path = element, path[len(indices) :]
                    else:
                        value = whole
                case _:
                    raise Unspillable
        return self._address(function, value)

    def _slot(self, function: Function, call: Call | Invoke, path: Path) -> Value:
        """Where a callee puts a part of its result."""
        key = (call, path)
        if key not in self._slots:
            self._slots[key] = self._of(function).slot()
        return self._slots[key]

    def _signed(self, function: Function, made: Function) -> Function:
        """The function with its new parameters, without promises that it no longer keeps."""
        name = self._names.get(function.name)
        if name is None:
            return made
        return replace(
            with_params(made, self._more[function]),
            name=name,
            header=Header(linkage="internal"),
            attrs=without(self._module.spelled(made.attrs), "memory"),
        )
