"""Functions that only write to a stream: what a program says, and what computes nothing.

printf("%d\\n", t);   std::cout << t << '\\n';   print *, t     a repeated iteration leaves them out
"""

from __future__ import annotations

from typing import Final

from ribozyme.rules.expr import words

_NAMES: Final = words(
    "printf fprintf vprintf vfprintf dprintf vdprintf __printf_chk __fprintf_chk __vprintf_chk "
    "__vfprintf_chk puts fputs putchar putc fputc putchar_unlocked putc_unlocked fputs_unlocked "
    "fwrite fwrite_unlocked perror fflush"
)
_FORTRAN: Final = (
    "_FortranAioBeginExternalListOutput",
    "_FortranAioBeginExternalFormattedOutput",
    "_FortranAioBeginUnformattedOutput",
    "_FortranAioOutput",
    "rz.fortran.output",
)
STREAMS: Final = words(
    "_ZSt4cout _ZSt4cerr _ZSt4clog _ZNSt3__14coutE _ZNSt3__14cerrE _ZNSt3__14clogE"
)
"""The streams of C++ that nothing reads."""
FILES: Final = (
    "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC",
    "_ZNSt3__114basic_ofstreamIcNS_11char_traitsIcEEEC",
)
"""What makes a stream of C++ to a file, which nothing reads."""
_ENDS: Final = words("_FortranAioEndIoStatement _FortranAioEnableHandlers")


_SPELLING: Final = words(
    "sprintf snprintf vsprintf vsnprintf __sprintf_chk __snprintf_chk __vsprintf_chk "
    "__vsnprintf_chk"
)


def is_repeatable(name: str) -> bool:
    """Whether a function of the library changes nothing but what its arguments lead to."""
    return name in _SPELLING


def is_output(name: str) -> bool:
    """Whether a function of C's or Fortran's library does nothing but write to a stream."""
    return name in _NAMES or name.startswith(_FORTRAN)


def ends_output(name: str) -> bool:
    """Whether a function ends a statement, of output if its first argument is one."""
    return name in _ENDS
