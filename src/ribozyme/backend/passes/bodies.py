"""Bodies of library functions that headers only declare: what has a body is differentiated.

    std::sort(v, v + n)     libc++:  call void @std::__sort<…>(v, v + n, less), in its library file
                            here:    qsort(v, n, 8, @rz.less…), which has a rule

libc++ keeps a few templates and the counting of references in its library; libstdc++ has all of
these in headers. A body here does what the standard says of the function, by functions that are
known. Only modules that declare such a function get it, each for itself.
"""

import re
from collections.abc import Mapping
from typing import Final

from ribozyme.backend.llvm import link
from ribozyme.base.regex import pattern

_DECLARED: Final = pattern(r'^declare [^@\n]*@"?(_ZNSt3__1[\w.]+)"?\(', re.M)
_OURS: Final = pattern(r"^define linkonce_odr hidden (?=[^@\n]*@(?:_ZNSt3__1|rz\.less\.))", re.M)
_SORT: Final = pattern(r"_ZNSt3__16__sortIRNS_6__lessI([a-z])\1EEP\1EEvT0_S5_T_")

# By the letter of a type in a name: the type, its bytes, and what `less` is for it.
_SORTED: Final[Mapping[str, tuple[str, int, str]]] = {
    "a": ("i8", 1, "icmp slt"),
    "c": ("i8", 1, "icmp slt"),
    "h": ("i8", 1, "icmp ult"),
    "s": ("i16", 2, "icmp slt"),
    "t": ("i16", 2, "icmp ult"),
    "i": ("i32", 4, "icmp slt"),
    "j": ("i32", 4, "icmp ult"),
    "l": ("i64", 8, "icmp slt"),
    "m": ("i64", 8, "icmp ult"),
    "x": ("i64", 8, "icmp slt"),
    "y": ("i64", 8, "icmp ult"),
    "f": ("float", 4, "fcmp olt"),
    "d": ("double", 8, "fcmp olt"),
}

_SORTING: Final = """
define linkonce_odr hidden void @{name}(ptr %first, ptr %last, ptr %less) {{
  %from = ptrtoint ptr %first to i64
  %to = ptrtoint ptr %last to i64
  %bytes = sub i64 %to, %from
  %count = sdiv exact i64 %bytes, {size}
  call void @qsort(ptr %first, i64 %count, i64 {size}, ptr @rz.less.{letter})
  ret void
}}

define linkonce_odr hidden i32 @rz.less.{letter}(ptr %one, ptr %other) {{
  %a = load {type}, ptr %one, align {size}
  %b = load {type}, ptr %other, align {size}
  %less = {compare} {type} %a, %b
  %more = {compare} {type} %b, %a
  %before = sext i1 %less to i32
  %behind = zext i1 %more to i32
  %order = or i32 %before, %behind
  ret i32 %order
}}

declare void @qsort(ptr, i64, i64, ptr)
"""

# A block of two counts: of who owns the object, and of who owns or watches the block, each less
# one. Behind the destructors its table has what ends the object, what names the deleter, and what
# ends the block.
_BLOCKS: Final[Mapping[str, str]] = {
    "_ZNSt3__119__shared_weak_count14__release_weakEv": """
define linkonce_odr hidden void @{name}(ptr %block) {{
  %watchers = getelementptr inbounds i8, ptr %block, i64 16
  %before = atomicrmw add ptr %watchers, i64 -1 acq_rel, align 8
  %last = icmp eq i64 %before, 0
  br i1 %last, label %end, label %done

end:
  %table = load ptr, ptr %block, align 8
  %place = getelementptr inbounds i8, ptr %table, i64 32
  %function = load ptr, ptr %place, align 8
  call void %function(ptr %block)
  br label %done

done:
  ret void
}}
""",
    "_ZNSt3__119__shared_weak_count4lockEv": """
define linkonce_odr hidden ptr @{name}(ptr %block) {{
  %owners = getelementptr inbounds i8, ptr %block, i64 8
  %first = load atomic i64, ptr %owners seq_cst, align 8
  br label %again

again:
  %count = phi i64 [ %first, %0 ], [ %found, %take ]
  %gone = icmp eq i64 %count, -1
  br i1 %gone, label %done, label %take

take:
  %more = add i64 %count, 1
  %pair = cmpxchg ptr %owners, i64 %count, i64 %more seq_cst seq_cst, align 8
  %found = extractvalue {{ i64, i1 }} %pair, 0
  %taken = extractvalue {{ i64, i1 }} %pair, 1
  br i1 %taken, label %done, label %again

done:
  %kept = phi ptr [ null, %again ], [ %block, %take ]
  ret ptr %kept
}}
""",
    "_ZNSt3__119__shared_weak_countD2Ev": """
define linkonce_odr hidden void @{name}(ptr %block) {{
  ret void
}}
""",
}


def with_bodies(text: str) -> str:
    """The module with the bodies that are known of what it only declares."""
    declared = _DECLARED.findall(text) if "_ZNSt3__1" in text else ()
    made = {name: body for name in declared if (body := _body(name))}
    if not made:
        return text
    return _OURS.sub("define internal ", link([text, *made.values()], ["", *made]))


def _body(name: str) -> str:
    if name in _BLOCKS:
        return _BLOCKS[name].format(name=name)
    sorting = _SORT.fullmatch(name)
    if sorting is None or sorting[1] not in _SORTED:
        return ""
    type, size, compare = _SORTED[sorting[1]]
    return _SORTING.format(name=name, letter=sorting[1], type=type, size=size, compare=compare)
