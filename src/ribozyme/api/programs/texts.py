"""What a program and its routines look like as IR, step by step; what is made is an object.

    modules → one module → `before` → [parse → derive → print] → `after` → object

Nothing here is needed when everything is found in the cache.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ribozyme.algebra.join import joined
from ribozyme.api.calling.adapters import MEMCPY_DECLARED, glue_declared
from ribozyme.api.calling.exchanged import exchanged
from ribozyme.api.calling.routine import (
    Around,
    Derived,
    Primal,
    Routine,
    body_name,
    in_full,
    may_be_exchanged,
)
from ribozyme.api.calling.wrappers import (
    SPLIT_DECLARED,
    adapter_text,
    body_text,
    split_text,
    wrapper_text,
)
from ribozyme.api.programs.derivations import derived_text, split_halves
from ribozyme.api.programs.program import Program
from ribozyme.api.signatures import linkage
from ribozyme.backend import apart, llvm, pipeline
from ribozyme.backend.failure import invalid
from ribozyme.backend.passes import startup
from ribozyme.backend.passes.relax import relaxed
from ribozyme.backend.passes.slim import slim
from ribozyme.backend.runtime import arena
from ribozyme.backend.target import emit_object, helpers
from ribozyme.base.errors import ParseError
from ribozyme.base.record import replaced
from ribozyme.cinterface.parts.metadata_text import pruned
from ribozyme.cinterface.parts.reached_text import reached_only
from ribozyme.rules.custom import known
from ribozyme.rules.support import SYMBOL, support_ir

if TYPE_CHECKING:
    from ribozyme.backend.remarks import Remark
    from ribozyme.frontends.base import CxxLibrary

_MARKER: Final = re.compile(r"^declare [^@\n]*?(\w+) @rz_checkpoint\((i\d+|ptr)[^\n]*", re.M)


def raw(program: Program) -> str:
    """The program as one module before any pass."""
    names = [str(m.sources[0]) if m.sources else "<source>" for m in program.modules]
    codes = [
        apart.read(m.code, name) if m.language == "ir" else m.code
        for m, name in zip(program.modules, names, strict=True)
    ]
    support = {part: m for m in program.modules for part in m.support}
    for part, m in support.items():
        name = str(m.sources[0]) if m.sources else "<run time>"
        codes.append(apart.read(part, name) if m.language == "ir" else part)
        names.append(name)
    whole = llvm.link(codes, names) if len(codes) > 1 else llvm.to_text(codes[0], names[0])
    return _MARKER.sub(_marker, whole)


def _marker(declared: re.Match[str]) -> str:
    """The mark of a loop where no header defines it: weak, so that the optimiser leaves calls."""
    type = declared[1]
    back = "void" if type == "void" else f"{type} zeroinitializer"
    return f"define weak {type} @rz_checkpoint({declared[2]} %0) {{\n  ret {back}\n}}"


def _run(program: Program, name: pipeline.Name, whole: str, **how: Any) -> str:
    """A pipeline of LLVM's, in a process of its own for IR that nobody vouches for."""
    return (apart.run if program.is_foreign else pipeline.run)(name, whole, **how)


def before(program: Program, rules: str) -> str:
    """The program as one module, ready to be differentiated under some added rules."""
    whole = _with_sources(program, pruned(raw(program), data_only=True), rules)
    whole = joined(whole, known(rules).speaks_of)
    name: pipeline.Name = "before" if program.options.optimise_first else "reference"
    whole = relaxed(whole) if program.options.fast_math else whole
    if not rules:
        return _run(program, name, whole)
    from ribozyme.api.programs.ruled import undisturbed

    return undisturbed(whole, rules, name)


def _with_sources(program: Program, whole: str, rules: str) -> str:
    """The module with the functions of rules that are written in C, their derivatives made."""
    book = known(rules)
    if not book.sources:
        return whole
    own = linkage.names(whole) | linkage.declared(whole)
    added = [text for symbol, text in book.sources.items() if symbol in own]
    if not added:
        return whole
    from ribozyme.cinterface.differentiation import differentiated
    from ribozyme.cinterface.differentiation import program as read
    from ribozyme.frontends.c.clang import compile_c

    codes = [compile_c(text, lang="c", debug=False).code for text in added]
    linked = llvm.link([whole, *codes])
    return differentiated(read(linked, book), program.options, runtime=False)


_IN_ORDER: Final = ("@rz.checkpoint.begin(", "@rz.team.run(")
"""What is called by gradients whose tangents are made in the other order."""


def text(program: Program, routine: Routine) -> str:
    """The module that defines a routine, before the last optimisation."""
    match routine.recipe:
        case Derived() as recipe:
            return _derived(program, routine, recipe)
        case Around(of=inner):
            return _tidied(program, _surrounded(routine, program.text(inner)), "")
    return _adapted(program, routine, program.optimised, "")


def _derived(program: Program, routine: Routine, recipe: Derived) -> str:
    inner = differentiated_text(program, recipe)
    if any(name in inner for name in _IN_ORDER) and may_be_exchanged(recipe.of, recipe.mode):
        gradient, definition = exchanged(routine)
        return _tidied(program, f"{program.text(gradient)}\n{definition}", recipe.rules)
    if (full := in_full(recipe.of)) is not recipe.of:
        recipe = replaced(recipe, of=full)
        inner = differentiated_text(program, recipe)
    if isinstance(recipe.of.recipe, Derived):
        inner = _tidied(program, inner, recipe.rules)
    if recipe.mode == "split":
        whole, halves = split_halves(inner, recipe, routine.digest)
        declared = linkage.undeclared(SPLIT_DECLARED, whole)
        return f"{whole}\n{declared}\n{split_text(routine, halves)}"
    whole, name, results = derived_text(inner, recipe, routine.digest)
    return f"{whole}\n{wrapper_text(routine, name, results)}"


def differentiated_text(program: Program, recipe: Derived) -> str:
    """The module that a derivative is made from."""
    if recipe.rules:
        return _under_rules(program, recipe.of, recipe.rules)
    return program.text(recipe.of)


def _under_rules(program: Program, routine: Routine, rules: str) -> str:
    """The module that defines a routine, with functions that have added rules kept whole."""
    match routine.recipe:
        case Derived():
            return program.text(routine)
        case Around(of=inner):
            whole = _surrounded(routine, _under_rules(program, inner, rules))
            return _tidied(program, whole, rules)
    ready = program.kept(f"optimised {rules}", lambda: before(program, rules).encode()).decode()
    return _adapted(program, routine, ready, rules)


def _adapted(program: Program, routine: Routine, ready: str, rules: str) -> str:
    """The program with the adapter of one of its functions, and what that calls."""
    adapter = adapter_text(routine)
    if not adapter:
        return ready
    declared = glue_declared(routine)
    if not declared:
        return _tidied(program, f"{ready}\n{linkage.undeclared(adapter, ready)}", rules)
    whole = f"{ready}\n{linkage.undeclared(declared, ready)}\n{adapter}"
    return _tidied(program, llvm.link([whole, _glue(program, routine)]), rules)


def _glue(program: Program, routine: Routine) -> str:
    """The module of what an adapter calls, compiled as the program itself was."""
    assert isinstance(routine.recipe, Primal)
    source = routine.recipe.glue

    def make() -> bytes:
        from ribozyme.frontends.c.glue import compiled

        found: CxxLibrary = "libc++" if "NSt3__1" in program.optimised else "libstdc++"
        code = compiled(source, program.modules, found)
        name: pipeline.Name = "before" if program.options.optimise_first else "reference"
        return pipeline.run(name, llvm.to_text(code)).encode()

    return program.kept(f"glue {source}", make).decode()


def _surrounded(routine: Routine, inner: str) -> str:
    """The module of the routine inside with the one around it."""
    declared = linkage.undeclared(MEMCPY_DECLARED, inner)
    return f"{inner}\n{declared}{adapter_text(routine)}"


def _tidied(program: Program, whole: str, rules: str) -> str:
    """The module tidied between two steps; what the program owns stays as it is."""

    def run(shown: str) -> str:
        if not rules:
            return _run(program, "tidy", shown)
        from ribozyme.api.programs.ruled import undisturbed

        return undisturbed(shown, rules, "tidy")

    return linkage.pinned(whole, program.defined, run)


def final(program: Program, routine: Routine, extra: str = "") -> str:
    """The optimised module of a routine, without what it borrows."""
    whole, how = _last(program, routine, extra)
    return _run(program, "after", whole, after=how)


def remarks(program: Program, routine: Routine) -> "tuple[Remark, ...]":
    """What LLVM says of the routine's loops."""
    from ribozyme.backend.remarks import loops

    return loops(*_last(program, routine, ""))


def _last(program: Program, routine: Routine, extra: str) -> tuple[str, pipeline.After]:
    """The module of a routine before its last optimisation, and how far that may go."""
    found = program.text(routine)
    found = slim(found) if routine.order else found
    found = f"{found}\n{body_text(routine)}\n{linkage.undeclared(extra, found)}"
    theirs = program.defined
    wanted = {body_name(routine), routine.symbol, "rz.guard", *linkage.names(extra)}
    found = linkage.borrowing(reached_only(_accepted(found), wanted), theirs)
    found = linkage.internal(found, {*wanted, *theirs})
    options = program.options_of(routine)
    found = relaxed(found) if options.fast_math else found
    found = arena.linked(merged_support(found), poison=program.poison, limit=options.memory)
    return found, pipeline.After(vector_math=options.vector_math, printed=True)


def _accepted(found: str) -> str:
    """The text as LLVM prints it; what it refuses in what we wrote is our mistake."""
    try:
        return llvm.to_text(found, "<generated>")
    except ParseError as refused:
        raise invalid(refused) from refused


def image(program: Program, routine: Routine, extra: str = "") -> bytes:
    """The object of a routine; `extra` is the text of an entry point beside it."""
    whole, how = _last(program, routine, extra)
    return _object(program, whole, lambda: _run(program, "after", whole, after=how))


def _object(program: Program, whole: str, optimised: Callable[[], str]) -> bytes:
    """The object of a module that is still to be optimised, which helpers start beside."""
    with helpers(whole, isolated=program.is_foreign) as beside:
        made = startup.for_loading(optimised())
        return emit_object(made, isolated=program.is_foreign, beside=beside)


def own_image(program: Program) -> bytes:
    """The object of the program itself, without its variables of numbers; no debugger sees it,
    profilers read its lines."""
    whole = linkage.owning(llvm.to_text(slim(program.optimised)))
    numbers = linkage.names(program.numbers)
    whole = linkage.borrowing(whole, numbers, functions=False) if numbers else whole

    def optimised() -> str:
        made = _run(program, "after", whole, after=pipeline.After(printed=True))
        # what throws is a call of a library's that cannot be made
        return arena.linked(made, guard=False) if "@rz.throw(" in made else made

    return _object(program, whole, optimised)


def numbers_image(program: Program) -> bytes:
    """The object of the program's variables that hold numbers alone."""
    return emit_object(program.numbers, isolated=program.is_foreign)


def merged_support(text: str) -> str:
    """The module with the functions of mathematics in it that its derivatives call."""
    support = support_ir(SYMBOL.findall(text))
    if not support:
        return text
    return llvm.link([text, support.replace("define internal ", "define linkonce_odr ")])
