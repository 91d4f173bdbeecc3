"""Bytes that leave the program and come back: which argument of a function says where they lie.

fwrite(p, …)    SENT: what lies at p goes out              fputc(c, …)   c does, a byte
fread(p, …)     RECEIVED: what came in lies at p           fgetc(…)      the result is a byte
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.expr import words

__all__ = ["BRANCHING", "BYTES_RECEIVED", "BYTES_SENT", "MAPPED", "RECEIVED", "SCATTERED", "SENT"]

_LIBCXX: Final = "NSt3__1{0}basic_{1}IcNS_11char_traitsIcEEE"
_LIBSTDCXX: Final = "NSt{0}basic_{1}IcSt11char_traitsIcEE"
_BUFFERS: Final = tuple(
    f"_Z{mangled}".format(len(f"basic_{kind}"), kind)
    for mangled in (_LIBCXX, _LIBSTDCXX)
    for kind in ("streambuf", "filebuf")
)


def _members(*names: str) -> dict[str, int]:
    return dict.fromkeys((f"{buffer}{name}" for buffer in _BUFFERS for name in names), 1)


SENT: Final = (
    dict.fromkeys(("fwrite", "fwrite_unlocked", "__fwrite_chk"), 0)
    | dict.fromkeys(("write", "pwrite", "pwrite64", "send", "sendto", "_ZNSo5writeEPKcl"), 1)
    | dict.fromkeys(("writev", "pwritev", "pwritev64", "sendmsg"), 1)
    | {"_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE5writeEPKcl": 1}
    | dict.fromkeys(
        (f"{one}{how}" for one in _BUFFERS for how in ("5sputnEPKcl", "6xsputnEPKcl")), 1
    )
)
"""Functions that hand on what lies behind an argument."""

RECEIVED: Final = (
    dict.fromkeys(("fread", "fread_unlocked", "__fread_chk"), 0)
    | dict.fromkeys(("read", "pread", "pread64", "__read_chk", "__pread_chk"), 1)
    | dict.fromkeys(("recv", "recvfrom", "__recv_chk", "_ZNSi4readEPcl", "_ZNSi8readsomeEPcl"), 1)
    | dict.fromkeys(("readv", "preadv", "preadv64", "recvmsg"), 1)
    | {"_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE4readEPcl": 1}
    | {"_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE8readsomeEPcl": 1}
    | _members("5sgetnEPcl", "6xsgetnEPcl")
)
"""Functions that fill what lies behind an argument with what was handed on."""

SCATTERED: Final = words("writev pwritev pwritev64 sendmsg readv preadv preadv64 recvmsg")
"""Those functions whose argument is a list of addresses."""

BYTES_SENT: Final = words(
    "fputc putc putchar fputc_unlocked putc_unlocked _IO_putc _ZNSo3putEc "
    "_ZNSt3__113basic_ostreamIcNS_11char_traitsIcEEE3putEc"
) | frozenset(_members("5sputcEc", "8overflowEi"))
"""Functions that hand on an argument, a byte."""

BYTES_RECEIVED: Final = words(
    "fgetc getc getchar fgetc_unlocked getc_unlocked _IO_getc _ZNSi3getEv "
    "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getEv"
) | frozenset(_members("5sgetcEv", "6sbumpcEv", "6snextcEv", "5uflowEv", "9underflowEv"))
"""Functions that return a byte of what was handed on."""

MAPPED: Final = words("open_memstream mmap mmap64")
"""Functions that make memory in which what was handed on is found without a call."""

BRANCHING: Final = words("fork vfork pthread_create thrd_create")
"""Functions after which parts of the program run side by side, in no order."""
