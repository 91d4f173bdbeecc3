"""Words that are an address at one time and a number at another, where nothing can part them.

    %p = load ptr, ptr %w                %w: a double or an address
    call void %f(ptr %p)                 some function stores it again: refused

What `carried` cannot take through memory is refused here: an address carries no derivative, and a
number no shadow, so that one of them would be lost.
"""

from __future__ import annotations

from ribozyme.ir import types as ty
from ribozyme.transform.facts import ProgramFacts
from ribozyme.transform.refuse import refusal


def refuse_punned(facts: ProgramFacts) -> None:
    """Raise where an active number is moved as an address, or the reverse."""
    for store, function in facts.words.stores.items():
        if store.value.type is ty.I64:
            continue  # an integer that is active and may be either is refused as what it is
        what = "what is stored here may be a number or an address, and goes as one of them"
        raise refusal(facts.function(function), store, "RZ303", what)
