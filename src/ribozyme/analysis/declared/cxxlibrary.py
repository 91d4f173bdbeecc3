"""What objects of the C++ library point to: strings, streams, exceptions, reference counts.

    std::string s; s.append(t)       s holds the address of characters: nobody else's, or its own
    out << "x = " << x               out holds the library's memory and its own, not "x = "
    s = out.str()                    a string like any other
    throw std::domain_error(s)       a copy of the text

All of these functions are inactive; what they may keep decides which memory an address read back
from their objects leads to.
"""

from __future__ import annotations

from typing import Final

from ribozyme.base.regex import pattern

_STRINGS: Final = (
    "_ZNSt7__cxx1112basic_string",
    "_ZNKSt7__cxx1112basic_string",
    "_ZNSt3__112basic_string",
    "_ZNKSt3__112basic_string",
)
_JOINING: Final = pattern(r"_ZStplIcSt11char_traits|_ZNSt3__1pl(?:B\d+nie\d+)?IcNS_11char_traits")
_STRING_TYPES: Final = ("_ZTSNSt7__cxx1112basic_stringI", "_ZTSNSt3__112basic_stringI")
_RETURNING: Final = (
    "_ZNSols",
    "_ZNSo9_M_insert",
    "_ZNSo3put",
    "_ZNSo5write",
    "_ZNSo5flush",
    "_ZSt16__ostream_insert",
    "_ZStlsISt11char_traits",
    "_ZStlsIcSt11char_traits",
    "_ZSt4endlI",
    "_ZSt4endsI",
    "_ZSt5flushI",
    "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEEls",
    "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE3put",
    "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5write",
    "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5flush",
    "_ZNSt3__124__put_character_sequence",
    "_ZNSt3__1ls",
    "_ZNSt3__14endlI",
    "_ZNSt3__14endsI",
    "_ZNSt3__15flushI",
)
"""Functions that write to the stream in their first argument, and return it."""

_EXTRACTING: Final = (
    "_ZSt7getlineIcSt11char_traitsIcESaIcEE",
    "_ZStrsIcSt11char_traitsIcE",
    "_ZStrsISt11char_traitsIcE",
    "_ZSt2wsIcSt11char_traitsIcEE",
    "_ZSt17__istream_extract",
    "_ZNSt3__17getline",
    "_ZNSt3__1rs",
    "_ZNSt3__12ws",
)
"""Functions that read from the stream in their first argument, a string or characters behind the
second if there is one, and return the stream."""

_TAG: Final = r"(?:B\d+nie\d+)?"
_MEMBER: Final = r"_ZN(?:Si|St3__113basic_istreamIcNS_11char_traitsIcEEE)"
_TAKING: Final = pattern(rf"{_MEMBER}(?:3get|7getline){_TAG}E(?:Rc|Pcl)")
"""Members of a stream that read characters into their first parameter, and return the stream."""

_ONE_CHARACTER: Final = pattern(rf"_Z(?:St|NSt3__1)rs.*_R(?:S[34]_|[ah])$|{_MEMBER}3get{_TAG}ERc$")
"""Those of both kinds that read one character."""

_STREAMS: Final = (
    *_RETURNING,
    *_EXTRACTING,
    *(
        f"_ZN{const}{space}{len(kind)}{kind}"
        for const in ("", "K")
        for space in ("St7__cxx11", "St3__1")
        for kind in (
            "basic_ostringstream",
            "basic_istringstream",
            "basic_stringstream",
            "basic_stringbuf",
        )
    ),
)
_TEXT: Final = "3strEv"
_CONST: Final = "_ZNK"
"""How the names of members end that return the text of a stream."""

_SPELLING: Final = "_ZNSt3__19to_string"

_COUNTING: Final = (
    "_ZNKSt8__detail20_Prime_rehash_policy",
    "_ZNSt8__detail20_Prime_rehash_policy",
    "_ZNSt3__112__next_prime",
    "_ZNSt3__113__hash_memory",
    "_ZNSt3__14sto",
    "_ZNSt3__15sto",
    "_ZNSt3__16sto",
    "_ZSt11_Hash_bytes",
    "_ZSt15_Fnv_hash_bytes",
    "_ZNSaIcE",
    "_ZNSaIwE",
    "__cxa_guard_",
)
MAKES_EXCEPTION: Final = "__cxa_allocate_exception"
TAKES_EXCEPTION: Final = ("__cxa_throw", "__cxa_init_primary_exception")
GIVES_EXCEPTION: Final = ("__cxa_begin_catch", "__cxa_get_exception_ptr")
"""Functions of the run time that hand out an exception to be filled, take it with its type and the
address of its destructor, and hand out one that was thrown."""

EXCEPTION_HANDLING: Final = frozenset(
    {
        MAKES_EXCEPTION,
        *TAKES_EXCEPTION,
        *GIVES_EXCEPTION,
        "__cxa_rethrow",
        "__cxa_end_catch",
        "__cxa_free_exception",
        "_Unwind_Resume",
    }
)
"""They keep what they are given in front of the exception, and store no address in it."""

_EXCEPTIONS: Final = tuple(
    f"_ZNSt{len(name)}{name}{member}"
    for name in (
        "logic_error",
        "domain_error",
        "invalid_argument",
        "length_error",
        "out_of_range",
        "runtime_error",
        "range_error",
        "overflow_error",
        "underflow_error",
    )
    for member in "CD"
)
EXCEPTION_WORDS: Final = (0, 8)
"""Where the words of such an exception lie: the address of its table, and that of its message."""

_CHAINED: Final = (
    "_M_append",
    "_M_replace",
    "_M_assign",
    "6append",
    "6assign",
    "6insert",
    "7replace",
    "5erase",
    "EEpLE",
    "EEaSE",
    "17__assign_no_alias",
    "17__assign_external",
    "14__assign_short",
)
"""Members of a string that return the string."""

_ITERATING: Final = tuple(
    f"{member}EN{iterator}"
    for member in ("6insert", "5erase")
    for iterator in ("9__gnu_cxx17__normal_iterator", "S_11__wrap_iter")
)
"""Those of them that take a place in the string and return one."""


_BY_REFERENCE: Final = pattern(r"E(?:(?:RK|R|O)S[0-9A-Z]*_|[a-z])+$")
"""How members of a string are called that are given references and numbers: `append(t, 2)`."""

_ENDING: Final = pattern(r"E+D[0-2]Ev$")

_BEGINNING: Final = pattern(r"E+C[12]E|\d__init")
"""Constructors of strings, and what they call."""

_PASSING: Final = pattern(r"4swapERS|E(?:aS|C[12]|6assign)E[OR]S[0-9A-Z]*_(?:RK\w+)?$")
"""`a.swap(b)`, `a = std::move(b)`, the constructor that moves."""

_TABLE: Final = pattern(r"_ZT[VT]N?K?S[tiosd](?!3pmr)")
"""Not those of what hands out memory, in which there are numbers of the program."""

_LINKED: Final = {
    "St18_Rb_tree_node_base": (8, 16, 24),
    "NSt8__detail15_List_node_baseE": (0, 8),
}
"""Nodes that the library links, by their names in those of its functions, and where the links are:
behind the ones of a list's own node lies the list's size."""

LIBSTDCXX: Final = 32
LIBCXX: Final = 24
"""The bytes of a string of the two libraries."""

_WORDS: Final = (0, 8, 16, 24)
"""Where links may be in a node that nobody knows."""


def link(name: str) -> str | None:
    """What `!tbaa` calls the links that a function of the library sets or goes along."""
    known = _linked(name)
    return None if known is None else f"p1 _ZTS{known}"


def link_places(name: str) -> tuple[int, ...]:
    """Where in a node the links lie that a function of the library sets or goes along."""
    known = _linked(name)
    return _WORDS if known is None else _LINKED[known]


def _linked(name: str) -> str | None:
    return next((node for node in _LINKED if node.removesuffix("E") in name), None)


def sets_links(name: str) -> bool:
    """Whether a function of linked nodes does more than go along them."""
    return "_Rb_tree_increment" not in name and "_Rb_tree_decrement" not in name


def is_string(name: str) -> bool:
    """A member of a string of C++: it holds its own characters, and addresses of nothing else."""
    return name.startswith(_STRINGS)


def moves_characters(name: str) -> bool:
    """A member of a string, or what joins two: the bytes that it moves one by one are text."""
    return is_string(name) or _JOINING.match(name) is not None


def is_table(name: str) -> bool:
    """A table of virtual functions, or of such tables, of a class of the library."""
    return _TABLE.match(name) is not None


def is_stream(name: str) -> bool:
    """A function of a stream: the stream holds memory of the library, and its own address."""
    return name.startswith(_STREAMS) or _TAKING.match(name) is not None


def makes_string(name: str) -> bool:
    """A function that returns text, through its first argument: that of a stream, or a number's."""
    return (is_stream(name) and name.endswith(_TEXT)) or name.startswith(_SPELLING)


def counts(name: str) -> bool:
    """A function whose objects hold and that returns nothing but numbers."""
    return name.startswith(_COUNTING)


def returns_first(name: str) -> bool:
    """A function that returns its first argument."""
    if is_string(name):
        chained = any(word in name for word in _CHAINED)
        return chained and not any(word in name for word in _ITERATING)
    return name.startswith(_RETURNING) or extracts(name)


def extracts(name: str) -> bool:
    """A function that returns its first argument, a stream, and reads from it into its second."""
    return name.startswith(_EXTRACTING) or _TAKING.match(name) is not None


def reads_character(name: str) -> bool:
    """A function that reads one character into its second argument."""
    return _ONE_CHARACTER.match(name) is not None


def is_exception(name: str) -> bool:
    """A constructor or destructor of an exception, which is made with a copy of its message."""
    return name.startswith(_EXCEPTIONS)


def says_message(name: str) -> bool:
    """`what` of an exception of the library: it gives characters."""
    return name.startswith("_ZNKSt") and name.endswith("4whatEv")


def ends_string(name: str) -> bool:
    """A destructor of strings: what it leaves is read by nobody."""
    return is_string(name) and _ENDING.search(name) is not None


def reads_string(name: str) -> bool:
    """A member of strings that leaves its string as it is: whoever made it said what it holds."""
    return is_string(name) and name.startswith(_CONST)


def string_at(name: str, index: int) -> bool:
    """Whether a string lies where an argument of a member of a string or stream points to."""
    if is_string(name):
        return index == 0 or "swap" in name
    if name.startswith(_EXTRACTING):
        return index == 1 and "12basic_stringI" in name
    return index == 0 and makes_string(name)


def gives_characters(name: str, index: int) -> bool:
    """Whether a member of a string may give away characters of the string in an argument: not of
    one that is made there, or ends."""
    return not ends_string(name) and (index > 0 or _BEGINNING.search(name) is None)


def gets_characters(name: str, index: int) -> bool:
    """Whether a member of a string may put characters into the string in an argument."""
    return string_at(name, index) and not ends_string(name) and not reads_string(name)


def passes_characters(name: str) -> bool:
    """Whether a member of a string may take the characters of the string in its second argument,
    and give its own: a swap, a move."""
    return is_string(name) and _PASSING.search(name) is not None


def takes_characters(name: str) -> bool:
    """Whether a member of a string may be given characters by their address.

    False where all parameters are numbers, or references to objects of the library: other strings,
    which hold characters of their own, and allocators.
    """
    return _BY_REFERENCE.search(name) is None


def hands_out(name: str) -> bool:
    """A member of a string that copies its characters to where its second argument points to."""
    return is_string(name) and "4copyEP" in name


def short_characters(name: str) -> int | None:
    """Where in a string its own characters lie, to which its first word may point.

    None where no word of a string leads into itself.
    """
    return 16 if "St7__cxx11" in name else None


def characters_within(size: int) -> range:
    """Where in a string of so many bytes its own characters lie, as long as they are few."""
    return range(16 if size == LIBSTDCXX else 1, size)


def string_words(name: str) -> tuple[int, ...]:
    """Where in a string words lie that may be the address of its characters.

    Those of libc++ are a union of characters and of size, capacity and address, in either order.
    """
    return (0, 16) if short_characters(name) is None else (0,)


def string_size(name: str) -> int:
    """The bytes of a string, of which a member's or a type's name tells the kind."""
    return LIBCXX if short_characters(name) is None else LIBSTDCXX


def string_type(name: str) -> bool:
    """Whether `!tbaa` calls a string, or the first part of one, by this name."""
    return name.startswith(_STRING_TYPES)
