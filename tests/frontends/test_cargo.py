"""Packages of Cargo: by `rz.load`, and built by Cargo with `ribozyme-rustc` as its wrapper."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ribozyme as rz

pytestmark = [
    pytest.mark.rust,
    pytest.mark.skipif(shutil.which("cargo") is None, reason="there is no cargo"),
]

FILES = {
    "Cargo.toml": '[workspace]\nmembers = ["laws", "cubes", "app"]\nresolver = "2"\n',
    "laws/Cargo.toml": """
[package]
name = "thermal-laws"
version = "0.1.0"
edition = "2021"
build = "build.rs"
""",
    "laws/build.rs": """
fn main() {
    println!("cargo::rustc-check-cfg=cfg(stiff)");
    println!("cargo::rustc-cfg=stiff");
}
""",
    "laws/src/lib.rs": """
pub trait Law { fn flux(&self, u: f64) -> f64; }
pub struct Power { pub p: f64 }
impl Law for Power { fn flux(&self, u: f64) -> f64 { u.powf(self.p) } }
pub fn mean<L: Law>(law: &L, x: &[f64]) -> f64 {
    if x.is_empty() { panic!("nothing to average") }
    x.iter().map(|&v| law.flux(v)).sum::<f64>() / x.len() as f64
}
pub static GAIN: f64 = 1.5;
#[inline(never)]
pub fn stiffness(k: f64) -> f64 { if cfg!(stiff) { GAIN * k * k } else { k } }
""",
    "cubes/Cargo.toml": """
[package]
name = "cubes"
version = "0.1.0"
edition = "2021"
[lib]
proc-macro = true
""",
    "cubes/src/lib.rs": """
use proc_macro::TokenStream;
#[proc_macro]
pub fn cube(item: TokenStream) -> TokenStream {
    let text = item.to_string();
    format!("(({text}) * ({text}) * ({text}))").parse().unwrap()
}
""",
    "app/Cargo.toml": """
[package]
name = "app"
version = "0.1.0"
edition = "2021"
[features]
doubled = []
[lib]
crate-type = ["cdylib", "rlib"]
[dependencies]
thermal-laws = { path = "../laws" }
cubes = { path = "../cubes" }
""",
    "app/src/lib.rs": """
mod scale;
use cubes::cube;
use thermal_laws::{mean, stiffness, Power};
pub fn energy(x: &[f64], p: f64) -> f64 { scale::factor() * mean(&Power { p }, x) + stiffness(p) }
#[no_mangle]
pub extern "C" fn loss(x: f64, k: f64) -> f64 { cube!(x) * stiffness(k) }
""",
    "app/src/scale.rs": """
pub fn factor() -> f64 { if cfg!(feature = "doubled") { 2.0 } else { 1.0 } }
""",
    "app/src/bin/slope.rs": """
use thermal_laws::stiffness;
#[repr(C)]
struct Pair { x: f64, k: f64 }
extern "C" {
    fn __enzyme_autodiff(f: extern "C" fn(f64, f64) -> f64, ...) -> Pair;
}
extern "C" fn loss(x: f64, k: f64) -> f64 {
    let v: Vec<f64> = (0..4).map(|i| x * i as f64).collect();
    v.iter().map(|v| v * v).sum::<f64>() * stiffness(k)
}
fn main() {
    let slope = unsafe { __enzyme_autodiff(loss, 2.0f64, 3.0f64) };
    println!("{} {}", slope.x, slope.k);
}
""",
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("workspace")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.mark.parametrize("level", [None, pytest.param("O0", marks=pytest.mark.wide)])
def test_the_functions_of_a_package(workspace: Path, level: Any) -> None:
    lib = rz.load(workspace / "app" / "Cargo.toml", level=level)
    assert {f.name for f in lib} == {"app::energy", "app::loss", "app::scale::factor"}
    assert rz.grad(lib.loss)(2.0, 3.0) == (12 * 13.5, 8 * 9.0)
    x, p = np.array([1.0, 2.0, 3.0]), 1.5
    by_x, by_p = rz.grad(lib.energy)(x, p)
    assert np.allclose(by_x, p * x ** (p - 1) / 3, rtol=1e-14)
    assert np.isclose(by_p, (x**p * np.log(x)).mean() + 3 * p, rtol=1e-14)
    for f in (lib.energy, rz.grad(lib.energy)):
        with pytest.raises(rz.RunError, match=r"panic at laws.*lib.rs:6:\d+: nothing to average"):
            f(np.empty(0), p)


@pytest.mark.wide
def test_flags_are_those_of_cargo_and_of_rustc(workspace: Path) -> None:
    x, ways = np.array([1.0, 2.0]), (["--features", "doubled"], ["--all-features"])
    for flags in (*ways, ["--package=app", '--cfg=feature="doubled"']):
        where = workspace if "--package=app" in flags else workspace / "app"
        lib = rz.load(where / "Cargo.toml", flags=flags)
        assert np.allclose(rz.grad(lib.energy, wrt="x")(x, 2.0), 2 * x)


def test_a_changed_file_of_a_dependency_is_seen(workspace: Path) -> None:
    manifest = workspace / "laws" / "Cargo.toml"
    assert rz.grad(rz.load(manifest).stiffness)(2.0) == 6.0
    source = workspace / "laws" / "src" / "lib.rs"
    text = source.read_text()
    source.write_text(text.replace("GAIN: f64 = 1.5", "GAIN: f64 = 2.5"))
    assert rz.grad(rz.load(manifest).stiffness)(2.0) == 10.0
    source.write_text(text)


def test_what_cannot_be_loaded_says_why(workspace: Path, tmp_path: Path) -> None:
    with pytest.raises(rz.Error, match="workspace of the packages thermal-laws, cubes, app") as one:
        rz.load(workspace / "Cargo.toml")
    assert one.value.code == "RZ001" and "--package=" in str(one.value)
    with pytest.raises(rz.Error, match="RZ002"):
        rz.load(workspace / "nowhere" / "Cargo.toml")
    (tmp_path / "src").mkdir()
    manifest, source = tmp_path / "Cargo.toml", tmp_path / "src" / "lib.rs"
    package = '[package]\nname = "lone"\nversion = "0.1.0"\nedition = "2021"\n'
    manifest.write_text(package)
    source.write_text("pub fn f(x: f64) -> f64 {\n    x * y\n}\n")
    with pytest.raises(rz.Error, match="cannot find value `y`") as one:
        rz.load(manifest)
    assert one.value.code == "RZ020" and one.value.location is not None
    assert one.value.location.line == 2
    source.unlink()
    (tmp_path / "src" / "main.rs").write_text("fn main() {}\n")
    with pytest.raises(rz.Error, match="no library"):
        rz.load(manifest)
    (tmp_path / "src" / "lib.rs").write_text("")
    manifest.write_text(f'{package}[dependencies]\nnever-heard-of = "1"\n')
    with pytest.raises(rz.Error, match="not on this machine") as one:
        rz.load(manifest)
    assert "cargo fetch" in str(one.value)


@pytest.mark.wide
@pytest.mark.parametrize("profile", ["--release", "--profile=dev"])
def test_cargo_builds_programs_with_derivatives(
    workspace: Path, tmp_path: Path, profile: str
) -> None:
    wrapper = Path(sys.executable).with_name("ribozyme-rustc")
    settings = {**os.environ, "RUSTC_WRAPPER": str(wrapper), "CARGO_TARGET_DIR": str(tmp_path)}
    command = ["cargo", "build", "--offline", "--package=app", "--bin=slope", profile]
    done = subprocess.run(
        command, cwd=workspace, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "jobserver" not in done.stderr
    program = tmp_path / ("release" if profile == "--release" else "debug") / "slope"
    said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["756", "504"]
