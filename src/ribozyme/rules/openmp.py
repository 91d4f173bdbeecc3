"""The functions of OpenMP's run time that are left when a program is differentiated.

None has a derivative. Some hand out work through addresses of integers; at some, threads wait for
each other, which the reverse sweep does in the opposite order. Others are refused by name.
"""

from __future__ import annotations

from typing import Final, Literal

from ribozyme.rules.device_functions import BARRIER, WARP_BARRIER

Wait = Literal["barrier", "event", "begin", "end", "block", "warp"]

WAITS: Final[dict[str, Wait]] = {
    "rz_omp_barrier": "barrier",
    "rz_omp_enter": "event",
    "rz_omp_leave": "event",
    "rz_omp_reduce": "event",
    "rz_omp_reduced": "event",
    "rz_omp_ordered": "event",
    "rz_omp_ordered_end": "event",
    "rz_omp_begin": "begin",
    "rz_omp_end": "end",
    BARRIER: "block",
    WARP_BARRIER: "warp",
}
"""Where threads wait for each other, or a region of one thread begins or ends; an event is numbered
by what the call returns."""

MIRRORED: Final[dict[Wait, str]] = {
    "barrier": "rz_omp_barrier",
    "begin": "rz_omp_end",
    "end": "rz_omp_begin",
    "block": BARRIER,
    "warp": WARP_BARRIER,
}
"""What the reverse sweep calls in their place."""

_WIDTHS: Final = ("4", "4u", "8", "8u")

BOUNDS: Final = frozenset(
    f"__kmpc_{name}_{width}"
    for name in ("for_static_init", "dispatch_init", "dispatch_next")
    for width in _WIDTHS
)
"""They store the bounds of a thread's iterations."""

CHOICES: Final = frozenset({"__kmpc_single", "rz_omp_iterated", "rz_omp_place", "rz_omp_call"})

ASKED: Final = frozenset(
    f"omp_{name}{end}"
    for end in ("", "_")
    for name in (
        "get_num_threads", "get_max_threads", "get_thread_num", "get_thread_limit",
        "get_num_procs", "in_parallel", "in_final", "get_level", "get_active_level",
        "get_ancestor_thread_num", "get_team_size", "get_num_teams", "get_team_num",
        "get_dynamic", "get_nested", "get_max_active_levels", "get_wtime", "get_wtick",
        "set_num_threads", "set_dynamic", "set_nested", "set_max_active_levels", "set_schedule",
        "init_lock", "init_lock_with_hint", "destroy_lock",
    )
)  # fmt: skip
"""Routines that say or set something."""

REPEATED: Final = frozenset(
    {
        *(name for name in BOUNDS if "static" in name),
        *("rz_omp_barrier", "rz_omp_reduce", "rz_omp_reduced", "rz_omp_begin", "rz_omp_end"),
        *("rz_omp_ordered", "rz_omp_ordered_end", "__kmpc_single"),
        *(name for name in ASKED if not name.startswith(("omp_set_", "omp_init_", "omp_destroy_"))),
    }
)
"""What does the same in each of two runs of a region, whatever the order of the threads."""

KNOWN: Final = frozenset({*WAITS, *BOUNDS, *CHOICES, *ASKED})
UNDONE: Final = "rz_omp_turn"
"""What undoes an event in a reverse sweep, given its number."""
REDUCTION: Final = {"rz_omp_reduce": "rz_omp_turn_reduce", "rz_omp_reduced": "rz_omp_turn_reduced"}
"""The same for the ends of a reduction."""
ADDING: Final = frozenset(
    f"{name}{width}"
    for name in ("rz.team.add.f", "rz.team.put.f", "rz_omp_add_f")
    for width in (32, 64)
)
"""What adds a number, the last argument, to a place in a sum of the thread's own."""
UNALIGNED: Final = "rz.team.put."
"""Begins the names of those that ask nothing of the place."""
WINDOW: Final = "rz.team.window"
"""What tells a function where the thread adds; its first argument is a slot on the stack."""
RANGE: Final = "rz.team.range"
"""What tells how far from each place of a range the thread adds; -1 where that differs."""
OF_MEMORY: Final = "rz."
"""Begins the names of its attachments that hold where it adds to memory itself instead."""
FOLLOWED: Final = "rz_omp_follow"
"""What waits for the turn of an event in another pass forwards."""

FORK: Final = "rz_omp_fork"
"""Runs a region: number of threads or 0, number of arguments, outlined function, arguments."""
TANGENT_FORK: Final = "rz.team.fork"
"""Runs the tangent of a region: number of threads or 0, outlined function, where arguments are."""

_CONSTRUCTS: Final = {
    "__kmpc_omp_taskwait": "taskwait",
    "__kmpc_omp_taskyield": "taskyield",
    "__kmpc_omp_task": "task",
    "__kmpc_taskloop": "taskloop",
    "__kmpc_taskgroup": "taskgroup",
    "__kmpc_taskred": "task_reduction",
    "__kmpc_doacross": "ordered with depend",
    "__kmpc_threadprivate": "threadprivate",
    "__kmpc_cancel": "cancel",
    "__kmpc_fork_teams": "teams",
    "__kmpc_push_num_teams": "teams",
    "__kmpc_dist": "distribute",
    "__kmpc_scope": "scope",
    "__kmpc_atomic": "atomic operation on a type of this size",
    "__tgt_": "target",
    "omp_test_lock": "omp_test_lock",
    "omp_test_nest_lock": "omp_test_lock",
    "omp_set_nest_lock": "nested lock",
    "omp_unset_nest_lock": "nested lock",
}


def refused(name: str) -> str | None:
    """The construct behind a function of OpenMP's that has no derivative; None for others."""
    if name in KNOWN or not name.startswith(("__kmpc_", "omp_", "__tgt_", "GOMP_")):
        return None
    for start, construct in _CONSTRUCTS.items():
        if name.startswith(start):
            return construct
    return f"'{name}'"
