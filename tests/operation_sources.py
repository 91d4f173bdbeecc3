"""The programs in C of `tests/operations.py`: (section, row of the page, narrow, truth, body).

A body is that of `R f(R x, R y)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import mpmath as mp

Truth = Callable[[Any, Any], Any]
Source = tuple[str, str, bool, Truth, str]

C_HEAD: Final = r"""
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#pragma clang diagnostic ignored "-Wincompatible-library-redeclaration"
typedef R V __attribute__((vector_size(4 * sizeof(R))));
typedef I VI __attribute__((vector_size(4 * sizeof(I))));
void *valloc(size_t); void *pvalloc(size_t); void *memalign(size_t, size_t); void cfree(void *);
void *reallocarray(void *, size_t, size_t); void *reallocf(void *, size_t);
void free_sized(void *, size_t); void free_aligned_sized(void *, size_t, size_t);
void *_aligned_malloc(size_t, size_t); void _aligned_free(void *);
void *_mm_malloc(size_t, size_t); void _mm_free(void *);
void *_Znwm(size_t); void *_Znam(size_t); void _ZdlPv(void *); void _ZdaPv(void *);
void *_ZnwmRKSt9nothrow_t(size_t, const void *); void *_ZnamRKSt9nothrow_t(size_t, const void *);
void *_ZnwmSt11align_val_t(size_t, size_t); void *_ZnamSt11align_val_t(size_t, size_t);
void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t, size_t, const void *);
void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t, size_t, const void *);
void _ZdlPvm(void *, size_t); void _ZdaPvm(void *, size_t);
void _ZdlPvSt11align_val_t(void *, size_t); void _ZdaPvSt11align_val_t(void *, size_t);
void _ZdlPvmSt11align_val_t(void *, size_t, size_t);
void _ZdaPvmSt11align_val_t(void *, size_t, size_t);
void _ZdlPvRKSt9nothrow_t(void *, const void *); void _ZdaPvRKSt9nothrow_t(void *, const void *);
void _ZdlPvSt11align_val_tRKSt9nothrow_t(void *, size_t, const void *);
void _ZdaPvSt11align_val_tRKSt9nothrow_t(void *, size_t, const void *);
void *__rust_alloc(size_t, size_t); void *__rust_alloc_zeroed(size_t, size_t);
void *__rust_realloc(void *, size_t, size_t, size_t); void __rust_dealloc(void *, size_t, size_t);
void *NRT_Allocate(size_t); void *NRT_Reallocate(void *, size_t); void NRT_Free(void *);
void *mempcpy(void *, const void *, size_t); void bcopy(const void *, void *, size_t);
void bzero(void *, size_t); void explicit_bzero(void *, size_t);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
static char nothrow;
struct number { R re, im; };
struct three { R a, b, c; };
struct labelled { R value; int label; };
struct node { struct node *next, *previous; R value; };
struct tree { int colour; struct tree *parent, *left, *right; R value; };
void _ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *, struct node *);
void _ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *);
void _ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *);
void _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(
    struct node *, struct node *, struct node *);
void _ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *, struct node *);
void _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    _Bool, struct tree *, struct tree *, struct tree *);
struct tree *_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
    struct tree *, struct tree *);
struct tree *_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct tree *);
struct tree *_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct tree *);
const struct tree *_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const struct tree *);
const struct tree *_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const struct tree *);
static int less(const void *a, const void *b) {
  R x = *(const R *)a, y = *(const R *)b;
  return (x > y) - (x < y);
}
static int by_label(const void *a, const void *b) {
  return ((const struct labelled *)a)->label - ((const struct labelled *)b)->label;
}
static R cube(R x) { return x * x * x; }
static R square(R x) { return x * x; }
static void doubled(R *p) { *p = *p * 2; }
static R recursive(R x, int n) { return n ? x * recursive(x, n - 1) + n : x; }
static struct three big(R x, R y) { struct three t = {x * y, x + y, x * x}; return t; }
static struct number pair(R x, R y) { struct number n = {x * y, x + y}; return n; }
static R taken(struct three t, struct number n) { return t.a * n.re + t.b * t.c * n.im; }
static R _Complex times(R _Complex a, R _Complex b) { return a * b; }
static R table[4] = {1, 2, 3, 4};
static R kept;
static _Thread_local R mine;
"""

# What no library of this machine has; linked when the derivatives are there.
RUNTIME: Final = r"""
#include <stddef.h>
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void free(void *);
void *__rust_alloc(size_t n, size_t a) { return malloc(n); }
void *__rust_alloc_zeroed(size_t n, size_t a) { return calloc(n, 1); }
void *__rust_realloc(void *p, size_t old, size_t a, size_t n) { return realloc(p, n); }
void __rust_dealloc(void *p, size_t n, size_t a) { free(p); }
void *NRT_Allocate(size_t n) { return malloc(n); }
void *NRT_Reallocate(void *p, size_t n) { return realloc(p, n); }
void NRT_Free(void *p) { free(p); }
void *reallocf(void *p, size_t n) { return realloc(p, n); }
void free_sized(void *p, size_t n) { free(p); }
void free_aligned_sized(void *p, size_t a, size_t n) { free(p); }
void cfree(void *p) { free(p); }
void *aligned_alloc(size_t, size_t);
void *_aligned_malloc(size_t n, size_t a) { return aligned_alloc(a, (n + a - 1) / a * a); }
void _aligned_free(void *p) { free(p); }
void *_mm_malloc(size_t n, size_t a) { return aligned_alloc(a, (n + a - 1) / a * a); }
void _mm_free(void *p) { free(p); }
"""

# An allocation, and what frees it: the call, the release, whether it comes zeroed.
_FAMILIES: Final = (
    ("malloc, free", "malloc(N)", "free(p)"),
    ("aligned_alloc", "aligned_alloc(64, 64)", "free(p)"),
    ("memalign", "memalign(64, N)", "free(p)"),
    ("valloc", "valloc(N)", "free(p)"),
    ("pvalloc", "pvalloc(N)", "free(p)"),
    ("cfree", "malloc(N)", "cfree(p)"),
    ("free_sized", "malloc(N)", "free_sized(p, N)"),
    ("free_aligned_sized", "aligned_alloc(64, 64)", "free_aligned_sized(p, 64, 64)"),
    ("_aligned_malloc, _aligned_free", "_aligned_malloc(N, 64)", "_aligned_free(p)"),
    ("_mm_malloc, _mm_free", "_mm_malloc(N, 64)", "_mm_free(p)"),
    ("operator new, delete", "_Znwm(N)", "_ZdlPv(p)"),
    ("operator new, delete (sized)", "_Znwm(N)", "_ZdlPvm(p, N)"),
    ("operator new[], delete[]", "_Znam(N)", "_ZdaPv(p)"),
    ("operator new[], delete[] (sized)", "_Znam(N)", "_ZdaPvm(p, N)"),
    (
        "operator new, delete (nothrow)",
        "_ZnwmRKSt9nothrow_t(N, &nothrow)",
        "_ZdlPvRKSt9nothrow_t(p, &nothrow)",
    ),
    (
        "operator new[], delete[] (nothrow)",
        "_ZnamRKSt9nothrow_t(N, &nothrow)",
        "_ZdaPvRKSt9nothrow_t(p, &nothrow)",
    ),
    (
        "operator new, delete (aligned)",
        "_ZnwmSt11align_val_t(N, 64)",
        "_ZdlPvSt11align_val_t(p, 64)",
    ),
    (
        "operator new[], delete[] (aligned)",
        "_ZnamSt11align_val_t(N, 64)",
        "_ZdaPvSt11align_val_t(p, 64)",
    ),
    (
        "operator new, delete (aligned, sized)",
        "_ZnwmSt11align_val_t(N, 64)",
        "_ZdlPvmSt11align_val_t(p, N, 64)",
    ),
    (
        "operator new[], delete[] (aligned, sized)",
        "_ZnamSt11align_val_t(N, 64)",
        "_ZdaPvmSt11align_val_t(p, N, 64)",
    ),
    (
        "operator new, delete (aligned, nothrow)",
        "_ZnwmSt11align_val_tRKSt9nothrow_t(N, 64, &nothrow)",
        "_ZdlPvSt11align_val_tRKSt9nothrow_t(p, 64, &nothrow)",
    ),
    (
        "operator new[], delete[] (aligned, nothrow)",
        "_ZnamSt11align_val_tRKSt9nothrow_t(N, 64, &nothrow)",
        "_ZdaPvSt11align_val_tRKSt9nothrow_t(p, 64, &nothrow)",
    ),
    ("__rust_alloc, __rust_dealloc", "__rust_alloc(N, 16)", "__rust_dealloc(p, N, 16)"),
    ("NRT_Allocate, NRT_Free", "NRT_Allocate(N)", "NRT_Free(p)"),
)
_ZEROED: Final = (
    ("calloc", "calloc(2, sizeof(R))", "free(p)"),
    ("__rust_alloc_zeroed", "__rust_alloc_zeroed(N, 16)", "__rust_dealloc(p, N, 16)"),
)
_GROWING: Final = (
    ("realloc", "malloc(N)", "realloc(p, 2 * N)", "free(p)"),
    ("reallocarray", "malloc(N)", "reallocarray(p, 4, sizeof(R))", "free(p)"),
    ("reallocf", "malloc(N)", "reallocf(p, 2 * N)", "free(p)"),
    (
        "__rust_realloc",
        "__rust_alloc(N, 16)",
        "__rust_realloc(p, N, 16, 2 * N)",
        "__rust_dealloc(p, 2 * N, 16)",
    ),
    ("NRT_Reallocate", "NRT_Allocate(N)", "NRT_Reallocate(p, 2 * N)", "NRT_Free(p)"),
)


def _allocations() -> Iterator[Source]:
    size = "const size_t N = 2 * sizeof(R); "
    for title, make, release in _FAMILIES:
        body = f"R *p = {make}; p[0] = x; p[1] = y; R v = p[0] * p[0] * p[1]; {release}; return v;"
        yield "Allocation", title, False, lambda x, y: x * x * y, size + body
    for title, make, release in _ZEROED:
        body = f"R *p = {make}; p[0] += x * y; p[0] = p[0] * p[0] + p[1]; R v = p[0]; {release};"
        yield "Allocation", title, False, lambda x, y: (x * y) ** 2, f"{size}{body} return v;"
    for title, make, more, release in _GROWING:
        body = (
            f"R *p = {make}; p[0] = x * y; p[1] = x; p = {more}; p[2] = p[0] * p[1]; "
            f"R v = p[2] * p[0]; {release}; return v;"
        )
        yield "Allocation", title, False, lambda x, y: x**3 * y**2, size + body
    yield (
        "Allocation",
        "posix_memalign",
        False,
        lambda x, y: x * y * y,
        (
            "void *p = 0; if (posix_memalign(&p, 64, 2 * sizeof(R))) return 0; R *q = p; "
            "q[0] = x * y; q[1] = y; R v = q[0] * q[1]; free(p); return v;"
        ),
    )
    yield (
        "Allocation",
        "alloca, arrays of run-time length",
        False,
        lambda x, y: x * x * y + x,
        (
            "int n = x > 1000 ? 3 : 2; R a[n]; a[0] = x; a[1] = x * y; "
            "R *b = __builtin_alloca(sizeof(R)); *b = a[0] * a[1]; return *b + a[0];"
        ),
    )


_FILL: Final = "R a[2] = {x * y, x}, b[3] = {1, y, 2}; "


def _copies() -> Iterator[Source]:
    def source(title: str, body: str, truth: Truth = lambda x, y: x * x * y + 2 * y) -> Source:
        return "Memory functions", title, False, truth, _FILL + body

    rest = "return b[0] * b[1] + b[2] * y;"
    for title, copy in (
        ("memcpy", "memcpy(b, a, sizeof a);"),
        ("memmove", "memmove(b, a, sizeof a);"),
        ("mempcpy", "R *end = mempcpy(b, a, sizeof a); *end = 2;"),
        ("bcopy", "bcopy(a, b, sizeof a);"),
        ("llvm.memcpy", "__builtin_memcpy(b, a, sizeof a);"),
        ("llvm.memcpy.inline", "__builtin_memcpy_inline(b, a, sizeof a);"),
        ("llvm.memmove", "__builtin_memmove(b, a, sizeof a);"),
        ("__memcpy_chk", "__memcpy_chk(b, a, sizeof a, sizeof b);"),
        ("__memmove_chk", "__memmove_chk(b, a, sizeof a, sizeof b);"),
        ("__mempcpy_chk", "R *end = __mempcpy_chk(b, a, sizeof a, sizeof b); *end = 2;"),
    ):
        yield source(title, f"{copy} {rest}")
    overlapping = "b[0] = x; b[1] = x * y; {} return b[1] * b[2];"
    for title, call in (
        ("memmove where source and target meet", "memmove(b + 1, b, 2 * sizeof(R));"),
        ("llvm.memmove where they meet", "__builtin_memmove(b + 1, b, 2 * sizeof(R));"),
    ):
        yield source(title, overlapping.format(call), lambda x, y: x * x * y)
    cleared = "b[0] = x * y; b[1] = x; {} return b[0] * y + b[0] * b[1] + x * b[2];"
    for title, call in (
        ("memset", "memset(b + 1, 0, 2 * sizeof(R));"),
        ("bzero", "bzero(b + 1, 2 * sizeof(R));"),
        ("explicit_bzero", "explicit_bzero(b + 1, 2 * sizeof(R));"),
        ("llvm.memset", "__builtin_memset(b + 1, 0, 2 * sizeof(R));"),
        ("llvm.memset.inline", "__builtin_memset_inline(b + 1, 0, 2 * sizeof(R));"),
        ("__memset_chk", "__memset_chk(b + 1, 0, 2 * sizeof(R), 2 * sizeof(R));"),
    ):
        yield source(title, cleared.format(call), lambda x, y: x * y * y)
    yield (
        "Memory functions",
        "memset of other bytes than zero",
        True,
        lambda x, y: x * x * y,
        f"{_FILL}b[1] = x; memset(b + 1, 1, sizeof(R)); return b[1] * y + a[0] * a[1];",
    )
    yield source(
        "memchr, memcmp, bcmp",
        "int k = memcmp(a, b, sizeof(R)) != 0 || bcmp(a, b, sizeof(R)) == 0; "
        "return memchr(\"abc\", 'b', 3) ? a[0] * x * k : a[1];",
        lambda x, y: x * x * y,
    )


_SMALLER: Final = lambda x, y: (min(x, y) ** 2) * max(x, y)  # noqa: E731


def _library() -> Iterator[Source]:
    yield (
        "libc",
        "qsort",
        False,
        lambda x, y: _SMALLER(x * y, x + y) + x,
        (
            "R a[3] = {x + y, x * y, -100}; qsort(a, 3, sizeof(R), less); "
            "return a[1] * a[1] * a[2] + x;"
        ),
    )
    yield (
        "libc",
        "qsort of structures",
        False,
        lambda x, y: x * x * y + 2 * y,
        (
            "struct labelled a[3] = {{x * y, 3}, {y, 1}, {x, 2}}; "
            "qsort(a, 3, sizeof *a, by_label); return a[1].value * a[2].value + 2 * a[0].value;"
        ),
    )
    yield (
        "libc",
        "bsearch",
        False,
        lambda x, y: x * y * y,
        (
            "struct labelled a[3] = {{y, 1}, {x * y, 2}, {x, 3}}, key = {0, 2}; "
            "struct labelled *found = bsearch(&key, a, 3, sizeof a[0], by_label); "
            "return found->value * a[0].value;"
        ),
    )
    tree = (
        "struct tree head = {0, 0, &head, &head, 0}, n[3] = {{0, 0, 0, 0, x}, {0, 0, 0, 0, x * y}, "
        "{0, 0, 0, 0, y}}; "
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(1, n, &head, &head); "
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(0, n + 1, n, &head); "
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(0, n + 2, n + 1, &head);"
    )
    walk = "R v = 0, w = 1; for (struct tree *p = head.left; p != &head; p = {}(p))"
    walk += " {{ v += w * p->value * p->value; w += 1; }} return v;"
    forwards = "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base"
    backwards = "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base"
    yield (
        "C++ run time",
        "std::_Rb_tree_insert_and_rebalance, _Rb_tree_increment (std::map, std::set)",
        False,
        lambda x, y: x**2 + 2 * (x * y) ** 2 + 3 * y**2,
        f"{tree} {walk.format(forwards)}",
    )
    yield (
        "C++ run time",
        "std::_Rb_tree_decrement",
        False,
        lambda x, y: y**2 + 2 * (x * y) ** 2 + 3 * x**2,
        tree + walk.format(backwards).replace("head.left", "head.right"),
    )
    yield (
        "C++ run time",
        "std::_Rb_tree_increment, _Rb_tree_decrement (const)",
        False,
        lambda x, y: x * x * y * y,
        (
            f"{tree} const struct tree *p = head.left; "
            "p = _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(p); R v = p->value; "
            "p = _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(p); v *= p->value; "
            "p = _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(p); "
            "p = _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(p); return v * p->value;"
        ),
    )
    yield (
        "C++ run time",
        "std::_Rb_tree_rebalance_for_erase",
        False,
        lambda x, y: x**2 + 2 * y**2,
        f"{tree} _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(n + 1, &head); "
        + walk.format(forwards),
    )
    ring = (
        "struct node head = {&head, &head, 0}, n[3] = {{0, 0, x}, {0, 0, x * y}, {0, 0, y}}; "
        "for (int i = 0; i < 3; i++) "
        "_ZNSt8__detail15_List_node_base7_M_hookEPS0_(n + i, &head); "
    )
    along = (
        "R v = 0, w = 1; for (struct node *p = head.next; p != &head; p = p->next) "
        "{ v += w * p->value * p->value; w += 1; } return v;"
    )
    for title, more, truth in (
        ("_M_hook (std::list)", "", lambda x, y: x**2 + 2 * (x * y) ** 2 + 3 * y**2),
        (
            "_M_unhook",
            "_ZNSt8__detail15_List_node_base9_M_unhookEv(n + 1); ",
            lambda x, y: x**2 + 2 * y**2,
        ),
        (
            "_M_reverse",
            "_ZNSt8__detail15_List_node_base10_M_reverseEv(&head); ",
            lambda x, y: y**2 + 2 * (x * y) ** 2 + 3 * x**2,
        ),
        (
            "_M_transfer",
            "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(n, n + 2, &head); ",
            lambda x, y: y**2 + 2 * x**2 + 3 * (x * y) ** 2,
        ),
        (
            "swap",
            (
                "struct node other = {&other, &other, 0}; "
                "_ZNSt8__detail15_List_node_base4swapERS0_S1_(&head, &other); "
                "_ZNSt8__detail15_List_node_base4swapERS0_S1_(&head, &other); "
            ),
            lambda x, y: x**2 + 2 * (x * y) ** 2 + 3 * y**2,
        ),
    ):
        yield (
            "C++ run time",
            f"std::__detail::_List_node_base::{title}",
            False,
            truth,
            (ring + more + along),
        )


def _instructions() -> Iterator[Source]:
    def source(title: str, truth: Truth, body: str, narrow: bool = False) -> Source:
        return "Instructions", title, narrow, truth, body

    yield source(
        "load, store, alloca, getelementptr",
        lambda x, y: x * y * y,
        "R a[4]; R *p = a + 1; p[0] = x; p[1] = y; p[2] = p[0] * p[1]; return a[3] * p[1];",
    )
    yield source(
        "load, store of a double as an integer",
        lambda x, y: x * x * y,
        "union { R r; I i; } a = {x}, b; b.i = a.i; I copy; memcpy(&copy, &y, sizeof y); R c; "
        "memcpy(&c, &copy, sizeof c); return b.r * b.r * c;",
        True,
    )
    yield source(
        "br, loops",
        lambda x, y: x**4 * y + 3,
        "R v = y; for (int i = 0; i < 4; i++) v *= x; if (v > -1e9) v += 3; return v;",
    )
    yield source(
        "switch",
        lambda x, y: x * x * y + x * y,
        "R v = 1; for (int i = 0; i < 4; i++) switch (i) { case 0: v *= x; break; "
        "case 1: v *= y; break; case 2: v = v * x + v; break; default: v += 0; } return v;",
    )
    yield source("call, ret", lambda x, y: x**3 * y, "return cube(x) * y;")
    yield source(
        "call through a pointer",
        lambda x, y: x**3 + y**2,
        "R (*f[2])(R) = {cube, square}; return f[0](x) + f[1](y);",
    )
    yield source(
        "call that writes through an argument",
        lambda x, y: 4 * x * y,
        "R a = x; doubled(&a); doubled(&a); return a * y;",
    )
    yield source(
        "recursion", lambda x, y: (((x * x + 1) * x + 2) * x + 3) * y, "return recursive(x, 3) * y;"
    )
    yield source(
        "structures by value and by sret",
        lambda x, y: (x * y) ** 2 + (x + y) ** 2 * x**2,
        "return taken(big(x, y), pair(x, y));",
    )
    yield source(
        "globals",
        lambda x, y: (x * 2) ** 2 * y,
        "kept = x * table[1]; R v = kept * y; v *= kept; kept = 0; return v;",
    )
    yield source(
        "thread-local globals",
        lambda x, y: x * x * y,
        "mine = x; R v = mine * mine * y; mine = 0; return v;",
    )
    yield source(
        "sign of a float by xor of its bits",
        lambda x, y: -x * y,
        "I i; memcpy(&i, &x, sizeof i); i ^= (I)1 << (8 * sizeof(I) - 1); R v; "
        "memcpy(&v, &i, sizeof v); return v * y;",
        True,
    )
    yield source(
        "magnitude of a float by and of its bits",
        lambda x, y: abs(x - 10) * y,
        "R z = x - 10; I i; memcpy(&i, &z, sizeof i); i &= ~((I)1 << (8 * sizeof(I) - 1)); R v; "
        "memcpy(&v, &i, sizeof v); return v * y;",
        True,
    )
    yield source(
        "power of two by adding to the exponent's bits",
        lambda x, y: 8 * x * y,
        "I i; memcpy(&i, &x, sizeof i); i += (I)3 << (sizeof(I) == 4 ? 23 : 52); R v; "
        "memcpy(&v, &i, sizeof v); return v * y;",
        True,
    )
    yield source(
        "two floats in one integer",
        lambda x, y: 2 * x - y / 2,
        "float a = x, b = y; unsigned i, j; memcpy(&i, &a, 4); memcpy(&j, &b, 4); "
        "unsigned long both = (unsigned long)i << 32 | j; i = both >> 32; j = (unsigned)both; "
        "memcpy(&a, &i, 4); memcpy(&b, &j, 4); return (R)a * 2 - (R)b / 2;",
    )
    yield source(
        "fptosi, sitofp, compares, ptrtoint",
        lambda x, y: x * y,
        "R a[2] = {x, y}; int k = (int)(x * 1000); long d = (long)(a + 1) - (long)a; "
        "return x * y * (k > -1) * (R)(d == sizeof(R)) + 0 * (R)k * 0 * (x < y);",
    )
    yield source(
        "vectors: extract, insert, shuffle, arithmetic",
        lambda x, y: (x + y) * x + (x * y + x) * y,
        "V a = {x, y, x, y}, b = {y, x, x * y, 1}; V c = a + b; "
        "V d = __builtin_shufflevector(c, a, 2, 0, 5, 4); c[1] = d[1]; d[1] = a[0]; "
        "return c[1] * d[1] + (d[0] + 0 * c[3]) * y;",
        True,
    )
    yield source(
        "complex numbers by value",
        lambda x, y: mp.re(mp.mpc(x, y) * mp.mpc(y, 1)) + mp.im(mp.mpc(x, y) * mp.mpc(y, 1)) * x,
        "R _Complex a, b; __real__ a = x; __imag__ a = y; __real__ b = y; __imag__ b = 1; "
        "R _Complex c = times(a, b); return __real__ c + __imag__ c * x;",
    )
    yield source(
        "inline assembly that is empty",
        lambda x, y: x * y * y,
        'R v = x * y; __asm__ volatile("" ::: "memory"); __asm__ volatile("" : : "g"(&v) : '
        '"memory"); __asm__ volatile("" : "+m"(v)); return v * y;',
    )
    yield source(
        "inline assembly: cpuid",
        lambda x, y: x * y * y,
        "R v = x * y; unsigned a = 0, b, c = 0, d; "
        '__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d)); return v * y;',
    )


C_OPERATIONS: Final[tuple[Source, ...]] = (
    *_instructions(),
    *_copies(),
    *_allocations(),
    *_library(),
)
