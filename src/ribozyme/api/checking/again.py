"""Whether a function may be run once more, for a comparison or in a pullback: nothing outside its
arguments comes of it, and it does not end the process. Whether its tape may be run back once more.

    push_back(…), std::to_string(i), snprintf(line, …)      yes: memory of its own, text of its own
    printf(…), rand(), assert(…), a volatile variable       no

What has no body is known by its name. An exception is caught where Python calls; only where the
program throws itself, and has what must not throw, might it end the process.
"""

from collections.abc import Iterator
from fnmatch import translate
from typing import TYPE_CHECKING, Final

from ribozyme.api.calling.routine import Derived, Routine
from ribozyme.api.programs.functions import Function
from ribozyme.api.programs.program import Program as Compiled
from ribozyme.base.errors import Error, error
from ribozyme.base.regex import pattern
from ribozyme.rules.custom import known

if TYPE_CHECKING:
    from ribozyme.analysis.flow.callgraph import Program
    from ribozyme.analysis.memory.effects import Effects
    from ribozyme.analysis.pointsto.pointsto import PointsTo

_TEXT: Final = (
    "strlen strnlen strcmp strncmp strcasecmp strncasecmp strcpy strncpy strcat strncat stpcpy "
    "stpncpy strchr strrchr strstr strpbrk strspn strcspn strtok_r memcmp bcmp memchr memrchr "
    "rawmemchr memmem __strcpy_chk __strncpy_chk __strcat_chk __strncat_chk __stpcpy_chk atoi atol "
    "atoll atof strtol strtoll strtoul strtoull strtod strtof strtold __isoc23_strto* isalpha "
    "isdigit isalnum isspace isupper islower ispunct isprint iscntrl isgraph isxdigit toupper "
    "tolower __ctype_*_loc __errno_location sprintf snprintf vsprintf vsnprintf __sprintf_chk "
    "__snprintf_chk __vsprintf_chk __vsnprintf_chk sscanf __isoc99_sscanf __isoc23_sscanf "
)
_LIBRARY: Final = (
    "_ZNSt7__cxx1112basic_string* _ZNKSt7__cxx1112basic_string* _ZNSt3__112basic_string* "
    "_ZNKSt3__112basic_string* _ZNSt3__19to_string* _ZNSaIcE* _ZSt11_Hash_bytes* "
    "_ZSt15_Fnv_hash_bytes* _ZNSt3__113__hash_memory* _ZNKSt8__detail20_Prime_rehash_policy* "
    "_ZNSt8__detail20_Prime_rehash_policy* _ZNSt3__112__next_prime* "
)
_THROWING: Final = (
    "_ZSt*__throw_* _ZNSt3__1*__throw_* __cxa_throw_bad_array_new_length __cxa_bad_cast "
    "__cxa_allocate_exception __cxa_free_exception __cxa_begin_catch __cxa_end_catch "
    "__cxa_rethrow __cxa_throw _ZNSt*_errorC* _ZNSt*_errorD* _ZNSt12out_of_rangeC* "
    "_ZNSt12out_of_rangeD* _ZNSt16invalid_argument* _ZNSt9exceptionD*"
)
_HARMLESS: Final = pattern("|".join(map(translate, (_TEXT + _LIBRARY + _THROWING).split())))
_THROW: Final = "__cxa_throw"
_TERMINATE: Final = "_ZSt9terminatev"


def repeatable(f: Function) -> bool:
    """Whether the function may be run again; of a derivative this is not told."""
    return not f.plan.routine.order and primal_repeatable(f)


def primal_repeatable(f: Function) -> bool:
    """Whether the function may be run again of which this is a derivative, or which it is."""
    symbol = f.signature.symbol
    return f.program.remembered(f"repeatable {symbol}", lambda: _repeatable(f, symbol))


def _repeatable(f: Function, symbol: str) -> bool:
    from ribozyme.analysis.flow.callgraph import Program
    from ribozyme.analysis.memory.effects import effects
    from ribozyme.analysis.pointsto.objects import Kind
    from ribozyme.analysis.pointsto.pointsto import points_to
    from ribozyme.api.programs.parsed import parsed
    from ribozyme.cinterface.natural import natural

    module = natural(parsed(f.program.optimised), reverse=False)
    root = module.functions[symbol]
    program = Program(module, root)
    if _writes_a_variable(program):
        return False
    points = points_to(program)
    every = effects(points.program, points)
    found = every.function(root)
    if found.ordered or ((found.outside or found.ends) and not _harmless(points, every)):
        return False
    touched = found.writes | found.frees
    return all(
        object.constant
        or object.kind in (Kind.ARGUMENT, Kind.HEAP, Kind.ALLOCA, Kind.FUNCTION)
        or (object.kind is Kind.POINTEE and object.origin.kind is Kind.ARGUMENT)
        for object in points.objects
        if touched >> object.id & 1
    )


def _writes_a_variable(program: "Program") -> bool:
    """Whether a store, here or in what is called by name, names the variable that it writes: then
    the analyses need not be asked."""
    from ribozyme.ir.instrs import Store
    from ribozyme.ir.module import GlobalVariable
    from ribozyme.ir.values import GlobalRef

    return any(
        isinstance(instr, Store)
        and isinstance(instr.pointer, GlobalRef)
        and isinstance(variable := program.named(instr.pointer.name), GlobalVariable)
        and not variable.constant
        for function in program.called
        for block in function.blocks
        for instr in block.instrs
    )


def _harmless(points: "PointsTo", every: "Effects") -> bool:
    """Whether all that the program calls and nobody sees the body of is known as harmless."""
    names = set(_called_outside(points, every))
    if {_THROW, _TERMINATE} <= names:
        return False
    return all(name == _TERMINATE or _HARMLESS.match(name) for name in names)


def _called_outside(points: "PointsTo", every: "Effects") -> Iterator[str]:
    """The names of what does more than to compute, or may end; "" for what has none."""
    for function in points.program.functions:
        for call in points.program.calls(function):
            effect = every.call(function, call)
            if not (effect.outside or effect.ends):
                continue
            targets = points.targets(function, call)
            if not targets:
                yield ""
                continue
            yield from (target.name for target in targets if target.is_declaration)


def used_up(program: Compiled, routine: Routine) -> str:
    """The function with a rule of which a derivative's tape may be run back once only, since the
    rule's gradient may free or change what it kept; "" if there is none."""
    recipe = routine.recipe
    if not isinstance(recipe, Derived) or not known(recipe.rules).pairs:
        return ""

    def find() -> bytes:
        from ribozyme.api.programs import derivations, texts
        from ribozyme.transform.custom import repeated

        facts = derivations.known(texts.differentiated_text(program, recipe), recipe)
        return (repeated.used_up(facts) or "").encode()

    return program.kept(f"used up {routine.digest}", find, routine).decode()


def spent(name: str, ruled: str) -> Error:
    """The error where such a tape would have to wait for several reverse sweeps."""
    return error(
        "RZ213",
        f"'{name}' cannot be split: the rule of '{ruled}' may free or change what it kept when its "
        "gradient runs, and the function itself cannot run again",
        helps=("let `gradient` leave what it is given as it is, or take rz.grad, which runs once",),
    )
