"""The arena of a derivative function: memory that lives until the function is left, on any way out.

    root of reverse mode     one arena, handed on to all that it calls: the tape
    function of forward mode one of its own, for shadows that the stack has no room for

    prologue:  rz.arena.init(arena)         return, unwinding:  rz.arena.free(arena)

It is made on first use; a function that uses none pays nothing.
"""

from __future__ import annotations

from typing import Final, final

from ribozyme.ir import types as ty
from ribozyme.ir.build import FunctionBuilder, i64
from ribozyme.ir.values import Value
from ribozyme.transform.emit.emission import Emission

BYTES: Final = 64
VECTORS: Final = 64  # of the arena itself, and of all that is allocated on a device
ALIGN: Final = 16  # of all that is allocated
BLOCK_ALLOC: Final = "rz.tape.alloc.block"
_OF_ARENA: Final = ty.function(ty.VOID, (ty.PTR,))
_ALLOC: Final = ty.function(ty.PTR, (ty.PTR, ty.I64))
_MARK: Final = ty.function(ty.PTR, (ty.PTR,))
_RELEASE: Final = ty.function(ty.VOID, (ty.PTR, ty.PTR))
_PTRMASK: Final = ty.function(ty.PTR, (ty.PTR, ty.I64))


@final
class Arena:
    """The arena that the function being built allocates from: `given` by its caller, or its own."""

    def __init__(self, emission: Emission, b: FunctionBuilder, given: Value | None = None) -> None:
        self.emission = emission
        self.b = b
        self.used = False
        self._pointer = given

    @property
    def pointer(self) -> Value:
        """The arena; one of the function's own is made on first use."""
        self.used = True
        if self._pointer is None:
            self._pointer = self.b.entry_alloca(ty.array(BYTES, ty.I8), VECTORS, "arena")
        return self._pointer

    def allocate(self, bytes: Value, align: int = ALIGN) -> Value:
        """Memory that holds anything."""
        if align <= (VECTORS if self.emission.facts.request.prices == "device" else ALIGN):
            return self._call("rz.tape.alloc", _ALLOC, bytes)
        whole = self._call("rz.tape.alloc", _ALLOC, self.b.add(bytes, i64(align - ALIGN)))
        self.emission.declare("llvm.ptrmask.p0.i64", _PTRMASK)
        above = self.b.offset(whole, align - ALIGN)
        found = self.b.call("llvm.ptrmask.p0.i64", _PTRMASK, (above, i64(-align)))
        assert found is not None
        return found

    def of_block(self, bytes: Value) -> Value:
        """Memory that the threads of a block have together, for the same in each of them."""
        return self._call(BLOCK_ALLOC, _ALLOC, bytes)

    def mark(self) -> Value:
        """How far the arena is filled."""
        return self._call("rz.tape.mark", _MARK)

    def release(self, mark: Value) -> None:
        """Give back what was allocated since a mark."""
        self.emission.declare("rz.tape.release", _RELEASE)
        self.b.call("rz.tape.release", _RELEASE, (self.pointer, mark))

    def begin(self) -> None:
        """In the prologue of the function that owns it, where all blocks have been made."""
        self._whole("rz.arena.init")

    def end(self) -> None:
        """Before a return of the function that owns it."""
        self._whole("rz.arena.free")

    def _whole(self, name: str) -> None:
        if self.used:
            self.emission.declare(name, _OF_ARENA)
            self.b.call(name, _OF_ARENA, (self.pointer,))

    def _call(self, name: str, type: ty.FunctionType, *args: Value) -> Value:
        self.emission.declare(name, type)
        result = self.b.call(name, type, (self.pointer, *args))
        assert result is not None
        return result
