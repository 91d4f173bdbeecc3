"""Scoped alias metadata: where an access belongs, and what it does not touch.

    store double %v, ptr %q, !alias.scope !3, !noalias !5        !3 = !{!4}   !5 = !{!6}
    %x = load double, ptr %p, !alias.scope !5         no alias: all of its scopes are in !5

A scope `!4 = distinct !{!4, !7, !"f: %p"}` names its domain second. Inlined `restrict` in a loop
makes such scopes: they speak of one iteration only, of the loop in which they are declared
(`llvm.experimental.noalias.scope.decl`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from ribozyme.ir.instrs import Call
from ribozyme.ir.metadata import MDRef, Meta, attached
from ribozyme.ir.module import Function, Module
from ribozyme.ir.values import GlobalRef, MetadataOperand


@final
class Scopes:
    """The scope lists of a module."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._lists: dict[int, frozenset[int]] = {}

    def apart(
        self, one: Meta, other: Meta, valid: Callable[[int], bool] = lambda scope: True
    ) -> bool:
        """Whether metadata says that two accesses do not overlap, by the scopes that are `valid`
        for both."""
        return self._excluded(one, other, valid) or self._excluded(other, one, valid)

    def declarations(self, function: Function) -> dict[int, list[int]]:
        """Per scope, the blocks that declare it."""
        found: dict[int, list[int]] = {}
        for index, block in enumerate(function.blocks):
            for instr in block.instrs:
                match instr:
                    case Call(
                        callee=GlobalRef(name="llvm.experimental.noalias.scope.decl"),
                        args=(MetadataOperand(metadata=MDRef() as ref),),
                    ):
                        for scope in self._listed(ref):
                            found.setdefault(scope, []).append(index)
                    case _:
                        pass
        return found

    def _excluded(self, belongs: Meta, excludes: Meta, valid: Callable[[int], bool]) -> bool:
        scopes = self._list(belongs, "alias.scope")
        without = frozenset(filter(valid, self._list(excludes, "noalias")))
        if not scopes or not without:
            return False
        for domain in {self._domain(scope) for scope in without}:
            mine = {scope for scope in scopes if self._domain(scope) == domain}
            if mine and mine <= without:
                return True
        return False

    def _list(self, meta: Meta, kind: str) -> frozenset[int]:
        ref = attached(meta, kind)
        return self._listed(ref) if isinstance(ref, MDRef) else frozenset()

    def _listed(self, ref: MDRef) -> frozenset[int]:
        if ref.id not in self._lists:
            node = self._module.metadata.get(ref.id)
            values = node.operands if node is not None else ()
            self._lists[ref.id] = frozenset(v.id for v in values if isinstance(v, MDRef))
        return self._lists[ref.id]

    def _domain(self, scope: int) -> int:
        node = self._module.metadata.get(scope)
        if node is not None and len(node.operands) > 1:
            domain = node.operands[1]
            if isinstance(domain, MDRef):
                return domain.id
        return -1
