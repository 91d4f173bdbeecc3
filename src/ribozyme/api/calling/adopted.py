"""Functions that another compiler of Python made: a module of bindings knows how to take them.

@numba.njit
def f(x): …          rz.grad(f)  →  ribozyme.bindings.numba.adopted(f).grad()
"""

from typing import Any


def adopted(f: Any) -> Any:
    """What has the transforms of such a function; the object itself where it is another."""
    if type(f).__module__.partition(".")[0] != "numba" or not hasattr(f, "py_func"):
        return f
    import ribozyme

    return ribozyme.framework("numba").adopted(f)
