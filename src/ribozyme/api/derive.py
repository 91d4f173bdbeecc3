"""The door to the differentiator: the text of a module in, the text with a derivative out."""

from typing import TYPE_CHECKING

from ribozyme.api.routine import Derived
from ribozyme.base.errors import error

if TYPE_CHECKING:
    from ribozyme.ir.module import Module
    from ribozyme.transform.interface import Request
    from ribozyme.transform.reverse.plan import Plan


def derived_text(text: str, recipe: Derived, digest: str) -> tuple[str, str, tuple[str, ...]]:
    """The module with the derivative in it, the derivative's name, and the types it returns."""
    from ribozyme.ir import types as ty
    from ribozyme.ir.printer import print_module
    from ribozyme.transform.derive import derive

    name = f"rz.d.{digest}"
    request = _request(recipe, name)
    made = derive(_ready(text, recipe), [request], recipe.options)
    function = made.functions.get(name)
    if function is None:
        raise error("RZ901", f"the differentiator made no function '{name}'")
    return print_module(made), name, tuple(map(str, ty.elements(function.type.result)))


def plans(text: str, recipe: Derived) -> "tuple[Plan, ...]":
    """The plans of a derivative in reverse mode: the root's, then those of what it calls."""
    from ribozyme.transform.derive import plans as planned

    return planned(_ready(text, recipe), _request(recipe, "rz.d"))


def _ready(text: str, recipe: Derived) -> "Module":
    from ribozyme.cinterface.natural import natural
    from ribozyme.parse import parse_module

    return natural(parse_module(text), reverse=recipe.mode != "forward")


def _request(recipe: Derived, name: str) -> "Request":
    from ribozyme.transform.interface import Kind, Mode, Request

    return Request(
        recipe.of.symbol,
        Mode(recipe.mode),
        tuple(Kind(kind) for kind in recipe.kinds),
        Kind(recipe.result),
        recipe.width,
        recipe.primal,
        name,
    )
