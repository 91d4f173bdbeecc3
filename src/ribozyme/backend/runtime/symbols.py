"""The symbols on which generated code and whoever loads it agree."""

from typing import Final

INIT: Final = "rz.init"
"""Runs the static constructors."""

FINI: Final = "rz.fini"
"""Runs the static destructors."""

ATEXIT: Final = "rz.atexit.add"
"""What `atexit` is called in code to be loaded."""

RUN_ATEXIT: Final = "rz.atexit.run"
"""Runs the exit handlers of a library, last registered first."""

GUARD: Final = "rz.guard"
"""Calls a function of one pointer and returns a status, whatever it throws."""

CACHE: Final = "rz.arena.cache"
"""The spare chunks of tapes, shared by all code of a process."""

EXTENT: Final = "rz.checkpoint.extent"
"""Says how large the array around an address is, which the caller has given."""

LENT: Final = "rz.extents.lent"
"""Says whether an address is in an array that the caller has given."""

ENTER: Final = "rz.lent.enter"
"""Is told the arrays of a call, which nobody may free until it ends."""

ENTER_CALL: Final = "rz.lent.enter.call"
"""The same of a call of an operation, whose words say where its tensors are."""

LEAVE: Final = "rz.lent.leave"
"""Ends that."""

WANTED: Final = "rz.lent.wanted"
"""A byte that says whether code of a routine may free what it is given."""

KNOWN: Final = "rz.extents.known"
"""Is told the arrays of a call that does not come from Python."""

TICK: Final = "rz.checkpoint.tick"
"""Is told how far a checkpointed loop has come, and says whether it is to stop."""

FILE: Final = "rz.checkpoint.file"
"""Opens a file for snapshots, if there may be one."""

FOREIGN: Final = "rz.foreign"
"""Where the function is kept that ends exceptions of another language."""

START: Final = "rz.start"
"""What a run time's library is told that place by, when it is opened."""
