"""Hash tables of `std`, whose blocks hold keys, values and tags side by side.

    call … __mm_load_si128(ptr %group, ptr %tags), !dbg …hashbrown…   →   call … @rz.rust.tags(…)
    load i64, ptr %key, !dbg …core/src/hash…                           →   … !tbaa "bool"
    br i1 %few, label %in_place, label %resized                        →   br label %resized
    define internal … @_R…9hashbrown3raw… #5                           →   … alwaysinline

rustc prints no types of accesses. Tags are read by vectors in code of the library alone. A key is
read to be hashed or compared, and neither passes on a derivative, whatever lies there. A table
without room moves into a new block, since in its own it is swapped byte by byte. The code that
tables of all types share gets a copy for each.
"""

import re
from collections.abc import Mapping
from typing import Final

_NODE: Final = re.compile(r"^!(\d+) = (?:distinct )?(!DI(?:Loc|Sub|Lex|File).*)$", re.M)
_GROUP: Final = re.compile(
    r"^(  call void )@_R\w*9core_arch3x864sse21[45]__mm_loadu?_si128\w*(\([^\n]*!dbg !(\d+))$",
    re.M,
)
_KEY: Final = re.compile(r"^  %\S+ = load i\d+, ptr [^\n]*!dbg !(\d+)[^\n]*$", re.M)
_FIELD: Final = r"\b{}: (!?\w+|\"(?:[^\"\\]|\\.)*\")"
_TAGS: Final = re.compile(r"\bhashbrown[^/]*/src/control/")
_HASHING: Final = re.compile(r"/core/src/(?:hash/|cmp\.rs$)")
_REHASH: Final = re.compile(
    r"^define [^\n]*9hashbrown3raw\w*13RawTableInner20reserve_rehash_inner\w*\(.*?^\}$", re.M | re.S
)
_IN_PLACE: Final = re.compile(r"^(\w+):[^\n]*\n(?:[^\n]+\n)*?[^\n]*15rehash_in_place", re.M)
_SHARED: Final = re.compile(
    r"^(define [^\n]*@_R\w*NtCs\w+_9hashbrown3raw\w*\([^\n]*?\) unnamed_addr) #\d+", re.M
)
_READ: Final = """
define internal void @rz.rust.tags(ptr %group, ptr %tags) alwaysinline {{
  %v = load <2 x i64>, ptr %tags, align 1, !tbaa !{0}
  store <2 x i64> %v, ptr %group, align 16
  ret void
}}
!{0} = !{{!{1}, !{1}, i64 0}}
!{1} = !{{!"bool", !{2}, i64 0}}
!{2} = !{{!"keys and tags of hash tables"}}
"""


def followed(text: str) -> str:
    """The module, with hash tables that can be followed."""
    if "9hashbrown" not in text:
        return text
    text = _SHARED.sub(r"\1 alwaysinline uwtable", _REHASH.sub(_resized, text))
    nodes = dict(_NODE.findall(text))
    first = 1 + max(map(int, re.findall(r"^!(\d+) = ", text, re.M)), default=-1)

    def tags(found: re.Match[str]) -> str:
        inside = _TAGS.search(_file(found[3], nodes))
        return f"{found[1]}@rz.rust.tags{found[2]}" if inside else found[0]

    def key(found: re.Match[str]) -> str:
        inside = _HASHING.search(_file(found[1], nodes))
        return f"{found[0]}, !tbaa !{first}" if inside else found[0]

    text = _KEY.sub(key, _GROUP.sub(tags, text))
    return text + _READ.format(first, first + 1, first + 2)


def _resized(found: re.Match[str]) -> str:
    """The function that makes room in a table, without its branch to the swaps."""
    place = _IN_PLACE.search(found[0])
    if place is None:
        return found[0]
    branch = rf"^  br i1 \S+, label %{place[1]}, label (%\w+)"
    return re.sub(branch, r"  br label \1", found[0], flags=re.M)


def _file(place: str, nodes: Mapping[str, str]) -> str:
    """The file that a place of debug information lies in."""
    scope = _field(nodes.get(place, ""), "scope")
    return _field(nodes.get(_field(nodes.get(scope, ""), "file"), ""), "filename")


def _field(node: str, name: str) -> str:
    found = re.search(_FIELD.format(name), node)
    return found[1].lstrip("!").strip('"') if found else ""
