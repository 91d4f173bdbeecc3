"""Who owns what when a library and its derivatives are loaded in pieces."""

import ribozyme as rz
from ribozyme.api.signatures import linkage
from ribozyme.backend import llvm

TEXT = """
$shared = comdat any
@table = internal constant [2 x double] [double 1.0, double 2.0]
@state = internal global i32 0
@seen = hidden global i32 1, align 4
@slot = thread_local global i32 0
@0 = private unnamed_addr constant [2 x i8] c"a\\00"
@said = private unnamed_addr constant [4 x i8] c"a@b\\00", align 1
@weights = internal unnamed_addr constant [2 x double] [double 1.0, double 2.0]
@places = internal unnamed_addr constant [1 x ptr] [ptr @state]
@outside = external global i32
@also = alias void (ptr, i32), ptr @helper
@view = alias i32, getelementptr (i8, ptr @table, i64 8)
define internal void @helper(ptr %p, i32 %n) {
  store i32 %n, ptr %p
  ret void
}
define linkonce_odr hidden double @shared(double %x) comdat {
  ret double %x
}
define double @f(double %x) {
  call void @helper(ptr @state, i32 1)
  call void @also(ptr @seen, i32 2)
  %y = call double @shared(double %x)
  ret double %y
}
"""


def line(text: str, name: str) -> str:
    return next(part for part in text.splitlines() if f"@{name}" in part)


def test_the_owner_shows_everything_that_has_a_name() -> None:
    text = linkage.owning(llvm.canonical(TEXT))
    assert line(text, "table").startswith("@table = constant")
    assert line(text, "state").startswith("@state = global")
    assert line(text, "seen").startswith("@seen = global")
    assert line(text, "helper(ptr %p").startswith("define void")
    assert line(text, "shared(double %x)").startswith("define weak_odr double")
    assert line(text, "0").startswith("@0 = private")
    llvm.verify(text)


def test_a_borrower_defines_none_of_it() -> None:
    whole = llvm.canonical(TEXT)
    text = linkage.borrowing(whole, linkage.names(whole))
    for name in ("table", "state", "seen", "places"):
        assert line(text, name).startswith(f"@{name} = available_externally")
    for name in ("said", "weights"):  # nobody sees which copy is read
        assert line(text, name) == line(whole, name)
    assert line(text, "helper(ptr %p").startswith("define available_externally")
    assert "comdat" not in line(text, "shared(double %x)")
    assert "declare void @also(ptr, i32)" in text
    assert "@view = external global i32" in text
    assert line(text, "slot") == "@slot = thread_local global i32 0"  # cannot be shared
    llvm.verify(text)


def test_alone_shows_one_function() -> None:
    text = linkage.alone(llvm.canonical(TEXT), "f")
    assert line(text, "state").startswith("@state = internal")
    assert line(text, "helper(ptr %p").startswith("define internal")
    assert "\ndefine double @f(" in text
    llvm.verify(text)


def test_declarations_are_not_repeated() -> None:
    text = "declare i32 @memcmp(ptr, ptr, i64)\ndeclare ptr @more()\n"
    found = linkage.undeclared(text, "declare i32 @memcmp(ptr, ptr, i64) #3\n")
    assert "memcmp" not in found and "declare ptr @more()" in found


def test_state_is_one_for_all() -> None:
    lib = rz.compile("""
        static double gain = 2;
        static const double table[3] = {1, 2, 3};
        static double pick(int i) { return table[i]; }
        static double (*chosen)(int) = pick;
        static double other(int i) { return 10 * table[i]; }
        void switch_over(void) { chosen = other; gain = 3; }
        double f(double x, int i) { return gain * chosen(i) * x * x; }
    """)
    assert rz.grad(lib.f)(1.0, 1) == 8.0
    lib.switch_over()
    assert lib.f(1.0, 1) == 60.0
    assert rz.grad(lib.f)(1.0, 1) == 120.0
    assert rz.grad(lib.f, vector_math=False)(1.0, 1) == 120.0
