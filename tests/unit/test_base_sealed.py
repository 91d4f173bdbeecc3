"""Which functions of libc++ are the library's although programs hold their bodies."""

from __future__ import annotations

import pytest

from ribozyme.base.sealed import is_sealed

STRING = "_ZNSt3__112basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE"
STREAM = "_ZNSt3__119basic_ostringstreamIcNS_11char_traitsIcEENS_9allocatorIcEEE"
OUT = "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE"


@pytest.mark.parametrize(
    "name",
    [
        f"{STRING}C2ERKS5_",
        f"{STRING}D1Ev",
        f"{STRING}6__initEPKcm",
        f"{STRING}17__assign_no_aliasILb0EEERS5_PKcm",
        STRING.replace("Ic", "Iw") + "6appendEPKwm",
    ],
)
def test_members_of_strings_that_the_library_has_too(name: str) -> None:
    assert is_sealed(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{STRING}13__get_pointerB9nie220108Ev",
        f"{STRING}C2B9nie220108ILi0EEEPKc",
        f"{STRING}6appendINS_11__wrap_iterIP3OwnEETnNS_9enable_ifEEERS5_T_SD_",
        "_ZNSt3__112basic_stringI3OwnNS_11char_traitsIS1_EENS_9allocatorIS1_EEE6appendEPKS1_m",
        "_ZN3own12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEE6appendEPKcm",
        "_ZNSt3__16vectorIdNS_9allocatorIdEEE9push_backEOd",
    ],
)
def test_other_members_are_code_like_any(name: str) -> None:
    assert not is_sealed(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{STREAM}C1B9nie220108Ev",
        f"{STREAM}D1Ev",
        STREAM.replace("_ZN", "_ZNK") + "3strB9nie220108Ev",
        f"{OUT}lsEd",
        f"{OUT}6sentryC1ERS3_",
        "_ZNSt3__1lsB9nie220108INS_11char_traitsIcEEEERNS_13basic_ostreamIcT_EES6_PKc",
        "_ZNSt3__124__put_character_sequenceB9nie220108IcNS_11char_traitsIcEEEE",
        "_ZNSt3__17getlineIcNS_11char_traitsIcEENS_9allocatorIcEEEERNS_13basic_istreamIT_T0_EE",
    ],
)
def test_all_that_is_of_a_stream(name: str) -> None:
    assert is_sealed(name)


@pytest.mark.parametrize(
    "name",
    [
        f"{OUT}lsB9nie220108EPFRS3_S4_E",  # enters what it is given
        f"{OUT}5writeI3OwnEEvT_",
        "_ZNSt3__1lsB9nie220108INS_19basic_ostringstreamIcEE3OwnEEOT_S3_RKT0_",
        "_ZNSt3__1lsIdcNS_11char_traitsIcEEEERNS_13basic_ostreamIT0_T1_EES6_RKNS_7complexIT_EE",
    ],
)
def test_what_may_run_code_of_the_program(name: str) -> None:
    assert not is_sealed(name)
