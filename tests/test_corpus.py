"""Real modules survive: parsed and printed by us, LLVM finds them unchanged.

`canonical` is LLVM's own printing in a fresh context, so LLVM is the judge, not our printer.
"""

from collections.abc import Iterator
from typing import get_args

import pytest
from tests.corpus import corpus

from ribozyme.backend.llvm import canonical
from ribozyme.ir import instrs
from ribozyme.ir.module import Module
from ribozyme.ir.operand_text import metadata_text
from ribozyme.ir.printer import print_module
from ribozyme.ir.rewrite import map_operands
from ribozyme.ir.values import Local
from ribozyme.parse import parse_module


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {name: canonical(text, name) for name, text in corpus().items()}


@pytest.fixture(scope="module")
def modules(texts: dict[str, str]) -> dict[str, Module]:
    return {name: parse_module(text, name) for name, text in texts.items()}


def test_the_corpus_is_there(texts: dict[str, str]) -> None:
    assert len(texts) >= 150


def test_every_class_of_instruction_occurs(modules: dict[str, Module]) -> None:
    seen = {type(instr) for module in modules.values() for instr in _instrs(module)}
    everything = {kind for kind in _members(instrs.Instr) if isinstance(kind, type)}
    assert everything - seen == set()


def test_round_trip(texts: dict[str, str], modules: dict[str, Module]) -> None:
    different = [
        name
        for name, module in modules.items()
        if canonical(print_module(module), name) != texts[name]
    ]
    assert different == []


def test_metadata_reads_as_it_is_spelled(modules: dict[str, Module]) -> None:
    """What is only carried is printed as it came, so here it is read."""
    for module in modules.values():
        for id, node in module.metadata.items():
            assert module.metadata.text(id) in (None, metadata_text(node))


def test_ids_are_dense_in_order_of_definition(modules: dict[str, Module]) -> None:
    for module in modules.values():
        for function in module.functions.values():
            ids = [param.local.id for param in function.params]
            ids += [i.result.id for i in function.instrs() if i.result is not None]
            assert ids == list(range(len(function.names)))


def test_every_use_is_the_handle_of_its_definition(modules: dict[str, Module]) -> None:
    for module in modules.values():
        for function in module.defined():
            defined = {id(param.local) for param in function.params}
            defined |= {id(i.result) for i in function.instrs() if i.result is not None}
            for instr in function.instrs():
                for operand in instrs.operands(instr):
                    assert not isinstance(operand, Local) or id(operand) in defined


def test_a_rewrite_by_the_identity_changes_nothing(
    texts: dict[str, str], modules: dict[str, Module]
) -> None:
    """Each shape is taken apart and built again, with its own operands."""
    for module in modules.values():
        for function in module.defined():
            for instr in function.instrs():
                again = map_operands(instr, lambda value: value, lambda label: label)
                assert type(again) is type(instr)
                assert instrs.operands(again) == instrs.operands(instr)
                assert instrs.successors(again) == instrs.successors(instr)
                assert again.meta == instr.meta
                assert again.result is instr.result


def _instrs(module: Module) -> Iterator[instrs.Instr]:
    for function in module.functions.values():
        yield from function.instrs()


def _members(union: object) -> Iterator[object]:
    for member in get_args(union):
        yield from _members(member) if get_args(member) else (member,)
