"""MLIR's LLVM dialect, where `mlir-translate` is on the machine."""

import shutil
from pathlib import Path

import numpy as np
import pytest

import ribozyme as rz
from ribozyme.cli.doctor import findings
from ribozyme.frontends.printers import MLIR

SPRINGS = Path(__file__).parent / "other_ir" / "springs.mlir"
TRANSLATE = shutil.which("mlir-translate-22") or shutil.which("mlir-translate")
here = pytest.mark.skipif(
    TRANSLATE is None, reason="there is no mlir-translate: apt install mlir-22-tools"
)
OPT = shutil.which("mlir-opt-22")


@here
def test_a_program_in_the_dialect() -> None:
    """springs(x) = k/2 · Σ (xᵢ₊₁ − xᵢ)², by loops and memory."""
    lib = rz.load(SPRINGS)
    x = np.array([0.1, 0.5, 0.2, 0.9])
    d = np.diff(x)
    assert lib.springs(x, 4, 3.0) == pytest.approx(1.5 * d @ d, rel=1e-15)
    by_x, by_k = rz.grad(lib.springs)(x, 4, 3.0)
    assert np.allclose(by_x, 3 * (np.append(0, d) - np.append(d, 0)), rtol=1e-14)
    assert by_k == pytest.approx(0.5 * d @ d, rel=1e-15)
    v = np.array([1.0, 2.0, -1.0, 0.5])
    along = rz.jvp(lib.springs, (x, 4, 3.0), (v, None, 0.0))[1]
    assert along == pytest.approx(by_x @ v, rel=1e-13)
    found = rz.hvp(lib.springs, (x, 4, 3.0), v, wrt=0)
    dv = np.diff(v)
    assert np.allclose(found, 3 * (np.append(0, dv) - np.append(dv, 0)), rtol=1e-13)


@here
def test_text_beside_c(tmp_path: Path) -> None:
    s = rz.compile(SPRINGS.read_text(encoding="utf-8"), "mlir").logistic(0.3)
    assert s == pytest.approx(1 / (1 + np.exp(-0.3)), rel=1e-15)
    (tmp_path / "f.c").write_text(
        "double logistic(double); double f(double x) { return 2 * logistic(x); }"
    )
    assert rz.grad(rz.load(SPRINGS, tmp_path / "f.c").f)(0.3) == pytest.approx(
        2 * s * (1 - s), rel=1e-14
    )


@here
@pytest.mark.skipif(OPT is None, reason="there is no mlir-opt-22: apt install mlir-22-tools")
def test_what_mlir_opt_lowers(tmp_path: Path) -> None:
    """A loop over a memref; its descriptor is five parameters."""
    import subprocess

    (tmp_path / "high.mlir").write_text(
        "func.func @squares(%x: memref<?xf64>) -> f64 {\n"
        "  %zero = arith.constant 0.0 : f64\n  %0 = arith.constant 0 : index\n"
        "  %1 = arith.constant 1 : index\n  %n = memref.dim %x, %0 : memref<?xf64>\n"
        "  %r = scf.for %i = %0 to %n step %1 iter_args(%s = %zero) -> (f64) {\n"
        "    %v = memref.load %x[%i] : memref<?xf64>\n    %vv = arith.mulf %v, %v : f64\n"
        "    %t = arith.addf %s, %vv : f64\n    scf.yield %t : f64\n  }\n"
        "  return %r : f64\n}\n"
    )
    lowered = tmp_path / "lowered.mlir"
    passes = ("--convert-scf-to-cf", "--convert-to-llvm", "--reconcile-unrealized-casts")
    subprocess.run([str(OPT), str(tmp_path / "high.mlir"), *passes, "-o", str(lowered)], check=True)
    x = np.array([1.0, 2.0, 3.0])
    f = rz.load(lowered).squares
    assert f(x, x, 0, 3, 1) == 14.0
    assert np.array_equal(rz.grad(f, wrt=1)(x, x, 0, 3, 1), 2 * x)


@here
def test_mistakes_have_the_translator_s_words_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.mlir"
    path.write_text("llvm.func @f(%x: f64) -> f64 {\n  llvm.return %z : f64\n}\n")
    with pytest.raises(rz.CompileError, match="use of undeclared SSA value name") as caught:
        rz.load(path)
    assert caught.value.code == "RZ020" and "bad.mlir:2:15" in str(caught.value)
    path.write_text("func.func @f(%x: f64) -> f64 {\n  return %x : f64\n}\n")
    with pytest.raises(rz.CompileError, match="lower the dialect 'func' first"):
        rz.load(path)


def test_without_the_translator_its_package_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RIBOZYME_MLIR", raising=False)
    with pytest.raises(rz.CompileError, match="apt install mlir-22-tools") as caught:
        rz.load(SPRINGS)
    assert caught.value.code == "RZ021"
    [use] = [use for what, _, use, _ in findings() if what == "MLIR's LLVM dialect"]
    assert "apt install mlir-22-tools" in use
    monkeypatch.setenv("RIBOZYME_MLIR", "no-such-program")
    with pytest.raises(rz.CompileError, match="there is no program 'no-such-program'"):
        MLIR.located()
