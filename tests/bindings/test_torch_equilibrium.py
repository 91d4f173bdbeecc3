"""An equilibrium layer in torch: a solver in C with an implicit rule, against the loop in torch."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.isolated import no_added_rules

import ribozyme as rz

torch = pytest.importorskip("torch", reason="torch is not installed")
rt = pytest.importorskip("ribozyme.bindings.torch")
pytestmark = pytest.mark.wide

SOURCE = """
#include <math.h>
void residual(const double *z, const double *w, const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double s = x[i];
        for (int j = 0; j < n; j++) s += w[i * n + j] * z[j];
        out[i] = z[i] - tanh(s);
    }
}
__attribute__((noinline)) void settle(double *z, const double *w, const double *x, int n)
{
    double moved = 1;
    for (int i = 0; i < n; i++) z[i] = 0;
    while (moved > 1e-15) {
        moved = 0;
        for (int i = 0; i < n; i++) {
            double s = x[i];
            for (int j = 0; j < n; j++) s += w[i * n + j] * z[j];
            moved = fmax(moved, fabs(tanh(s) - z[i]));
            z[i] = tanh(s);
        }
    }
}
void layer(const double *w, const double *x, int n, double *z) { settle(z, w, x, n); }
"""
N = 4


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    no_added_rules(monkeypatch)
    lib = rz.compile(SOURCE)
    sizes = {"z": "n", "w": "n * n", "x": "n"}
    rz.rule(lib.settle, implicit=lib.residual, solution="z", parameters=("w", "x"), sizes=sizes)
    yield rt.op(lib.layer, sizes={"n": ("x", 0)}, shape=("n",))


def loop(w: Any, x: Any) -> Any:
    z = torch.zeros_like(x)
    for _ in range(200):
        z = torch.tanh(w.reshape(N, N) @ z + x)
    return z


def test_derivatives_are_those_of_the_converged_loop(layer: Any) -> None:
    torch.manual_seed(0)
    w = (0.15 * torch.randn(N * N, dtype=torch.double)).requires_grad_()
    x = torch.randn(N, dtype=torch.double, requires_grad=True)
    weights = torch.arange(1.0, N + 1, dtype=torch.double)

    def close(found: Any, wanted: Any) -> None:
        torch.testing.assert_close(found, wanted, rtol=1e-8, atol=1e-8)

    def slopes(f: Any) -> Any:
        return torch.autograd.grad((weights * f(w, x) ** 2).sum(), (w, x), create_graph=True)

    close(layer(w, x), loop(w, x))
    ours, theirs = slopes(layer), slopes(loop)
    for one, other in zip(ours, theirs, strict=True):
        close(one, other)

    def second(found: Any) -> Any:
        return torch.autograd.grad(found[0].sum() + (weights * found[1]).sum(), (w, x))

    for one, other in zip(second(ours), second(theirs), strict=True):
        close(one, other)
    along = torch.func.jvp(lambda x: layer(w.detach(), x), (x.detach(),), (weights,))[1]
    close(along, torch.func.jvp(lambda x: loop(w.detach(), x), (x.detach(),), (weights,))[1])


def test_a_backward_pass_may_run_again(layer: Any) -> None:
    """The rule's gradient frees what its function kept, so that nothing of it may wait."""
    w = (0.15 * torch.ones(N * N, dtype=torch.double)).requires_grad_()
    x = torch.ones(N, dtype=torch.double, requires_grad=True)
    z = layer(w, x).sum()
    first = torch.autograd.grad(z, (w, x), retain_graph=True)
    for _ in range(3):
        for one, other in zip(
            torch.autograd.grad(z, (w, x), retain_graph=True), first, strict=True
        ):
            torch.testing.assert_close(one, other, rtol=0, atol=0)
