"""Device IR as host IR: one address space, the host's triple and data layout.

    @k.s = internal addrspace(3) global [64 x float] undef   →  @k.s = internal global …  (shared)
    getelementptr …, ptr addrspacecast (ptr addrspace(3) @k.s to ptr), …  →  …, ptr @k.s, …
    %p = addrspacecast ptr addrspace(5) %a to ptr              →  %p = bitcast ptr %a to ptr

Which variables were in shared and in constant memory is part of the result. LLVM prints an address
space in one way only, which makes this a matter of text; NVIDIA's and AMD's modules differ in
nothing else that matters here.
"""

import re
from typing import Final, final

from ribozyme.backend import llvm
from ribozyme.backend.gpu import warps
from ribozyme.base.record import dataclass

SHARED: Final = 3

_HEAD: Final = re.compile(r"^target (?:datalayout|triple) = .*\n", re.M)
_VARIABLE: Final = re.compile(
    r'^@("[^"]+"|[-\w.$]+) = ([^\n]*?)\baddrspace\((\d+)\) (?=(?:externally_initialized )?'
    r"(?:global|constant) )",
    re.M,
)
_CAST: Final = re.compile(r'addrspacecast \(ptr (@(?:"[^"]+"|[-\w.$]+)) to ptr\)')
_SPACE: Final = re.compile(r" addrspace\(\d+\)")
_ALLOCA: Final = re.compile(r"(= alloca [^\n]*), addrspace\(\d+\)")
_OVERLOAD: Final = re.compile(r"(@llvm\.(?:lifetime|mem|invariant)[\w.]*)\.p\d(?=[.(])")
_DECLARED: Final = re.compile(
    r"^declare [^\n]*(@llvm\.(?:lifetime|mem|invariant)[\w.]*)\(.*\n", re.M
)
_USED: Final = re.compile(r"^@llvm\.(?:compiler\.)?used = .*\n", re.M)


@final
@dataclass(frozen=True, slots=True)
class HostText:
    """A module as host IR, and its variables by the address space they were in."""

    text: str
    spaces: dict[str, int]


def host_text(code: str | bytes) -> HostText:
    """The text of a device module, with one address space."""
    text = warps.with_shuffles(llvm.to_text(code) if isinstance(code, bytes) else code)
    text = _USED.sub("", _HEAD.sub("", text))
    spaces = {name.strip('"'): int(space) for name, _, space in _VARIABLE.findall(text)}
    text = _VARIABLE.sub(r"@\1 = \2", text)
    text = _SPACE.sub("", _ALLOCA.sub(r"\1", text))
    while _CAST.search(text):
        text = _CAST.sub(r"\1", text)
    text = re.sub(r"= addrspacecast ptr (\S+) to ptr", r"= bitcast ptr \1 to ptr", text)
    for _ in range(3):  # a name may have several overloaded parameters
        text = _OVERLOAD.sub(r"\1.p0", text)
    return HostText(_declared_once(text), spaces)


def _declared_once(text: str) -> str:
    """The text in which intrinsics that only address spaces told apart are declared once."""
    seen: set[str] = set()

    def kept(line: re.Match[str]) -> str:
        again = line[1] in seen
        seen.add(line[1])
        return "" if again else line[0]

    return _DECLARED.sub(kept, text)
