"""What the derivative functions of one module share: names, declarations, shadow globals, output.

An `Emission` collects the functions that emission builds and hands back a new module: the old one,
its functions untouched, and everything new behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, final

from ribozyme.base.errors import error
from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i32
from ribozyme.ir.instrs import Instr
from ribozyme.ir.metadata import MDConst, MDRef, MetadataNode, attached
from ribozyme.ir.module import Function, GlobalVariable, Header, Module, declaration
from ribozyme.ir.values import (
    Const,
    ConstAggregate,
    ConstBinary,
    ConstCast,
    ConstGep,
    ConstNull,
    ConstSplat,
    ConstString,
    GlobalRef,
    Value,
    zero,
)
from ribozyme.transform.callees.outlined import standing
from ribozyme.transform.core.frames import FrameSizes
from ribozyme.transform.core.interface import HALVES, Interface, Mode, ParamShape
from ribozyme.transform.core.places import place
from ribozyme.transform.custom import adapter_convention
from ribozyme.transform.emit.aliasscopes import Scopes
from ribozyme.transform.emit.locations import Locations

if TYPE_CHECKING:
    from ribozyme.transform.core.facts import FunctionFacts, ProgramFacts


NO_MEMORY: Final = 1  # the codes of run-time traps
NO_DERIVATIVE: Final = 2
_TITLES: Final = {
    "fwd": "tangent of",
    "aug": "forward sweep of",
    "rev": "reverse sweep of",
    "tan": "tangents of",
    "once": "gradient of",
}
_ROOTS: Final = {
    Mode.FORWARD: "derivative of",
    Mode.REVERSE: "gradient of",
    Mode.AUGMENTED: "forward sweep of",
    Mode.SPLIT: "reverse sweep of",
    Mode.FROM_TAPE: "tangents of",
}
INTERNAL: Final = Header(linkage="internal")


@final
class Emission:
    """The derivatives of one program under one request, as they are made."""

    def __init__(self, facts: ProgramFacts, width: int, prefix: str) -> None:
        self.facts = facts
        self.width = width
        self.prefix = prefix
        self.functions: dict[str, Function] = {}
        self.declared: dict[str, ty.FunctionType] = {}
        self.shadow_globals: dict[str, GlobalVariable] = {}
        self.shadowed: dict[str, GlobalVariable] = {}
        self._shadow_names: dict[tuple[str, int], str] = {}
        self.messages: dict[str, GlobalVariable] = {}
        self.scopes = Scopes(facts.module)
        self.frames = FrameSizes()
        self.groups: dict[tuple[int, bool], int] = {}  # of objects that threads add to, or shadows
        self._locations: dict[str, Locations] = {}
        self._interfaces: dict[str, Interface] = {}

    # ---- names -------------------------------------------------------------------------------

    def name(self, function: str, kind: str) -> str:
        """The name of a derivative function: `rz.grad#0.f.aug`."""
        return f"{self.prefix}.{function}.{kind}"

    def locations(self, b: FunctionBuilder, primal: Function) -> Locations:
        """The locations of a derivative function being built."""
        found = self._locations.get(b.name)
        if found is None:
            title = (
                _TITLES.get(b.name.rpartition(".")[2]) if b.name.startswith(self.prefix) else None
            )
            made = title or _ROOTS[self.facts.request.mode]
            found = Locations(self.scopes, self.facts.module, primal, made, b.name)
            self._locations[b.name] = found
            found.begin(b)
        return found

    def declare(self, name: str, type: ty.FunctionType) -> None:
        """Make sure the module declares an external function."""
        known = self.facts.module.functions.get(name)
        if known is None:
            self.declared.setdefault(name, type)
        elif not known.is_declaration and not name.startswith("rz."):
            raise error(
                "RZ201",
                f"a derivative needs '{name}' of the library, and the program has its own",
                helps=(f"give the program's '{name}' another name",),
            )

    def add(self, function: Function) -> None:
        """Take in a function that was built."""
        self.functions[function.name] = function

    def trap(
        self,
        b: FunctionBuilder,
        facts: FunctionFacts,
        instr: Instr,
        message: str,
        code: int = NO_DERIVATIVE,
        refused: str = "",
    ) -> None:
        """Leave by an exception that says what happened and at which line; ends the block.

        `refused` is the code of the refusal whose place the trap takes.
        """
        span, name = place(facts, instr)
        where = f" ({span})" if span is not None else ""
        said = self._text(f"{refused} in '{name}'{where}: {message}".lstrip())
        throw = ty.function(ty.VOID, (ty.I32, ty.PTR))
        self.declare("rz.throw", throw)
        b.call("rz.throw", throw, (i32(code), said))
        b.unreachable()

    def leave(
        self,
        b: FunctionBuilder,
        facts: FunctionFacts,
        instr: Instr,
        condition: Value,
        message: str,
        code: int = NO_DERIVATIVE,
        refused: str = "",
    ) -> None:
        """Leave by an exception, as `trap` does, if a condition holds."""
        there, on = b.block(), b.block()
        b.cond_br(condition, there, on)
        b.at(there)
        self.trap(b, facts, instr, message, code, refused)
        b.at(on)

    def told(
        self, b: FunctionBuilder, facts: FunctionFacts, instr: Instr, callee: str, message: str
    ) -> None:
        """Call a function of the run time with what is said of an instruction, and its line."""
        type = ty.function(ty.VOID, (ty.PTR,))
        self.declare(callee, type)
        b.call(callee, type, (self.text_of(facts, instr, message),))

    def text_of(self, facts: FunctionFacts, instr: Instr, message: str) -> GlobalRef:
        """The address of what is said of an instruction, with its line."""
        span, name = place(facts, instr)
        where = f" at {span}" if span is not None else ""
        return self._text(f"{message}, in '{name}'{where}")

    def said(self, said: str) -> GlobalRef:
        """The address of a text, for the run time."""
        return self._text(said)

    def _text(self, said: str) -> GlobalRef:
        """The address of a text."""
        text = said.encode() + b"\0"
        name = f"{self.prefix}.message.{len(self.messages)}"
        type = ty.array(len(text), ty.I8)
        header = Header(linkage="private", unnamed_addr="unnamed_addr")
        self.messages[name] = GlobalVariable(name, type, ConstString(type, text), True, header)
        return GlobalRef(ty.PTR, name)

    def nowhere(self) -> GlobalRef:
        """The address of a word that holds null."""
        name = f"{self.prefix}.nowhere"
        header = Header(linkage="private", unnamed_addr="unnamed_addr", align=8)
        self.messages[name] = GlobalVariable(name, ty.PTR, ConstNull(ty.PTR), True, header)
        return GlobalRef(ty.PTR, name)

    # ---- interfaces --------------------------------------------------------------------------

    def interface(self, facts: FunctionFacts) -> Interface:
        """The convention of a function's derivatives, from what is active in it."""
        found = self._interfaces.get(facts.function.name)
        if found is None:
            found = self._interfaces[facts.function.name] = self._interface(facts)
        return found

    def interface_of(self, function: Function) -> Interface:
        """The same, of a function by itself."""
        return self.interface(self.facts.function(function))

    def _interface(self, facts: FunctionFacts) -> Interface:
        function = facts.function
        if function.is_declaration:
            return adapter_convention.interface(function, self.width)
        params = tuple(
            ParamShape(p.local.type, facts.floats(p.local), facts.pointers(p.local))
            for p in function.params
        )
        result = ParamShape(function.type.result, facts.result_floats(), facts.result_pointers())
        return Interface(params, result, self.width)

    # ---- constants ---------------------------------------------------------------------------

    def shadow_constant(self, value: Const, lane: int) -> Const:
        """The shadow of a pointer constant: of an active global its shadow, of any other itself."""
        match value:
            case GlobalRef(type=type, name=name):
                variable = self.facts.module.globals.get(name)
                if isinstance(variable, GlobalVariable) and self.facts.active_global(name):
                    return GlobalRef(type, self.shadow_global(variable, lane))
                return value
            case ConstGep(base=base):
                return replace(value, base=self.shadow_constant(base, lane))
            case ConstCast(value=inner, op="addrspacecast" | "ptrtoint" | "inttoptr"):
                return replace(value, value=self.shadow_constant(inner, lane))
            case ConstBinary(lhs=lhs, rhs=rhs):
                sides = (self.shadow_constant(lhs, lane), self.shadow_constant(rhs, lane))
                return replace(value, lhs=sides[0], rhs=sides[1])
            case ConstAggregate(elements=elements):
                return replace(
                    value, elements=tuple(self.shadow_constant(e, lane) for e in elements)
                )
            case ConstSplat(element=element):
                return replace(value, element=self.shadow_constant(element, lane))
            case _:
                return value

    def shadow_global(self, variable: GlobalVariable, lane: int) -> str:
        """The name of the shadow of a global, made on first use."""
        given = shadow_given(self.facts.module, variable)
        if given is not None:
            return given
        self.shadowed[variable.name] = variable
        name = self._shadow_names.get((variable.name, lane))
        if name is None:
            name = self._shadow_name(variable, lane)
            self._shadow_names[variable.name, lane] = name
            header = Header(
                linkage="internal",
                thread_local=variable.header.thread_local,
                align=variable.header.align,
                addrspace=variable.header.addrspace,
            )
            self.shadow_globals[name] = GlobalVariable(
                name, variable.type, zero(variable.type), False, header
            )
            initial = _pointers_only(variable.initialiser) or zero(variable.type)
            self.shadow_globals[name] = GlobalVariable(
                name, variable.type, self.shadow_constant(initial, lane), False, header
            )
        return name

    def _shadow_name(self, variable: GlobalVariable, lane: int) -> str:
        """A name of its own, but one for both halves: the tape keeps addresses within shadows."""
        name = f"{variable.name}.sh" if self.width == 1 else f"{variable.name}.sh.{lane}"
        request = self.facts.request
        if request.mode in HALVES:
            return f"{name}.{request.function}.halves{self.width}"
        # `g.sh` may be another order's or the user's, and `g.sh.sh` its own shadow here
        while name in self.facts.module.globals or name in self.shadow_globals:
            name += ".sh"
        return name

    def shadows_of_globals(self) -> list[tuple[str, int, GlobalVariable]]:
        """Shadow, lane and primal of every global that has one so far."""
        return [
            (self.shadow_global(variable, lane), lane, variable)
            for variable in list(self.shadowed.values())
            for lane in range(self.width)
        ]

    # ---- the end -----------------------------------------------------------------------------

    def module(self, functions: Mapping[str, Function]) -> Module:
        """The module with everything that was made, `functions` among it."""
        old = self.facts.module
        declarations = {
            name: declaration(name, type)
            for name, type in self.declared.items()
            if name not in functions
        }
        return replace(
            old,
            globals={**old.globals, **self.shadow_globals, **self.messages},
            functions={**old.functions, **declarations, **standing(functions)},
            metadata=old.metadata.joined(self.scopes.nodes),
        )


def shadow_given(module: Module, variable: GlobalVariable) -> str | None:
    """The global that the program itself names as a global's shadow."""
    said = attached(variable.meta, "enzyme_shadow")
    if isinstance(said, MDRef):
        said = module.metadata.get(said.id)
    match said:
        case MetadataNode(fields=((_, MDConst(value=GlobalRef(name=name))),)):
            return name
        case _:
            return None


def _pointers_only(value: Const | None) -> Const | None:
    """An initialiser with every float and integer zero, so that only pointers stay."""
    match value:
        case None | ConstNull():
            return None
        case ConstAggregate(type=type, elements=elements):
            parts = tuple(_pointers_only(e) or zero(e.type) for e in elements)
            return ConstAggregate(type, parts)
        case ConstCast(op="ptrtoint"):
            return value
        case GlobalRef() | ConstGep() | ConstCast():
            return value if isinstance(value.type, ty.PtrType) else None
        case _:
            return None
