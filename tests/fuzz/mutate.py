"""Mutations of LLVM text: what front ends and pipelines seldom make, and yet may.

`shaken` means the same: passes in an order drawn from a seed, registers demoted to memory, loops
torn open, switches lowered, blocks sunk and threaded. Loops are not reduced in strength: LLVM's own
pass leaves nests of them in a form that LLVM ends the process for.

    %s = phi double [ 0.0, %entry ], [ %t, %loop ]   →   %s.reg2mem = alloca double …
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from ribozyme.backend import llvm
from ribozyme.backend.target import HOST

PASSES: Final = (
    "simplify_cfg", "loop_unroll", "instruction_combine", "jump_threading", "aggressive_dce",
    "break_critical_edges", "dead_store_elimination", "aggressive_instcombine", "lcssa", "new_gvn",
    "loop_simplify", "loop_unroll_and_jam", "sccp", "lower_switch", "mem_copy_opt",
    "unify_function_exit_nodes", "reassociate", "register_to_memory", "register_to_memory", "sroa",
    "sinking", "tail_call_elimination", "loop_deletion", "loop_rotate", "loop_rotate",
)  # fmt: skip


def shaken(text: str, seed: int) -> str:
    """The same program after some passes, drawn from the seed."""
    rng = Random(seed)
    chosen = [rng.choice(PASSES) for _ in range(rng.randint(1, 5))]
    with llvm.opened(text) as module:
        for name in chosen:
            _run(name, module)
        llvm.check(module)
        return llvm.printed(module, text, "the shaken module")


def _run(name: str, module: Any) -> None:
    """One pass over all functions; its builder is gone before the module is."""
    tuning = llvm.binding.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.binding.create_pass_builder(HOST.machine(), tuning)
    passes = llvm.binding.create_new_function_pass_manager()
    getattr(passes, f"add_{name}_pass")()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
