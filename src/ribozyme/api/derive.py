"""The door to the differentiator: the text of a module in, the text with a derivative out."""

from typing import Final

from ribozyme.api.routine import Derived
from ribozyme.base.errors import error

_KINDS: Final = ("const", "active", "dup")


def derived_text(text: str, recipe: Derived, digest: str) -> tuple[str, str, tuple[str, ...]]:
    """The module with the derivative in it, the derivative's name, and the types it returns."""
    from ribozyme.cinterface.natural import natural
    from ribozyme.ir import types as ty
    from ribozyme.ir.printer import print_module
    from ribozyme.parse import parse_module
    from ribozyme.transform.derive import derive
    from ribozyme.transform.interface import Kind, Mode, Request

    name = f"rz.d.{digest}"
    request = Request(
        recipe.of.symbol,
        Mode(recipe.mode),
        tuple(Kind(kind) for kind in recipe.kinds),
        Kind(recipe.result),
        recipe.width,
        recipe.primal,
        name,
    )
    module = natural(parse_module(text), reverse=request.mode is not Mode.FORWARD)
    made = derive(module, [request], recipe.options)
    function = made.functions.get(name)
    if function is None:
        raise error("RZ901", f"the differentiator made no function '{name}'")
    return print_module(made), name, tuple(map(str, ty.elements(function.type.result)))
