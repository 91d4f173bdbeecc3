"""Internal procedures that are passed on, without code that is written when the program runs.

    call void @llvm.init.trampoline(ptr %t, ptr @inner, ptr %host)     %host: the host's variables
    %p = call ptr @llvm.adjust.trampoline(ptr %t)

      →  call void @inner.enter(ptr %before, ptr %host)    @inner.host = %host
         store ptr @inner.passed, ptr %t                   passed(x): inner(@inner.host, x)
         %p = load ptr, ptr %t

flang writes a function into the host's frame, which knows the frame. Such memory cannot be executed
in a process of Python, and no analysis sees what is written. Here a variable of the thread holds
the address of the host's variables as long as the host runs.

Invariant: an address of a procedure means the same host wherever it is called. One variable holds
one host: where a second call of the host, below the first, or another thread would need it, the
program ends with an error.
"""

from collections.abc import Iterator
from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.build import FunctionBuilder
from ribozyme.ir.instrs import Call, Instr, Load, Ret, Store
from ribozyme.ir.module import Block, Function, Header, Module, declaration
from ribozyme.ir.printer import print_module
from ribozyme.ir.rewrite import expanded, fresh
from ribozyme.ir.values import ConstInt, ConstNull, GlobalRef, Local
from ribozyme.parse import parse_module

_INIT: Final = "llvm.init.trampoline"
_ADJUST: Final = "llvm.adjust.trampoline"
_STOP: Final = "_FortranAReportFatalUserError"
_STOP_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR, ty.I32))
_ENTER_TYPE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR))

_TWICE: Final = "rz.passed.twice"
_ELSEWHERE: Final = "rz.passed.elsewhere"
_MESSAGES: Final = {
    _TWICE: "an internal procedure is passed on by two calls of its host at a time",
    _ELSEWHERE: "an internal procedure is called when its host has ended, or in another thread",
}


def without_trampolines(text: str) -> str:
    """The module in which internal procedures are passed on by the addresses of functions."""
    if f"call void @{_INIT}(" not in text:
        return text
    module = parse_module(text)
    functions = dict(module.functions)
    inner: dict[str, Function] = {}
    for function in module.defined():
        passed = _passed(module, function)
        if passed:
            functions[function.name] = _host(function, passed)
            inner |= passed
    for one in inner.values():
        for made in (_enter(one), _thunk(one)):
            functions[made.name] = made
    if _STOP not in functions:
        functions[_STOP] = declaration(_STOP, _STOP_TYPE)
    variables = [f"@{name}.host = internal thread_local global ptr null" for name in inner]
    said = [
        f'@{name} = private unnamed_addr constant [{len(text) + 1} x i8] c"{text}\\00"'
        for name, text in _MESSAGES.items()
    ]
    return "\n".join((print_module(replace(module, functions=functions)), *variables, *said, ""))


def _called(instr: Instr) -> str:
    """The name of the function that is called directly; empty if none is."""
    if isinstance(instr, Call) and isinstance(instr.callee, GlobalRef):
        return instr.callee.name.removesuffix(".p0")
    return ""


def _passed(module: Module, function: Function) -> dict[str, Function]:
    """The internal procedures that a function passes on."""
    return {
        target.name: module.functions[target.name]
        for call in function.shaped(Call)
        if _called(call) == _INIT and isinstance(target := call.args[1], GlobalRef)
    }


def _variable(inner: str) -> GlobalRef:
    return GlobalRef(ty.PTR, f"{inner}.host")


def _host(function: Function, passed: dict[str, Function]) -> Function:
    """The host, which says where its variables are as long as it runs."""
    names = list(function.names)
    before: dict[str, Local] = {name: fresh(names, ty.PTR) for name in passed}

    def change(instr: Instr) -> Iterator[Instr]:
        if isinstance(instr, Ret):
            for name, value in before.items():
                yield Store(value, _variable(name), 8)
        match _called(instr), instr:
            case "llvm.init.trampoline", Call(args=(place, GlobalRef(name=name), host)):
                enter = GlobalRef(ty.PTR, f"{name}.enter")
                yield Call(None, enter, _ENTER_TYPE, (before[name], host), meta=instr.meta)
                yield Store(GlobalRef(ty.PTR, f"{name}.passed"), place, 8, meta=instr.meta)
            case "llvm.adjust.trampoline", Call(result=Local() as result, args=(place,)):
                yield Load(result, place, 8, meta=instr.meta)
            case _:
                yield instr

    made = expanded(function, change, names)
    loads = tuple(Load(value, _variable(name), 8) for name, value in before.items())
    first = made.blocks[0]
    entry = Block(first.name, (*loads, *first.instrs))
    return replace(made, blocks=(entry, *made.blocks[1:]))


def _enter(inner: Function) -> Function:
    """Notes a host, unless another call of it, further up the stack, is noted."""
    b = FunctionBuilder(f"{inner.name}.enter", _ENTER_TYPE)
    b.header = Header(linkage="internal")
    before, host = b.params
    b.at(b.block())
    stops, notes = b.block(), b.block()
    b.cond_br(b.icmp("ugt", before, host), stops, notes)
    b.at(stops)
    b.store(ConstNull(ty.PTR), _variable(inner.name), 8)  # what `error stop` left, if it was that
    _stop(b, stops, _TWICE)
    b.at(notes)
    b.store(host, _variable(inner.name), 8)
    b.ret()
    return b.finish()


def _thunk(inner: Function) -> Function:
    """The internal procedure without the parameter for its host."""
    link = next(at for at, param in enumerate(inner.params) if has(param.attrs, "nest"))
    others = inner.params[:link] + inner.params[link + 1 :]
    type = ty.function(inner.type.result, tuple(param.local.type for param in others))
    b = FunctionBuilder(f"{inner.name}.passed", type)
    b.header = Header(linkage="internal")
    b.param_attrs = [param.attrs for param in others]
    b.result_attrs = inner.result_attrs
    b.convention = inner.convention
    b.at(b.block())
    host = b.load(ty.PTR, _variable(inner.name), 8)
    stops, calls = b.block(), b.block()
    b.cond_br(b.icmp("eq", host, ConstNull(ty.PTR)), stops, calls)
    _stop(b, stops, _ELSEWHERE)
    b.at(calls)
    void = type.result is ty.VOID
    result = None if void else b.local(type.result)
    given = (*b.params[:link], host, *b.params[link:])
    attrs = tuple(param.attrs for param in inner.params)
    b.append(
        Call(
            result, GlobalRef(ty.PTR, inner.name), inner.type, given, attrs, inner.result_attrs,
            convention=inner.convention,
        )
    )  # fmt: skip
    b.ret(result)
    return b.finish()


def _stop(b: FunctionBuilder, block: int, message: str) -> None:
    b.at(block)
    said = GlobalRef(ty.PTR, message)
    b.append(Call(None, GlobalRef(ty.PTR, _STOP), _STOP_TYPE, (said, said, ConstInt(ty.I32, 0))))
    b.unreachable()
