"""What nothing refers to leaves the text, and what only that refers to."""

from ribozyme.backend import llvm
from ribozyme.cinterface.strip import without_unused

TEXT = """
%rz.arena = type { ptr, ptr, ptr }
@rz.message = internal constant [3 x i8] c"@x\\00"
@rz.unread = internal constant [3 x i8] c"no\\00"
@rz.shared = global i32 1
@rz.listed = internal global i32 1
@table = global [1 x ptr] [ptr @rz.held]
@llvm.used = appending global [1 x ptr] [ptr @rz.listed], section "llvm.metadata"

declare void @rz.throw(ptr)
declare void @rz.nobody(ptr)
declare void @other(ptr)

define void @f() {
  call void @"rz.d.a b"()
  ret void
}

define internal void @"rz.d.a b"() {
  call void @rz.throw(ptr @rz.message)
  ret void
}

define internal void @rz.held() {
  ret void
}

define internal void @rz.round() {
  call void @rz.again(ptr @rz.unread)
  ret void
}

define internal void @rz.again(ptr %x) {
  call void @rz.round()
  ret void
}

define internal void @rz.noted() {
  ret void
}

define internal void @theirs() {
  ret void
}

!named = !{!0}
!0 = !{ptr @rz.noted}
"""


def test_what_is_not_referred_to_goes() -> None:
    made = without_unused(llvm.to_text(TEXT))
    assert llvm.to_text(made)  # it is whole
    for name in ("unread", "nobody", "round", "again"):
        assert f"rz.{name}" not in made
    for name in ("message", "shared", "listed", "throw", "held", "noted"):
        assert f"rz.{name}" in made
    assert 'define internal void @"rz.d.a b"()' in made and "@theirs" in made and "@other" in made
    assert without_unused(made) == made
