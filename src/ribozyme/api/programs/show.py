"""What was generated, as text for people: the one function in IR or assembly, without the rest.

Debug information is left out: it would be most of the text. What is shown is a valid module.
"""

import re
from typing import Final

from ribozyme.api.calling.call_plan import Plan
from ribozyme.api.programs.program import Program
from ribozyme.api.programs.standalone import standalone
from ribozyme.api.signatures import linkage

_RECORDS: Final = re.compile(r"^ *#dbg_.*\n", re.M)
_SCOPES: Final = re.compile(
    r"^ *(?:tail )?call void @llvm\.experimental\.noalias\.scope\.decl\(.*\n", re.M
)
_METADATA: Final = re.compile(r"^!.*\n", re.M)
_ATTACHED: Final = re.compile(r",? ![a-zA-Z_][\w.]* !\d+")


def ir(program: Program, plan: Plan) -> str:
    """A module with the function of a plan, as LLVM optimised it."""
    text = _text(program, plan)
    for pattern in (_RECORDS, _SCOPES, _METADATA, _ATTACHED):
        text = pattern.sub("", text)
    return text.strip() + "\n"


def assembly(program: Program, plan: Plan) -> str:
    """The same in the assembly language of this machine."""
    from ribozyme.backend.target import emit_assembly

    return emit_assembly(ir(program, plan))


def _text(program: Program, plan: Plan) -> str:
    routine = plan.routine
    if routine.order:
        name = re.sub(r"\W+", "_", plan.name).strip("_")
        return standalone(program, plan, name)
    from ribozyme.backend import llvm, pipeline

    whole = llvm.to_text(program.text(routine))
    return pipeline.run("after", linkage.alone(whole, routine.symbol))
