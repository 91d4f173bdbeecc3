"""What to do about a refusal, by code: said when compiling, and by the trap in its place."""

from __future__ import annotations

from typing import Final

RULE: Final = "register a rule for it with `rz.rule`"
INACTIVE: Final = "mark it inactive with `rz.inactive`"
TARGETS: Final = (
    "pass a function of the program by its name, or make a Python function one of the program "
    "with `rz.callback`"
)
ONE_DIRECTION: Final = "ask for one direction at a time: leave out `width=`"
APART: Final = (
    "if the arrays lie apart, say `restrict` at the parameters of the function that is "
    "differentiated, or write to memory of its own"
)
CONSTANTS: Final = (
    "if what comes back shall be constants: read it in a function marked with `rz.inactive`"
)
READ_APART: Final = (
    "read into a variable that holds nothing else, and copy it where it is wanted",
)
STATEMENTS: Final = {
    "_FortranAioInputNamelist": (
        "reading a namelist into active variables has no derivative",
        "which variables of the group the text sets is only known when it is read",
        "read it into a group of variables that hold nothing else, and copy those that are wanted",
    ),
}
"""Functions that stand for statements: what is said of these, why, and a way out."""
ENTRY: Final = (
    "compile the file with `ribozyme cc`, which makes what it asks for; in Python, "
    "`rz.grad` and the other transforms take the function itself"
)
"""For who calls an entry point of the C interface where nothing reads such calls."""
_IN_C: Final = {
    RULE: (
        "register its derivative: "
        "`void *__enzyme_register_gradient_NAME[] = {NAME, augmented, gradient};`"
    ),
    INACTIVE: "mark it inactive: `void *__enzyme_inactivefn_NAME[] = {NAME};`",
    TARGETS: ("give its pointer a shadow: a table of derivatives, from `__enzyme_virtualreverse`"),
    ONE_DIRECTION: "ask for one direction at a time: leave out `enzyme_width`",
    CONSTANTS: (
        "if what comes back shall be constants: read it in a function that is named as inactive, "
        "`void *__enzyme_inactivefn_NAME[] = {NAME};`"
    ),
}
"""The same for who has no Python. The function that is called stands for NAME."""


def is_entry(name: str) -> bool:
    """Whether a function is an entry point of the C interface, or named as one."""
    return "__enzyme_" in name


def in_c(helps: tuple[str, ...], callee: str) -> tuple[str, ...]:
    """Ways out as they are written in C, for a function; "" where no one name is meant."""
    name = callee if callee.isidentifier() else "NAME"
    return tuple(_IN_C[one].replace("NAME", name) if one in _IN_C else one for one in helps)


HELPS: Final[dict[str, tuple[str, ...]]] = {
    "RZ201": (
        "link the file that defines it",
        RULE,
        INACTIVE,
    ),
    "RZ202": ("write the operation in C, or move it into a function with a registered rule",),
    "RZ203": (
        "use the library function for it (`copysign`, `fabs`, `ldexp`, …)",
        "give an integer that shares memory with a number, as in a union, a place of its own",
    ),
    "RZ204": ("pass the number as an ordinary parameter",),
    "RZ205": ("use an atomic addition, or accumulate in a private variable",),
    "RZ207": (
        "call the function directly, or make the table of its targets constant",
        TARGETS,
    ),
    "RZ208": ("make the table of labels constant, or write the jumps as a switch",),
    "RZ206": ("return an error code instead of jumping",),
    "RZ209": ("let the exception leave the function that is differentiated",),
    "RZ211": ("write it in plain arithmetic, of which the optimiser makes vector instructions",),
    "RZ215": ("allocate outside of what is differentiated",),
    "RZ216": (
        "use a worksharing loop with a reduction, a critical section, or `atomic`",
        "leave out -fopenmp: the derivative is then that of the serial program",
    ),
    "RZ220": (
        "use reductions and worksharing loops with a static schedule",
        "leave out deterministic=True: the result then differs from run to run by rounding",
    ),
    "RZ303": ("use a buffer for each",),
    "RZ513": ("give all halves the same function and markers, and compile them together",),
    "RZ515": ("read it back first, or keep a tape for each",),
    "RZ516": ("pass the same shadows to all halves, cleared in between where needed",),
    "RZ405": ("compute with pointers instead of integers",),
    "RZ406": (
        "make the variable `static` if it is not: blocks of numbers, no lists, have shadows then",
        "set the variable to null first and allocate anew, or pass the memory as an argument",
        "in C, `__enzyme_inactive_global` says that no derivative goes through a global",
    ),
    "RZ407": ("give both places a shadow",),
    "RZ408": (
        "set the variable at the start of the function, or pass it as an argument",
        "write a function that sets it: what you set is a constant of the derivative",
        "in C, `__enzyme_inactive_global` says that no derivative goes through a global",
    ),
    "RZ608": ("pass what is kept from call to call as an argument, or compare by other means",),
    "RZ301": ("copy the data through its own type, so that it can be seen to be float or not",),
}

UNTYPED: Final = (
    "compile it with `-O1` or more: without, the compiler does not say of what type an access is"
)
"""What else to do where types are missing, and the IR speaks of none."""
