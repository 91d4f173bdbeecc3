"""Bodies that some names do not lead to leave the text; they stay declared."""

from ribozyme.backend import llvm
from ribozyme.cinterface.parts.reached_text import reached_only

_MODULE = """
$shared = comdat any

@table = internal constant [2 x ptr] [ptr @from_table, ptr @near]
@other = global ptr @far

@second = alias double (double), ptr @aliased

define double @root(double %x) {
  %f = load ptr, ptr @table
  %y = call double @near(double %x)
  %z = call double %f(double %y)
  ret double %z
}

define internal double @near(double %x) {
  ret double %x
}

define internal double @from_table(double %x) {
  ret double %x
}

define linkonce_odr hidden double @far(double %x) comdat($shared) personality ptr @far {
  %y = call double @further(double %x)
  ret double %y
}

define internal double @further(double %x) {
  ret double %x
}

define double @aliased(double %x) {
  ret double %x
}
"""


def bodies(text: str) -> set[str]:
    return {
        line.split("@")[1].split("(")[0] for line in text.splitlines() if line.startswith("define")
    }


def test_only_what_is_reached_has_a_body() -> None:
    made = llvm.canonical(reached_only(llvm.canonical(_MODULE), ("root",)))
    assert bodies(made) == {"root", "near", "from_table", "aliased"}
    assert "@other = global ptr @far" in made and "declare hidden double @far(double)" in made


def test_a_name_that_is_not_there_leads_nowhere() -> None:
    made = llvm.canonical(reached_only(llvm.canonical(_MODULE), ("far", "absent")))
    assert bodies(made) == {"far", "further", "aliased"}


def test_what_cannot_be_followed_stays_whole() -> None:
    text = llvm.canonical('module asm "nop"\n' + _MODULE)
    assert reached_only(text, ("root",)) is text
