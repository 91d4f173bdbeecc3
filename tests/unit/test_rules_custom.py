"""Rules added by users: written in the rule language, checked as the tables are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.isolated import no_added_rules

from ribozyme.rules import custom
from ribozyme.rules.custom import STANDARD, Forward, Pair
from ribozyme.rules.language import dx, dy, exp, function, n, pick, r, x, y
from ribozyme.rules.memory import Allocation
from ribozyme.rules.names import Inactive, Math, classify
from ribozyme.rules.transpose import NotLinear


def erfcx(x: Any, dx: Any, r: Any) -> Any:
    return (2 * x * r - 1.1283791670955126) * dx


def test_a_function_becomes_a_rule() -> None:
    book = STANDARD.with_rule("erfcx", erfcx)
    added = book.rule_for("erfcx")
    assert added is not None
    assert added.differentials == ((2 * x * r - 1.1283791670955126) * dx,)
    assert added.uses(0) == {x, r}
    assert book.meaning("erfcx") == Math("erfcx", "double")
    assert book.spelling("erfcx", "double") == ("libm", "erfcx")
    assert STANDARD.rule_for("erfcx") is None


def test_operands_have_any_name_and_kind() -> None:
    def scaled(value: Any, times: int, weight: Any, dvalue: Any) -> Any:
        return exp(value) * dvalue

    kinds, terms, _ = custom.differential(scaled)
    assert kinds == "float int float"
    assert terms == (exp(x) * dx,)
    added = STANDARD.with_rule("scaled", scaled).rule_for("scaled")
    assert added is not None
    assert added.operands == ("float", "int", "float")
    assert added.adjoints[1:] == (None, None)


def test_several_results() -> None:
    def both(a: Any, b: Any, da: Any, db: Any) -> Any:
        return da + db, b * da + a * db

    assert custom.differential(both)[:2] == ("float float", (dx + dy, y * dx + x * dy))


def test_a_rule_may_name_itself_and_added_ones() -> None:
    f, g = function("f"), function("g")
    book = STANDARD.with_rule("f", lambda x, dx: f(x) * dx)
    assert book.with_rule("g", lambda x, dx: f(x) * g(x) * dx).rule_for("g") is not None


def test_what_is_not_closed_is_refused() -> None:
    with pytest.raises(ValueError, match="'g', which has no rule"):
        STANDARD.with_rule("f", lambda x, dx: function("g")(x) * dx)


def test_what_is_not_linear_is_refused() -> None:
    with pytest.raises(NotLinear):
        STANDARD.with_rule("f", lambda x, dx: dx * dx)


def test_a_term_is_shown_as_it_was_written() -> None:
    with pytest.raises(NotLinear, match=r": \(3 \* da\) \* da$"):
        STANDARD.with_rule("f", lambda a, da: 3 * da * da)


def test_functions_of_numpy_are_terms() -> None:
    _, (term,), _ = custom.differential(lambda x, dx: np.exp(-x * x) * np.float64(2) * dx)
    assert term == exp(-x * x) * 2 * dx
    _, (term,), _ = custom.differential(lambda x, y, dx: np.arctan2(x, y) * abs(x) ** 2 * dx)
    assert term == function("atan2")(x, y) * function("pow")(function("fabs")(x), 2) * dx
    with pytest.raises(TypeError, match=r"numpy\.floor is no function of the rule language"):
        custom.differential(lambda x, dx: np.floor(x) * dx)


def test_what_is_no_term_is_refused() -> None:
    with pytest.raises(TypeError, match="terms of the rule language"):
        STANDARD.with_rule("f", lambda x, dx: "2x")


def test_c_functions() -> None:
    book = STANDARD.with_pair("solve", "solve_aug", "solve_rev").with_forward("solve", "solve_fwd")
    assert book.meaning("solve") == Pair("solve_aug", "solve_rev")
    assert book.forward("solve") == Forward("solve_fwd")
    assert STANDARD.with_forward("g", "g_fwd").meaning("g") == Forward("g_fwd")


def test_inactive_patterns() -> None:
    book = STANDARD.with_inactive(["log_*", "tick"])
    assert book.meaning("log_value") == Inactive()
    assert book.meaning("tick") == Inactive()
    assert book.meaning("ticker") is None
    assert book.meaning("log") == classify("log")


def test_functions_like_known_ones() -> None:
    like = classify("log1p")
    assert like is not None
    book = STANDARD.with_meaning("mylog", like).with_meaning("pool", Allocation((1,)))
    assert book.meaning("mylog") == Math("log1p", "double")
    assert book.meaning("pool") == Allocation((1,))


def test_added_ones_come_first() -> None:
    book = STANDARD.with_rule("sin", lambda x, dx: 2 * dx)
    added = book.rule_for("sin")
    assert added is not None
    assert added.differentials == (2 * dx,)


def test_what_was_never_met_is_told() -> None:
    book = STANDARD.with_rule("f", erfcx).with_inactive(["log_*", "dbg_*"])
    assert book.unused() == ("dbg_*", "f", "log_*")
    book.meaning("f")
    book.meaning("log_x")
    assert book.unused() == ("dbg_*",)
    again = book.with_rule("f", erfcx)
    assert again.unused() == ("dbg_*", "f")


def test_a_fingerprint_tells_additions_not_their_order() -> None:
    a = STANDARD.with_rule("f", erfcx).with_rule("g", erfcx)
    b = STANDARD.with_rule("g", erfcx).with_rule("f", erfcx)
    assert a.fingerprint() == b.fingerprint()
    other = STANDARD.with_rule("g", erfcx).with_rule("f", lambda x, dx: dx)
    assert other.fingerprint() != a.fingerprint()


def test_registering_for_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    no_added_rules(monkeypatch)
    decorated = custom.rule("erfcx")(erfcx)
    custom.rule("solve", augment="a", gradient="g")
    custom.inactive("trace_*")
    book = custom.rulebook()
    assert decorated is erfcx
    assert book.unused() == ("erfcx", "solve", "trace_*")
    with pytest.raises(ValueError, match="both augment= and gradient="):
        custom.rule("half", augment="a")


def test_choices_and_integers_in_a_rule() -> None:
    def clipped(x: Any, n: int, dx: Any) -> Any:
        return pick(function("ieq")(n, n), dx, 0)

    _, (term,), _ = custom.differential(clipped)
    assert term == pick(function("ieq")(n, n), dx, 0)
