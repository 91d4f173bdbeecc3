"""The named pipelines: what LLVM does before and after differentiation.

`before` is what the thesis rests on: a call that only reads must be hoisted out of its loop before
the inliner hides it there and before an adjoint's side effects pin it for good.

    for (i…) out[i] = in[i] / norm(in, n);          O(n²)
    r = norm(in, n); for (i…) out[i] = in[i] / r;   O(n), and so is its gradient

Plain O2 inlines first and leaves it O(n²). The result must not depend on the -O level the text was
made with. Each pipeline works on a module of its own and hands back text.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, Literal, assert_never, final

from ribozyme.backend.llvm import (
    binding,
    check,
    opened,
    optimisable,
    printed,
    to_text,
    without_target_attributes,
)
from ribozyme.backend.passes import readers, variadic, veclib, wide
from ribozyme.backend.passes.bodies import with_bodies
from ribozyme.backend.passes.cycles import bodies, looping
from ribozyme.backend.passes.large import LONG_BLOCK, MANY_BLOCKS, longest_block, most_blocks
from ribozyme.backend.passes.narrow import narrowed
from ribozyme.backend.passes.openmp_bodies import with_openmp
from ribozyme.backend.passes.settle import called, settled, unmarked
from ribozyme.backend.passes.x86 import in_plain_ir
from ribozyme.backend.target import HOST, Target, retarget
from ribozyme.base.record import dataclass
from ribozyme.base.sealed import is_sealed
from ribozyme.base.stages import Stage, stage

Name = Literal["before", "tidy", "reference", "scalar", "inline", "after"]

BATCH: Final = 20
"""Functions that one builder sees."""

FEW: Final = 8
"""Functions that are printed one by one sooner than with their module."""


@final
@dataclass(frozen=True, slots=True)
class After:
    """How far `after` may go; `slp=None` lets the longest block decide. `printed` says that the
    text has LLVM's own layout, in which blocks are counted."""

    level: Literal[0, 1, 2, 3] = 3
    vectorise: bool = True
    slp: bool | None = None
    unroll: bool = True
    vector_math: bool = True
    printed: bool = False


def run(name: Name, text: str | bytes, target: Target = HOST, *, after: After | None = None) -> str:
    """The module's text after the pipeline `name`.

    * `before`: all that helps differentiation: no vectors, no partial unrolling.
    * `tidy`: the same between two orders of differentiation.
    * `reference`: loops in canonical form and nothing else, for the ablation (raw IR is
      differentiated, then `before` and `after` run on what came out).
    * `scalar`: function simplification alone.
    * `inline`: what must be inlined is, and values leave the slots they were passed through.
    * `after`: LLVM's O3 for the target, with vector math where it is available.
    """
    with stage(of_pipeline(name)):
        return _run(name, text, target, after)


def of_pipeline(name: Name) -> Stage:
    """The stage of a compilation that a pipeline belongs to."""
    return "optimise after" if name == "after" else "optimise before"


def _run(name: Name, text: str | bytes, target: Target, after: After | None) -> str:
    match name:
        case "before":
            made = _readied(variadic.listed(_prepared(text)), target, _wide)
            narrow = narrowed(made)
            return made if narrow is made else _worked(narrow, target, _once_more)
        case "tidy":
            return _readied(_prepared(text, called), target)
        case "reference":
            shown = variadic.listed(_prepared(text))
            return _worked(shown, target, lambda module, _: _canonical_loops(module, target))
        case "scalar":
            return _piped(text, target, _simplify)
        case "inline":
            return _piped(text, target, _inline)
        case "after":
            return _after(text, target, after or After())
        case _:
            assert_never(name)


def _piped(text: str | bytes, target: Target, work: Callable[[Any, Target], None]) -> str:
    return _worked(_prepared(text), target, work)


def _worked(text: str, target: Target, work: Callable[[Any, Target], None]) -> str:
    with opened(text) as module:
        retarget(module, target)
        work(module, target)
        check(module, "the optimised module")
        return printed(module, text, "the optimised module")


def _prepared(text: str | bytes, marks: Callable[[str], str] = unmarked) -> str:
    """Text that says nothing of processors or their own instructions, and pins no function that
    need not stay; `marks` is what happens to marks of guards."""
    if isinstance(text, bytes):
        text = to_text(text)
    plain = in_plain_ir(optimisable(without_target_attributes(marks(text))))
    return with_openmp(with_bodies(plain))


def _wide(module: Any, text: str, target: Target) -> str:
    """The text with `int` sums that become addresses in 64 bits, as long as it says that they do
    not wrap; itself without any. Their operands must be values, not slots."""
    sums = [module.get_function(name) for name in wide.wanted(bodies(module, text))]
    _promote(sums, target, simplify=True)
    if len(sums) <= FEW and not any(map(wide.changed, map(str, sums))):
        return text
    promoted = printed(module, text, "the module with values")
    made = wide.widened(promoted)
    return text if made is promoted else made


def _promote(functions: Iterable[Any], target: Target, simplify: bool = False) -> None:
    """Values in place of slots in some functions."""
    for some in _batches(functions):
        builder = _builder(target, level=2)
        passes = binding.create_new_function_pass_manager()
        passes.add_sroa_pass()
        if simplify:
            passes.add_simplify_cfg_pass()
        for function in some:
            passes.run(function, builder)


def _readied(
    text: str, target: Target, rewritten: Callable[[Any, str, Target], str] | None = None
) -> str:
    """The module ready for a derivative; `rewritten` makes another text of it first."""
    with opened(text) as module:
        retarget(module, target)
        made = text if rewritten is None else rewritten(module, text, target)
        if made is text:
            _before(module, target, text)
            check(module, "the optimised module")
            return printed(module, text, "the optimised module")
    return _readied(made, target)


def _before(module: Any, target: Target, text: str) -> None:
    """Calls of what only reads leave their loops before the inliner hides them. In a function
    without loops that needs no more than its values; the rest is done once all is inlined."""
    _keep_sealed(module)
    functions = bodies(module, text)
    loops = set(looping(functions))
    _promote((f for f in _defined(module) if f.name not in loops), target)
    _simplify(module, target, (f for f in _defined(module) if f.name in loops))
    _infer_attributes(module, target)
    _simplify(module, target, readers.callers(module, functions))  # hoists calls found to read only
    _builder(target, level=2).getModulePassManager().run(module, _builder(target, level=2))
    _once_more(module, target)


def _once_more(module: Any, target: Target) -> None:
    _simplify(module, target, unroll=True)
    _canonical_loops(module, target)


def _keep_sealed(module: Any) -> None:
    """Functions of the C++ library stay calls by their names, which say what they do."""
    for function in _defined(module):
        if is_sealed(function.name) and function.linkage.name not in ("internal", "private"):
            pinned = any(b"alwaysinline" in words for words in function.attributes)
            if not pinned:
                function.add_function_attribute("noinline")


def _simplify(
    module: Any, target: Target, functions: Iterable[Any] | None = None, unroll: bool = False
) -> None:
    """LLVM's function simplification pipeline (SROA, GVN, LICM, rotation, …) on each function."""
    level = 3 if unroll else 2  # level 3 unrolls loops twice as large, as `after` would
    for some in _batches(_defined(module) if functions is None else functions):
        builder = _builder(target, level=level, unroll=unroll)
        passes = builder.getFunctionPassManager()
        for function in some:
            passes.run(function, builder)


def _defined(module: Any) -> Iterator[Any]:
    return (function for function in module.functions if not function.is_declaration)


def _batches(functions: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """Functions of a module, some at a time: a builder takes longer with every function.

    What it registers for one it keeps, and goes through again for the next.
    """
    work = iter(functions)
    while batch := tuple(islice(work, BATCH)):
        yield batch


def _inline(module: Any, target: Target) -> None:
    passes = binding.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.run(module, _builder(target, level=2))


def _infer_attributes(module: Any, target: Target) -> None:
    passes = binding.create_new_module_pass_manager()
    passes.add_post_order_function_attributes_pass()
    passes.add_rpo_function_attrs_pass()
    passes.run(module, _builder(target, level=2))


def _canonical_loops(module: Any, target: Target) -> None:
    for functions in _batches(_defined(module)):
        builder = _builder(target, level=2)
        passes = binding.create_new_function_pass_manager()
        passes.add_loop_simplify_pass()
        passes.add_lcssa_pass()
        for function in functions:
            passes.run(function, builder)


def _after(text: str | bytes, target: Target, how: After) -> str:
    library = veclib.library(target) if how.vector_math and how.vectorise else None
    text = _prepared(text, settled)
    text = text if how.printed else to_text(text)
    slp = how.vectorise and longest_block(text) <= LONG_BLOCK if how.slp is None else how.slp
    unroll = how.unroll and most_blocks(text) <= MANY_BLOCKS

    def optimise(module: Any, target: Target) -> None:
        builder = _builder(target, level=how.level, unroll=unroll, vectorise=how.vectorise, slp=slp)
        builder.getModulePassManager().run(module, builder)

    made = _worked(library.offered(text) if library else text, target, optimise)
    return library.bound(made) if library else made


def _builder(
    target: Target,
    level: int,
    unroll: bool = False,
    vectorise: bool = False,
    slp: bool = False,
) -> Any:
    tuning = binding.create_pipeline_tuning_options(speed_level=level)
    tuning.loop_vectorization = vectorise
    tuning.loop_interleaving = vectorise
    tuning.slp_vectorization = slp
    tuning.loop_unrolling = unroll
    return binding.create_pass_builder(target.machine(), tuning)
