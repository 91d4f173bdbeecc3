"""Two modules that were one, as one again.

    rest: declare @loss            own: define @loss          →   define internal @loss
          define @main                  declare @main             define @main

What both name was external in both, so that each could be compiled by itself; here it gets back the
linkage it had, as if the module had never been divided.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from ribozyme.backend import llvm
from ribozyme.base.errors import error
from ribozyme.base.stages import staged


@staged("link")
def rejoined(rest: str, own: str, linkage: Mapping[str, str]) -> bytes:
    """The bitcode of both; `linkage` is by name."""
    with llvm.contexts() as context, ExitStack() as modules:
        whole = modules.enter_context(llvm.read(rest, "the rest of the module", context))
        other = modules.enter_context(llvm.read(own, "the differentiated module", context))
        llvm.check(whole, "the rest of the module")
        llvm.check(other, "the differentiated module")
        whole.link_in(other)
        for name, found in linkage.items():
            _global(whole, name).linkage = found
        llvm.check(whole, "the rejoined module")
        bitcode: bytes = whole.as_bitcode()
        return bitcode


def _global(module: Any, name: str) -> Any:
    """A function or a variable that is defined."""
    for find in (module.get_function, module.get_global_variable):
        try:
            found = find(name)
        except NameError:
            continue
        if not found.is_declaration:
            return found
    raise error("RZ901", f"'{name}' was lost where a module was divided")
