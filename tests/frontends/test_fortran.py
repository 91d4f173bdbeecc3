"""Fortran programs, as scientists write them: each derivative against central differences."""

import re
from pathlib import Path

import pytest
from tests.frontends.calling import Case, cases, check, ids

import ribozyme as rz

FOLDER = Path(__file__).parent / "fortran"
CASES = cases(FOLDER, "[!C]")
pytestmark = pytest.mark.fortran


@pytest.mark.rotates(plain=3, wide=30)
@pytest.mark.parametrize("level", ["O0", "O3"])
@pytest.mark.parametrize("case", CASES, ids=ids(CASES))
def test_a_program(case: Case, level: str) -> None:
    """flang is given -O0 or -O1: its own passes above make other programs of some loops."""
    function = rz.load(case.path, level=level)[case.function]
    check(case, function, "F")


KINDS = {
    "explicit-shape arrays": "gravity row_norms heat blocks chol::logdet",
    "assumed-size arrays": "dot3 horner packed_product",
    "assumed-shape arrays": "fields::laplacian fields::even_odd fields::mixed vectors::rows",
    "sections with strides": "strided::planes strided::reversed strided::copied_in",
    "allocatable arrays": "smooth::roughness store::grown store::filtered growing::resized",
    "allocatable components": "reactor::copied nested::copied nested::grown nested::held",
    "pointers": "views::windows trees::aliased trees::swapped strided::by_pointer",
    "lists and trees": "trees::tree_sum lists::list_pointer lists::list_allocatable "
    "lists::reversed forest::tree_allocatable forest::children forest::expression forest::copied",
    "derived types with arrays": "orbits::period_error bodies::energy bodies::matrices",
    "optional": "opt::fit opt::passed_on opts::damped",
    "character": "labels::by_name labels::parsed labels::tagged reports::chosen_by_text",
    "text that is joined": "joining::joined joining::appended joining::deferred joining::numbered "
    "joining::between",
    "transfer": "transferred::through_text transferred::through_integers "
    "transferred::through_complex transferred::cleared_bit transferred::beside_text",
    "reduce": "combined::product_of_all combined::along_columns combined::by_value",
    "logical": "flags::chosen flags::kinds flags::masked",
    "complex(8)": "waves::fourier waves::impedance waves::iterated waves::roots",
    "complex(4)": "waves::single single::spectrum single::power",
    "real(4)": "fsingle single::norm single::power single::spectrum",
    "module variables": "model::respond model::tabulated model::twice shallow::mean_depth",
    "common blocks": "ceos cequiv cwork block pendulum",
    "save": "history::cached history::counted history::first_time",
    "recursion": "rec::ackerman_like rec::even rec::simpson rec::sorted tree::power",
    "procedure arguments": "quad::applied quad::area quad::newton",
    "class and bound procedures": "springs::network springs::overridden springs::generic_names "
    "shapes::dispatched shapes::chained shapes::total",
    "final procedures": "finalised::owned finalised::each finalised::inherited "
    "finalised::assigned finalised::chosen",
    "user-defined operators": "growing::vectors springs::generic_names bodies::matrices",
    "array expressions": "arrays::expressions arrays::overlapping arrays::sections",
    "array results": "vectors::columns vectors::in_place vectors::volume",
    "assignments that reallocate": "growing::appended growing::sections growing::filtered "
    "growing::handed_over",
    "automatic arrays": "growing::automatic trees::aliased heat",
    "where": "limits::limited limits::upwind shapes::masked",
    "forall": "limits::triangle sets::smoothed sets::mirrored",
    "do concurrent": "limits::concurrent poisson::dissipation sets::relaxed sets::gathered",
    "elemental": "saturation::broadcast saturation::changed saturation::total",
    "reductions": "reduced::sums reduced::extremes reduced::places reduced::norms reduced::counted",
    "shapes": "shaped::products shaped::rearranged shaped::shifted shaped::packed shaped::merged",
    "do while, exit and cycle": "iterate::converged iterate::searched iterate::labelled",
    "goto": "jbisect jcomputed jassign jarith cgoto arithif",
    "select": "choose::by_integer choose::by_range choose::by_rank",
    "internal procedures": "hosts::nested_state hosts::rk4 hosts::shared",
    "internal procedures that are passed on": "passed_on::area passed_on::chosen passed_on::fitted "
    "passed_on::swept",
    "submodules": "geometry::hull geometry::ratio geometry::volume",
    "fixed form": "fcont ffit fsingle",
    "FORTRAN 77": "equiv implic first second stmtfn asgoto dataf",
    "preprocessor": "kinds::norm kinds::selected kinds::unrolled",
    "printing": "logs::traced logs::to_text logs::to_file reports::printed_by_parts loud",
    "reading": "reports::from_namelist reports::chosen_by_text reports::written_to_a_file",
    "stop and error stop": "ends::guarded ends::root ends::table",
}
"""Procedures by what they use: three at least of each kind. Files ordered by `use`, callbacks and
variables as inputs are in `test_flang.py` and `test_fortran_calls.py`."""

WORDS = {
    "allocatable arrays": "allocatable",
    "allocatable components": "allocatable",
    "pointers": "pointer",
    "lists and trees": "pointer|allocatable",
    "optional": "optional",
    "character": "character",
    "text that is joined": "//",
    "transfer": "transfer",
    "reduce": "reduce",
    "logical": "logical",
    "complex(8)": "complex",
    "complex(4)": "complex",
    "real(4)": r"real\(4\)|real(?! *\()|single|sp\b",
    "common blocks": "common",
    "save": r"\bsave\b|::.*=",
    "recursion": "recursive",
    "class and bound procedures": "class",
    "final procedures": "final ::",
    "user-defined operators": "operator",
    "automatic arrays": r"real.*::.*\((size\(|n)",
    "where": r"where *\(",
    "forall": "forall",
    "do concurrent": "do concurrent",
    "elemental": "elemental",
    "goto": "go *to",
    "select": "select",
    "internal procedures": "contains",
    "submodules": "submodule",
    "preprocessor": "#",
    "printing": "print|write",
    "reading": "read|open",
    "stop and error stop": "stop",
}
"""What the text of a procedure's file has in it, of kinds that have a word."""


def test_there_are_programs_of_each_kind() -> None:
    tested = {case.function for case in CASES}
    assert len(tested) >= 60
    assert all(any(c.path == path for c in CASES) for path in FOLDER.iterdir())
    for kind, listed in KINDS.items():
        found = set(listed.split())
        assert len(found) >= 3 and found <= tested, (kind, found - tested)
        for case in CASES:
            if case.function in found and kind in WORDS:
                text = case.path.read_text(encoding="utf-8")
                assert re.search(WORDS[kind], text, re.IGNORECASE), (kind, case.id)
