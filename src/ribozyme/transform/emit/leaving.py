"""Frees a function's arena on every exit: calls that may throw get an unwind edge to a clean-up
block.

    %r = call double @g(double %x)  →  %r = invoke double @g(double %x)
                                            to label %on unwind label %out
                                            out: landingpad cleanup; rz.arena.free(arena); resume

What certainly does not throw (intrinsics, mathematics, the arena's own clean-up, calls marked
`nounwind`) stays a call. A function that already has landing pads keeps them: what leaves through
its `resume` frees the arena before."""

from __future__ import annotations

from typing import Final

from ribozyme.base.record import replace
from ribozyme.ir import types as ty
from ribozyme.ir.attrs import has
from ribozyme.ir.instrs import Call, Instr, Invoke, LandingPad, Phi, Resume
from ribozyme.ir.module import Block, Function
from ribozyme.ir.rewrite import fresh
from ribozyme.ir.values import GlobalRef, InlineAsm, Value
from ribozyme.rules.names import Math, classify
from ribozyme.transform.emit.emission import Emission
from ribozyme.transform.emit.function_arena import Arena

CAUGHT: Final = ty.struct((ty.PTR, ty.I32))
FREE: Final = ty.function(ty.VOID, (ty.PTR,))
PERSONALITY: Final = "__gcc_personality_v0"
_QUIET: Final = (
    "llvm.",
    "rz.arena.",
    "rz.tape.hold",
    "rz.tape.mark",
    "rz.tape.release",
    "free",
    "malloc",
    "calloc",
)


def leaving(emission: Emission, function: Function, own: Arena) -> Function:
    """The function with its own arena, if it has one, freed where an exception leaves it."""
    if not own.used:
        return function
    arena = own.pointer
    names = list(function.names)
    blocks: list[Block] = []
    pad = len(function.blocks)  # the block of the clean-up comes right behind the old ones
    extra: list[Block] = []
    last: dict[int, int] = {}
    used = False
    for index, block in enumerate(function.blocks):
        pieces = _split(emission, block, pad + 1 + len(extra), pad)
        used = used or len(pieces) > 1
        blocks.append(Block(block.name, _freed(emission, pieces[0], arena)))
        extra += [Block(None, _freed(emission, piece, arena)) for piece in pieces[1:]]
        last[index] = index if len(pieces) == 1 else pad + len(extra)
    if not used:
        return replace(function, blocks=tuple(blocks))
    caught = fresh(names, CAUGHT)
    said = tuple(item for item in function.blocks[0].terminator.meta if item[0] == "dbg")
    free = Call(None, GlobalRef(ty.PTR, "rz.arena.free"), FREE, (arena,), meta=said)
    cleanup = Block(None, (LandingPad(caught, True, ()), free, Resume(caught)))
    moved = [_arriving(block, last) for block in (*blocks, cleanup, *extra)]
    personality = function.personality
    if personality is None:
        emission.declare(PERSONALITY, ty.function(ty.I32, (), True))
        personality = GlobalRef(ty.PTR, PERSONALITY)
    return replace(function, blocks=tuple(moved), names=names, personality=personality)


def _split(emission: Emission, block: Block, following: int, pad: int) -> list[tuple[Instr, ...]]:
    """The pieces of a block, cut behind every call that may throw; `following` numbers the
    second."""
    if Call not in {instr.__class__ for instr in block.instrs}:
        return [block.instrs]
    pieces: list[tuple[Instr, ...]] = []
    piece: list[Instr] = []
    for instr in block.instrs:
        if not isinstance(instr, Call) or not may_throw(emission, instr):
            piece.append(instr)
            continue
        piece.append(
            Invoke(
                instr.result,
                instr.callee,
                instr.type,
                instr.args,
                following + len(pieces),
                pad,
                instr.arg_attrs,
                instr.result_attrs,
                instr.attrs,
                instr.convention,
                instr.bundles,
                instr.addrspace,
                instr.meta,
            )
        )
        pieces.append(tuple(piece))
        piece = []
    pieces.append(tuple(piece))
    return pieces


def _freed(emission: Emission, instrs: tuple[Instr, ...], arena: Value) -> tuple[Instr, ...]:
    """A `resume` of the primal's own clean-up frees the arena first."""
    if not isinstance(instrs[-1], Resume):
        return instrs
    free = Call(None, GlobalRef(ty.PTR, "rz.arena.free"), FREE, (arena,), meta=instrs[-1].meta)
    return (*instrs[:-1], free, instrs[-1])


def _arriving(block: Block, last: dict[int, int]) -> Block:
    """Phis name the piece a block now ends in."""
    if not isinstance(block.instrs[0], Phi):
        return block
    instrs = tuple(
        replace(
            i, incoming=tuple((value, last.get(source, source)) for value, source in i.incoming)
        )
        if isinstance(i, Phi)
        else i
        for i in block.instrs
    )
    return Block(block.name, instrs)


def may_throw(emission: Emission, call: Call) -> bool:
    """Whether a call may leave by an exception."""
    if isinstance(call.callee, InlineAsm):
        return False
    module = emission.facts.module
    if has(module.spelled(call.attrs), "nounwind"):
        return False
    if not isinstance(call.callee, GlobalRef):
        return True
    name = call.callee.name
    if name.startswith(_QUIET) or isinstance(classify(name), Math):
        return False
    function = module.functions.get(name)
    return function is None or not has(module.spelled(function.attrs), "nounwind")
