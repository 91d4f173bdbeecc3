"""A function by itself, of plain C parameters: the program and the run time of derivatives inside.

double loss(const double *x, int n)  →  define void @loss_grad(ptr %x, ptr %x_bar, i32 %n)
"""

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.calling.pointer import c_function
from ribozyme.api.programs.program import Program
from ribozyme.api.programs.progress import progress
from ribozyme.api.programs.texts import merged_support
from ribozyme.api.signatures import linkage


def standalone(program: Program, plan: Plan, name: str, returned: int | None = None) -> str:
    """The optimised module with nothing visible but the function of a plan, under a name;
    `returned` is the slot whose number it returns to C, if it is one in memory."""
    with progress("compiling the derivative"):
        return _module(program, plan, name, returned)


def _module(program: Program, plan: Plan, name: str, returned: int | None) -> str:
    from ribozyme.backend import llvm, pipeline
    from ribozyme.backend.passes.relax import relaxed
    from ribozyme.backend.passes.slim import slim
    from ribozyme.backend.runtime import arena

    options = program.options_of(plan.routine)
    text = f"{slim(program.text(plan.routine))}\n{c_function(plan, name, returned)}"
    text = merged_support(llvm.to_text(text))
    text = relaxed(text) if options.fast_math else text
    text = arena.linked(text, cache="module", guard=False, limit=options.memory)
    how = pipeline.After(vector_math=options.vector_math)
    text = pipeline.run("after", linkage.alone(llvm.to_text(text), name), after=how)
    return _without_rust(text)


def _without_rust(text: str) -> str:
    """The module with C's personality in place of Rust's, which a program in C does not have.

    Both run clean-ups alike. Only Rust's own knows what a handler catches, so where there is one
    it stays, and Rust's library has to be linked.
    """
    catches = "catch ptr" in text or "filter [" in text
    if catches or "@__gcc_personality_v0" in text:
        return text
    return text.replace("@rust_eh_personality", "@__gcc_personality_v0")
