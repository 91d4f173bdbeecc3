"""Backward passes of PyTorch that are given what the forward pass kept."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz
from ribozyme.bindings.operators import halves

torch = pytest.importorskip("torch", reason="torch is not installed")
rt = pytest.importorskip("ribozyme.bindings.torch")

LIB = rz.load(Path(__file__).with_name("operators.c"))
COUNTED = rz.compile("""
#include <math.h>
#include <stdlib.h>
static int count;
int times(void) { return count; }
void f(const double *inp, int n, double *out)
{
    count++;
    for (int i = 0; i < n; i++)
        out[i] = sin(inp[i]) * inp[(i + 1) % n];
}
void mixed(const double *a, const double *b, int n, double *out, double *total)
{
    count++;
    for (int i = 0; i < n; i++) {
        out[i] = exp(a[i]) * b[i];
        *total += tanh(a[i] * b[i]);
    }
}
void square(const double *inp, int n, double *out)
{
    count++;
    for (int i = 0; i < n; i++)
        out[i] = inp[i] * inp[i];
}
""")
MIXED: dict[str, Any] = {
    "outputs": ("out", "total"), "like": {"out": "a"}, "shape": {"total": ()}, "sizes": {"n": "a"},
}  # fmt: skip


def roll(x: Any) -> Any:
    return torch.sin(x) * torch.roll(x, -1, -1)


def mixed(a: Any, b: Any) -> Any:
    return torch.exp(a) * b, torch.tanh(a * b).sum(-1)


def drawn(*shape: int, seed: int = 0, grad: bool = False) -> Any:
    torch.manual_seed(seed)
    return torch.randn(*shape, dtype=torch.double, requires_grad=grad)


def close(found: Any, wanted: Any) -> None:
    torch.testing.assert_close(found, wanted, rtol=1e-10, atol=1e-12)


def loss(f: Any) -> Any:
    return lambda *x: sum((y**2).sum() for y in _several(f(*x)))


def _several(found: Any) -> tuple[Any, ...]:
    return found if isinstance(found, tuple) else (found,)


def ran(f: Any) -> tuple[Any, int]:
    """What it gives, and how often the primal ran for it."""
    before = COUNTED.times()
    return f(), COUNTED.times() - before


def slope(f: Any, *x: Any) -> Any:
    return torch.autograd.grad(loss(f)(*x), x)


@pytest.fixture
def unlimited() -> Iterator[None]:
    yield
    rt.keep_at_most(1 << 30)


def test_the_primal_is_not_run_again() -> None:
    f, x = rt.op(COUNTED.f), drawn(5, grad=True)
    for _ in range(3):  # the long way, then the short one
        found, times = ran(lambda: slope(f, x))
        close(found, slope(roll, x))
        assert times == 1
    found, times = ran(lambda: torch.func.grad(loss(f))(x.detach()))
    close(found, slope(roll, x)[0])
    assert times == 1
    rows = drawn(4, 5)
    found, times = ran(lambda: torch.func.vmap(torch.func.grad(loss(f)))(rows))
    close(found, torch.func.vmap(torch.func.grad(loss(roll)))(rows))
    assert times == 4
    found, times = ran(lambda: torch.func.jacrev(f)(x.detach()))
    close(found, torch.func.jacrev(roll)(x.detach()))
    assert times == 1  # one tape, one reverse sweep for each row
    run = torch.compile(lambda x: f(x * 1), fullgraph=True, backend="aot_eager")
    slope(run, x)
    found, times = ran(lambda: slope(run, x))
    close(found, slope(roll, x))
    assert times == 1


def test_the_primal_is_run_again_if_that_is_wanted() -> None:
    f, x = rt.op(COUNTED.f, save=False), drawn(5, grad=True)
    for _ in range(2):
        found, times = ran(lambda: slope(f, x))
        close(found, slope(roll, x))
        assert times == 2


def test_what_is_kept_by_default_is_what_pays() -> None:
    x = drawn(5, grad=True)
    for save, times in ((None, 2), (True, 1), (False, 2)):
        f = rt.op(COUNTED.square, save=save)
        for _ in range(2):
            found, counted = ran(lambda f=f: slope(f, x))
            close(found, slope(lambda x: x**2, x))
            assert counted == times


def test_by_some_inputs_and_by_others() -> None:
    f = rt.op(COUNTED.mixed, **MIXED)
    for which in ((1, 1), (1, 0), (0, 1), (1, 1), (0, 1)):
        a, b = (drawn(4, seed=k, grad=bool(one)) for k, one in enumerate(which))
        wrt = [x for x in (a, b) if x.requires_grad]
        found, times = ran(lambda a=a, b=b, wrt=wrt: torch.autograd.grad(loss(f)(a, b), wrt))
        close(found, torch.autograd.grad(loss(mixed)(a, b), wrt))
        assert times == 1
    a, b = drawn(4, grad=True), drawn(4, seed=1, grad=True)
    [only] = torch.autograd.grad(loss(f)(a, b), [b])  # recorded by both
    close(only, torch.autograd.grad(loss(mixed)(a, b), [b])[0])
    with torch.no_grad():
        waiting = halves.waiting()
        f(a, b)
        assert halves.waiting() == waiting


@pytest.mark.parametrize("save", [True, False])
def test_derivatives_of_every_order(save: bool) -> None:
    f, a, b = rt.op(COUNTED.mixed, save=save, **MIXED), drawn(4), drawn(4, seed=1)
    for make in (
        lambda g: torch.func.jacrev(torch.func.jacrev(g)),
        lambda g: torch.func.jacfwd(torch.func.jacrev(g)),
        lambda g: torch.func.jacrev(torch.func.jacfwd(g)),
        lambda g: torch.func.jacrev(torch.func.grad(g, argnums=1)),
        lambda g: torch.func.vmap(torch.func.hessian(g), in_dims=(0, None)),
    ):
        x = a if make.__code__.co_names.count("vmap") == 0 else drawn(3, 4)
        close(make(loss(f))(x, b), make(loss(mixed))(x, b))
    a.requires_grad_(), b.requires_grad_()
    torch.autograd.gradcheck(f, (a, b), check_batched_grad=True, check_forward_ad=True)
    torch.autograd.gradgradcheck(f, (a, b), check_batched_grad=True)


def test_shared_inputs_of_a_batch() -> None:
    f = rt.op(COUNTED.mixed, save=True, **MIXED)
    a, b = drawn(4), drawn(3, 4, seed=1)
    both = lambda g: loss(torch.func.vmap(g, in_dims=(None, 0)))  # noqa: E731
    found, times = ran(lambda: torch.func.grad(both(f), argnums=(0, 1))(a, b))
    close(found, torch.func.grad(both(mixed), argnums=(0, 1))(a, b))
    assert times == 3


def test_in_any_order_again_and_after_changes() -> None:
    f, x, y = rt.op(COUNTED.f), drawn(5, grad=True), drawn(5, seed=1, grad=True)
    first, second = loss(f)(x), loss(f)(y)
    for _ in range(2):
        found, times = ran(lambda: torch.autograd.grad(second, y, retain_graph=True))
        close(found, slope(roll, y))
        close(torch.autograd.grad(first, x, retain_graph=True), slope(roll, x))
        assert times == 0
    with torch.no_grad():
        x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace"):
        torch.autograd.grad(first, x)


def test_what_waited_too_long_is_computed_again(unlimited: None) -> None:
    f, x = rt.op(COUNTED.f), drawn(5, grad=True)
    rt.keep_at_most(0)
    first = loss(f)(x)
    loss(f)(x)  # drives out the first
    found, times = ran(lambda: torch.autograd.grad(first, x))
    close(found, slope(roll, x))
    assert times == 1


def test_threads() -> None:
    f, wrong = rt.op(COUNTED.f), []
    given = drawn(50)
    [wanted] = slope(roll, given.clone().requires_grad_())

    def work() -> None:
        for _ in range(20):
            x = given.clone().requires_grad_()
            if not torch.allclose(slope(f, x)[0], wanted, rtol=1e-9):
                wrong.append(x)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_states_of_checkpointed_loops_cannot_wait() -> None:
    x = drawn(5, grad=True)
    close(slope(rt.op(COUNTED.f, memory="1MB"), x), slope(roll, x))
    with pytest.raises(rz.Error, match="RZ219"):
        slope(rt.op(COUNTED.f, memory="1MB", save=True), x)


def test_opcheck_of_both_halves() -> None:
    from ribozyme.bindings.torchops import kept

    f, x = rt.op(COUNTED.f), drawn(5, grad=True)
    both = kept(f.declared.operation, (0,))
    assert both is not None
    names = ("test_schema", "test_faketensor", "test_autograd_registration")
    torch.library.opcheck(both.keep, (x, 5, 5, 0, 0), test_utils=names)
    _, first, second = both.keep(x, 5, 5, 0, 0)
    torch.library.opcheck(both.back, (x, first, second, drawn(5), 5, 5, 0, 0), test_utils=names)
