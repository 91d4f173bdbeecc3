"""The Rust front end: names, arguments, panics, errors; what it refuses."""

import resource
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.base.errors import Error
from ribozyme.frontends.rust import rusttext
from ribozyme.frontends.rust.rustc import compiler, crate_name

pytestmark = pytest.mark.rotates("file", plain=4, wide=8)

rust = pytest.mark.rust

MODEL = """
pub struct Spring { pub k: f64, pub rest: f64 }
impl Spring {
    pub fn energy(&self, x: f64) -> f64 { 0.5 * self.k * (x - self.rest).powi(2) }
}
pub mod model {
    pub fn loss(x: &[f64], scale: &f64) -> f64 { x.iter().map(|v| scale * v * v).sum() }
    pub fn energy(x: f64) -> f64 { x }
}
#[no_mangle]
pub extern "C" fn square(x: f64) -> f64 { x * x }
pub fn pair(x: f64) -> (f64, f64) { (x * x, x) }
pub fn text(name: &str, flag: bool) -> usize { if flag { name.len() } else { 0 } }
pub fn at(x: &[f64], i: usize) -> f64 { x[i] * x[0] }
pub fn root(x: f64) -> f64 { if x < 0.0 { panic!("{} is negative", x as i64) } else { x.sqrt() } }
pub fn first(x: &[f64]) -> f64 { *x.iter().find(|v| **v > 1.0).unwrap() }
pub fn count(x: f64, n: u8) -> f64 { x * (n + 200) as f64 }
"""


@pytest.fixture(scope="module")
def lib() -> Any:
    return rz.compile(MODEL, "rust")


@rust
def test_names_and_arguments(lib: Any) -> None:
    x = np.array([1.0, 3.0])
    by_x, by_scale = rz.grad(lib.loss)(x, 2.0)
    assert np.array_equal(by_x, [4.0, 12.0]) and by_scale == 10.0
    assert lib["model::loss"](x, 2.0) == 20.0
    assert lib["Spring::energy"]({"k": 2.0, "rest": 0.5}, 1.5) == 1.0
    assert lib["model::energy"](3.0) == 3.0
    assert rz.grad(lib.square)(3.0) == 6.0
    assert lib.pair(3.0) == {"0": 9.0, "1": 3.0}
    assert lib.text("four", True) == 4
    assert lib.loss(np.empty(0), 1.0) == 0.0
    names = {f.name.partition("::")[2] for f in lib}
    assert {"model::loss", "square", "Spring::energy", "at"} <= names
    assert not any("core" in name or "{" in name for name in names)


@rust
def test_panics_are_errors(lib: Any) -> None:
    x = np.array([0.5, 2.0])
    calls = (
        ("at", (x, 2), r"\.rs:14:41: index out of bounds: the len is 2 but the index is 2"),
        ("root", (-3.0,), r"\.rs:15:\d+: -3 is negative"),
        ("first", (np.zeros(2),), r"called `Option::unwrap\(\)` on a `None` value"),
    )
    for name, arguments, says in calls:
        for f in (lib[name], rz.grad(lib[name])):
            for _ in range(2):  # the standard library counts panics
                with pytest.raises(rz.RunError, match=says):
                    f(*arguments)
    assert rz.grad(lib.root)(4.0) == 0.25
    assert np.array_equal(rz.grad(lib.at)(x, 1), [2.0, 0.5])


@rust
def test_overflow_checks_are_an_option(lib: Any) -> None:
    assert lib.count(1.0, 100) == 44.0  # as rustc's -O has it
    checked = rz.compile(MODEL, "rust", flags=["-Coverflow-checks=on"])
    with pytest.raises(rz.RunError, match="attempt to add with overflow"):
        checked.count(1.0, 100)
    with pytest.raises(rz.RunError, match="attempt to add with overflow"):
        rz.compile(MODEL, "rust", level="O0").count(1.0, 100)


@rust
@pytest.mark.rotates(plain=2, wide=6)
@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("pub fn f(x: &[f64]) -> Vec<&[f64]> { vec![x] }", "it returns a Vec"),
        ("pub fn f(x: Vec<f64>) -> f64 { x[0] }", "it is a Vec; take a slice"),
        ("pub fn f(x: Option<f64>) -> f64 { x.unwrap_or(2.0) }", "an enum with values"),
        ("pub fn f(x: f64) -> Option<f64> { Some(x) }", "it returns an enum"),
        ("pub fn f(x: &[&[f64]]) -> f64 { x[0][0] }", "a slice of slices"),
    ],
)
def test_what_is_refused(source: str, says: str) -> None:
    with pytest.raises(Error, match=says) as caught:
        rz.compile(source, "rust").f
    assert caught.value.code == "RZ012"


@rust
@pytest.mark.rotates(plain=1, wide=3)
@pytest.mark.parametrize(
    "body",
    [
        "(x * x).to_string().parse::<f64>().unwrap() * x",
        'format!("{}", x * x).parse::<f64>().unwrap() * x',
        "written(x).parse::<f64>().unwrap() * x",
        "f64::from_bits((x * x).to_bits().to_string().parse::<u64>().unwrap()) * x",
    ],
)
def test_numbers_through_text_are_refused(body: str) -> None:
    writes = (
        "use std::fmt::Write;\nfn written(x: f64) -> String {\n    let mut text = String::new();\n"
        '    write!(text, "{x:e}").unwrap();\n    text\n}\n'
    )
    f = rz.compile(f"{writes}pub fn f(x: f64) -> f64 {{ {body} }}", "rust").f
    assert f(2.0) in (8.0, 4.0)
    with pytest.raises(Error) as caught:
        rz.grad(f)(2.0)
    assert caught.value.code in ("RZ201", "RZ405")


@rust
def test_printing_is_no_matter(capfd: pytest.CaptureFixture[str]) -> None:
    text = 'pub fn f(x: f64) -> f64 { println!("x = {x}"); x * x }'
    assert rz.grad(rz.compile(text, "rust").f)(3.0) == 6.0


@rust
def test_sorted_maps_with_active_values_are_refused() -> None:
    text = """
use std::collections::BTreeMap;
pub fn f(x: &[f64]) -> f64 {
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for (i, v) in x.iter().enumerate() { *sums.entry(i % 3).or_insert(0.0) += v * v; }
    sums[&0] * sums[&1]
}
"""
    lib = rz.compile(text, "rust")
    assert lib.f(np.array([1.0, 2.0, 3.0, 4.0])) == 17.0 * 4.0
    with pytest.raises(Error) as caught:
        rz.grad(lib.f)(np.ones(4))
    assert caught.value.code == "RZ303"


@rust
def test_vectors_of_integers_may_hold_numbers() -> None:
    """What is said of the tags of hash tables is said of no other vector."""
    text = """
use std::arch::x86_64::*;
pub fn f(x: &[f64]) -> f64 {
    let mut sums = [0.0; 2];
    for i in 0..x.len() / 2 {
        unsafe {
            let v = _mm_loadu_si128(x.as_ptr().add(2 * i) as *const __m128i);
            let v = _mm_castsi128_pd(_mm_and_si128(v, _mm_set1_epi64x(i64::MAX)));
            _mm_storeu_pd(sums.as_mut_ptr(), _mm_mul_pd(v, v));
        }
    }
    sums[0] + sums[1]
}
"""
    x = np.array([-3.0, 4.0])
    assert np.array_equal(rz.grad(rz.compile(text, "rust").f)(x), 2 * x)


@rust
def test_an_error_has_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.rs"
    path.write_text("pub fn f(x: f64) -> f64 {\n    y * x\n}\n")
    with pytest.raises(rz.CompileError) as caught:
        rz.load(path)
    assert caught.value.code == "RZ020" and "bad.rs:2:5" in str(caught.value)
    assert "cannot find value `y` in this scope" in str(caught.value)


@rust
def test_a_crate_of_several_files(tmp_path: Path) -> None:
    source = tmp_path / "springs" / "src"
    source.mkdir(parents=True)
    (source / "lib.rs").write_text("mod part;\npub fn f(x: f64) -> f64 { part::g(x) * x }\n")
    part = source / "part.rs"
    part.write_text("pub fn g(x: f64) -> f64 { 2.0 * x }\n")
    lib = rz.load(source / "lib.rs")
    assert lib.f.name == "springs::f" and rz.grad(lib.f)(3.0) == 12.0
    part.write_text("pub fn g(x: f64) -> f64 { 3.0 * x }\n")
    assert rz.grad(rz.load(source / "lib.rs").f)(3.0) == 18.0  # it is part of the key


@rust
def test_c_and_rust_in_one_program(tmp_path: Path) -> None:
    (tmp_path / "f.rs").write_text(
        'extern "C" { fn square(x: f64) -> f64; }\n'
        "pub fn area(r: f64) -> f64 { unsafe { 3.0 * square(r) } }\n"
    )
    (tmp_path / "s.c").write_text("double square(double x) { return x * x; }")
    assert rz.grad(rz.load(tmp_path / "f.rs", tmp_path / "s.c").area)(2.0) == 12.0


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIBOZYME_RUSTC", "/nowhere/rustc")
    with pytest.raises(rz.CompileError, match="apt install rustc-web") as caught:
        compiler()
    assert caught.value.code == "RZ021"


def test_names_of_crates() -> None:
    assert crate_name(Path("a-b.rs")) == "a_b"
    assert crate_name(Path("springs/src/lib.rs")) == "springs"
    assert crate_name(Path("2d.rs")) == "_2d"


def test_text_that_is_rewritten() -> None:
    text = (
        "define hidden double @_RNvCsAb_1m1fB1_(double %x) #0 {\n  ret double %x\n}\n"
        "define hidden double @_RINvNtCsAb_4core3ptr1gECsAb_1m(double %x) #1 {\n"
        "  ret double %x\n}\n"
        "define double @exported(double %x) nounwind {\n  ret double %x\n}\n"
        "declare noundef ptr @_RNvCsX_7___rustc12___rust_alloc(i64, i64) #2\n"
        "declare void @_RNvCsX_7___rustc14___rust_dealloc(ptr, i64, i64) #2\n"
        "attributes #0 = { nounwind }\n"
    )
    found = rusttext.rewritten(text, "m")
    assert "define double @_RNvCsAb_1m1fB1_(" in found and "define double @exported(" in found
    assert "define internal double @_RINvNtCsAb_4core3ptr1gECsAb_1m(" in found
    assert 'attributes #0 = { "ribozyme" }' in found and "nounwind" not in found
    assert "define internal ptr @_RNvCsX_7___rustc12___rust_alloc(" in found
    assert "declare void @free(ptr allocptr)" in found and "declare noalias ptr @malloc(" in found


VECTORS = """
pub fn scaled(x: &[f64], k: f64) -> Vec<f64> {
    x.iter().filter(|v| **v > 0.0).map(|v| v * v * k).collect()
}
pub fn waves(n: usize, k: f64) -> Vec<f32> { (0..n).map(|i| (k * i as f64).sin() as f32).collect() }
pub fn ranks(x: &[f64]) -> Vec<usize> {
    let mut found: Vec<usize> = (0..x.len()).collect();
    found.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
    found
}
pub struct Law { pub a: f64 }
impl Law {
    pub fn of(&self, result: &[f64]) -> Vec<f64> { result.iter().map(|r| r * self.a).collect() }
}
pub fn names(n: usize) -> Vec<String> { vec![String::new(); n] }
"""


@rust
def test_vectors_are_moved_to_an_array() -> None:
    """The array is the last parameter, and an output like others."""
    lib = rz.compile(VECTORS, "rust")
    x, y = np.array([1.0, 2.0, -3.0, 4.0]), np.empty(3)
    assert str(lib.scaled.signature).endswith("scaled(const f64 *x, f64 k, f64 *result)")
    lib.scaled(x, 2.0, y)
    assert np.array_equal(y, [2.0, 8.0, 32.0])
    by_x, by_k = rz.jacobian(lib.scaled)(x, 2.0, y)
    assert np.array_equal(by_x, [[4.0, 0, 0, 0], [0, 8.0, 0, 0], [0, 0, 0, 16.0]])
    assert np.array_equal(by_k, [1.0, 4.0, 16.0])
    assert rz.check(lib.scaled, x, 2.0, y)
    lib.scaled(-np.ones(2), 2.0, np.empty(0))
    z, k = np.empty(5, np.float32), 0.3
    by_k = rz.jacobian(lib.waves, wrt="k")(5, k, z)
    assert np.allclose(by_k, np.arange(5) * np.cos(k * np.arange(5)), rtol=1e-6)
    places = np.empty(4, np.uint64)
    lib.ranks(x, places)
    assert np.array_equal(places, np.argsort(x))
    assert lib.of.signature.names == ("self", "result", "result_")
    assert np.array_equal(
        rz.jacobian(lib.of, wrt="result")({"a": 2.0}, x, np.empty(4)), 2 * np.eye(4)
    )
    for f in (lib.scaled, rz.jacobian(lib.scaled)):
        with pytest.raises(rz.RunError, match="a vector of another length than 'result' has"):
            f(x, 2.0, np.empty(4))
    with pytest.raises(Error, match="returns a Vec"):
        lib.names(2)


@rust
def test_vectors_are_freed() -> None:
    lib = rz.compile(VECTORS, "rust")
    x, y = np.ones(100_000), np.empty(100_000)
    lib.scaled(x, 2.0, y)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):
        lib.scaled(x, 2.0, y)
        rz.jvp(lib.scaled, (x, 2.0, y), (x, 0.0, None))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000  # of 320 MB
