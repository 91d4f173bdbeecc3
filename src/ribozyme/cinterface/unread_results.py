"""Whether anybody reads what a call returns: a declared result may be left alone.

    struct two r = __enzyme_autodiff(…);            r is never read: whatever is returned fits

Asked of IR that no pass has seen: there a result is stored into a variable of its own.
"""

from __future__ import annotations

from typing import Final

from ribozyme.ir.instrs import Alloca, Call, Cast, DbgRecord, ExtractValue, Gep, Instr, Store
from ribozyme.ir.module import Function
from ribozyme.ir.values import GlobalRef, Local, Value

_COPIES: Final = ("llvm.memcpy.", "llvm.memmove.")


def is_read(function: Function, value: Value, *, in_memory: bool) -> bool:
    """Whether a value is used, or what lies behind an address; a copy in a variable counts where
    that is read."""
    seen: set[tuple[int, bool]] = set()
    work = [(value, in_memory)]
    while work:
        found, behind = work.pop()
        one = _variable(function, found) if behind else found
        if not isinstance(one, Local):
            return True
        if (one.id, behind) in seen:
            continue
        seen.add((one.id, behind))
        for address in _addresses(function, one) if behind else (one,):
            for _, user in function.uses[address.id]:
                more = _behind(user, address) if behind else _of_value(user, one)
                if more is None:
                    return True
                work += more
    return False


def _variable(function: Function, address: Value) -> Value | None:
    """The local variable that an address lies in, if it does."""
    while isinstance(address, Local):
        match function.definitions[address.id]:
            case Alloca():
                return address
            case Gep(base=base):
                address = base
            case Cast(op="bitcast", value=inner):
                address = inner
            case _:
                return None
    return None


def _addresses(function: Function, variable: Local) -> list[Local]:
    """The addresses in a local variable."""
    found = [variable]
    for one in found:
        for _, user in function.uses[one.id]:
            if isinstance(user, Gep) or (isinstance(user, Cast) and user.op == "bitcast"):
                found.append(user.result)
    return found


def _of_value(user: Instr, value: Local) -> list[tuple[Value, bool]] | None:
    """Where a value goes from one use; None where it is read."""
    match user:
        case Store(value=stored, pointer=pointer) if stored is value and pointer is not value:
            return [(pointer, True)]
        case ExtractValue(result=result) | Cast(result=result):
            return [(result, False)]
        case DbgRecord():
            return []
        case _:
            return None


def _behind(user: Instr, address: Local) -> list[tuple[Value, bool]] | None:
    """Where what lies behind an address goes from one use; None where it is read."""
    match user:
        case Store(pointer=pointer, value=stored) if pointer is address and stored is not address:
            return []
        case Gep(base=base) if base is address:
            return []
        case Cast(op="bitcast") | DbgRecord():
            return []
        case Call(callee=GlobalRef(name=name), args=args) if name.startswith("llvm."):
            if name.startswith(_COPIES):
                return [] if args[0] is address else [(args[0], True)]
            return [] if name.startswith(("llvm.lifetime.", "llvm.dbg.", "llvm.memset.")) else None
        case Call(arg_attrs=attrs, args=args) if args and args[0] is address and attrs:
            named = any(attr.name == "sret" for attr in attrs[0])
            return [] if named and address not in args[1:] else None
        case _:
            return None
