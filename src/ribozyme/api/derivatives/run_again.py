"""The two halves of a reverse derivative without a tape: between them lie copies of the arguments.

value, kept = forward(x, n)      runs the function; `kept` are copies of x and n
x_bar = reverse(kept, 1.0)       runs it again, forward and back, any number of times
"""

from collections.abc import Callable, Sequence
from typing import Any

from ribozyme.api.calling.arguments import arranged
from ribozyme.api.derivatives.by_choice import copied, pullback_of, value_of
from ribozyme.api.derivatives.differentiate import Choice
from ribozyme.api.programs.functions import Function
from ribozyme.base.options import Options


def run_again(
    f: Function, choice: Choice, how: Options
) -> tuple[Callable[..., tuple[Any, Any]], Callable[..., Any]]:
    """The halves by what was chosen, of a function that may run again."""
    back = pullback_of(f, choice, how)

    def forward(*args: Any, **kwargs: Any) -> tuple[Any, tuple[Any, ...]]:
        """The value, and copies of the arguments."""
        values = arranged(f.program, f.plan, args, kwargs)
        kept = tuple(map(copied, values))
        return value_of(f, choice, values), kept

    def reverse(kept: Sequence[Any], *cotangents: Any) -> Any:
        """The derivatives of the inputs, given copies of the arguments and the cotangents."""
        given = cotangents or ((1.0,) if choice.single_output else ())
        return back.whole(*map(copied, kept), *given)

    return forward, reverse
