"""Native functions as operators of PyTorch, against their twins written in torch."""

import copy
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ribozyme as rz

torch = pytest.importorskip("torch", reason="torch is not installed")
rt = pytest.importorskip("ribozyme.bindings.torch")

FILE = Path(__file__).with_name("operators.c")
LIB = rz.load(FILE)
ROLL = rt.op(LIB.roll)


def roll(x: Any) -> Any:
    return torch.sin(x) * torch.roll(x, -1, -1)


def loss(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: (f(x) ** 2).sum()


def drawn(*shape: int, seed: int = 0, grad: bool = False) -> Any:
    torch.manual_seed(seed)
    return torch.randn(*shape, dtype=torch.double, requires_grad=grad)


def close(found: Any, wanted: Any) -> None:
    torch.testing.assert_close(found, wanted, rtol=1e-10, atol=1e-12)


def test_forward_and_backward() -> None:
    a, b = drawn(6, grad=True), drawn(6, grad=True)
    close(ROLL(a), roll(b))
    loss(ROLL)(a).backward()
    loss(roll)(b).backward()
    close(a.grad, b.grad)


def test_gradcheck() -> None:
    x = drawn(5, grad=True)
    torch.autograd.gradcheck(ROLL, (x,), check_batched_grad=True, check_forward_ad=True)


def test_gradgradcheck() -> None:
    x = drawn(5, grad=True)
    torch.autograd.gradgradcheck(
        ROLL, (x,), check_batched_grad=True, check_fwd_over_rev=True, check_rev_over_rev=True
    )


def test_opcheck() -> None:
    torch.library.opcheck(ROLL._op, (drawn(5, grad=True), 5, 5, 0, 0))


def test_func_grad() -> None:
    x = drawn(5)
    close(torch.func.grad(loss(ROLL))(x), torch.func.grad(loss(roll))(x))


def test_func_vmap() -> None:
    x = drawn(4, 5)
    close(torch.func.vmap(ROLL)(x), roll(x))
    close(torch.func.vmap(torch.func.vmap(ROLL), in_dims=1)(drawn(3, 2, 5)),
          roll(drawn(3, 2, 5).movedim(1, 0)))  # fmt: skip


def test_func_vmap_of_grad() -> None:
    x = drawn(4, 5)
    found = torch.func.vmap(torch.func.grad(loss(ROLL)))(x)
    close(found, torch.func.vmap(torch.func.grad(loss(roll)))(x))


def test_func_jacrev() -> None:
    x = drawn(5)
    close(torch.func.jacrev(ROLL)(x), torch.func.jacrev(roll)(x))


def test_func_jacfwd() -> None:
    x = drawn(5)
    close(torch.func.jacfwd(ROLL)(x), torch.func.jacrev(roll)(x))


def test_func_hessian() -> None:
    x = drawn(5)
    close(torch.func.hessian(loss(ROLL))(x), torch.func.hessian(loss(roll))(x))


@pytest.mark.parametrize("outer", ["jacrev", "jacfwd"])
@pytest.mark.parametrize("inner", ["jacrev", "jacfwd"])
def test_func_nested(outer: str, inner: str) -> None:
    x = drawn(4)
    make = lambda f: getattr(torch.func, outer)(getattr(torch.func, inner)(f))  # noqa: E731
    close(make(ROLL)(x), make(roll)(x))


def test_third_order() -> None:
    x = drawn(3)
    third = lambda f: torch.func.jacrev(torch.func.jacrev(torch.func.jacrev(loss(f))))  # noqa: E731
    close(third(ROLL)(x), third(roll)(x))


def test_forward_mode() -> None:
    x, v = drawn(5), drawn(5, seed=1)
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(x, v)
        found = torch.autograd.forward_ad.unpack_dual(ROLL(dual)).tangent
    assert found is not None
    close(found, torch.func.jvp(roll, (x,), (v,))[1])


@pytest.mark.parametrize("backend", ["aot_eager", pytest.param("inductor", marks=pytest.mark.slow)])
def test_compile(backend: str) -> None:
    a, b = drawn(5, grad=True), drawn(5, grad=True)
    run = torch.compile(lambda x: (ROLL(x * 2) + 1).sum(), fullgraph=True, backend=backend)
    run(a).backward()
    (roll(b * 2) + 1).sum().backward()
    close(a.grad, b.grad)


def test_compile_dynamic() -> None:
    run = torch.compile(lambda x: ROLL(x * 2), fullgraph=True, backend="aot_eager", dynamic=True)
    for n in (4, 5, 9):
        close(run(drawn(n)), roll(drawn(n) * 2))


def test_compile_of_func_grad() -> None:
    x = drawn(5)
    run = torch.compile(torch.func.grad(loss(ROLL)), fullgraph=True, backend="aot_eager")
    close(run(x), torch.func.grad(loss(roll))(x))


class Rolled(torch.nn.Module):  # type: ignore[misc]
    def forward(self, x: Any) -> Any:
        return ROLL(x * 2)


def test_export(tmp_path: Path) -> None:
    n = torch.export.Dim("n", min=2, max=64)
    program = torch.export.export(Rolled(), (drawn(5),), dynamic_shapes=({0: n},))
    torch.export.save(program, tmp_path / "rolled.pt2")
    again = torch.export.load(tmp_path / "rolled.pt2").module()
    close(again(drawn(7)), roll(drawn(7) * 2))


ELSEWHERE = """
import sys, torch
if len(sys.argv) > 2:
    import ribozyme as rz
    roll = rz.torch.op(rz.load(sys.argv[2]).roll)
x = torch.tensor([0.1, 0.5, -0.3], dtype=torch.double)
print(torch.export.load(sys.argv[1]).module()(x).tolist())
"""


@pytest.mark.slow
def test_export_in_another_process(tmp_path: Path) -> None:
    x = torch.tensor([0.1, 0.5, -0.3], dtype=torch.double)
    torch.export.save(torch.export.export(Rolled(), (x,)), tmp_path / "rolled.pt2")

    def child(*more: Any) -> Any:
        words = [sys.executable, "-c", ELSEWHERE, tmp_path / "rolled.pt2", *more]
        return subprocess.run(words, capture_output=True, text=True, timeout=200, check=False)

    close(torch.tensor(eval(child(FILE).stdout), dtype=torch.double), roll(2 * x))
    alone = child()
    assert alone.returncode and ROLL.declared.operation.name in alone.stderr


def test_checkpoint() -> None:
    from torch.utils.checkpoint import checkpoint

    a, b = drawn(5, grad=True), drawn(5, grad=True)
    checkpoint(loss(ROLL), a, use_reentrant=False).backward()
    loss(roll)(b).backward()
    close(a.grad, b.grad)


def test_autocast() -> None:
    double = torch.nn.Linear(4, 4)
    f = rt.op(LIB.f)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        hidden = double(torch.ones(2, 4))
        assert hidden.dtype == torch.bfloat16
        out = f(hidden)
        out.float().sum().backward()
    assert out.dtype == torch.float32
    assert double.weight.grad is not None and double.weight.grad.abs().sum() > 0


def test_inference_and_no_grad() -> None:
    x = drawn(5, grad=True)
    with torch.no_grad():
        found = ROLL(x)
    assert not found.requires_grad
    close(found, roll(x).detach())
    with torch.inference_mode():
        close(ROLL(drawn(5)), roll(drawn(5)))


def test_threads() -> None:
    wanted, wrong = torch.func.grad(loss(roll))(drawn(50)), []

    def work() -> None:
        for _ in range(20):
            x = drawn_apart(50)
            loss(ROLL)(x).backward()
            if not torch.allclose(x.grad, wanted, rtol=1e-9):
                wrong.append(x)

    given = drawn(50)

    def drawn_apart(n: int) -> Any:
        return given.clone().requires_grad_()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_strides_and_shapes() -> None:
    x = drawn(4, 6).t()
    assert not x.is_contiguous()
    f = rt.op(LIB.roll)
    close(f(x), roll(x.reshape(-1)).reshape(x.shape))
    close(f(drawn(12)[::2]), roll(drawn(12)[::2]))
    close(f(drawn(1).expand(5)), roll(drawn(1).expand(5).contiguous()))
    assert f(drawn(0)).shape == (0,)
    a = drawn(5, grad=True)
    f(a).sum().backward()  # a cotangent of stride 0
    b = drawn(5, grad=True)
    roll(b).sum().backward()
    close(a.grad, b.grad)


def affine(a: Any, x: Any) -> Any:
    return torch.tanh(a @ x)


AFFINE: dict[str, Any] = {"sizes": {"rows": ("a", 0), "cols": ("a", 1)}, "shape": ("rows",)}


def test_several_inputs_with_a_shape() -> None:
    f = rt.op(LIB.affine, **AFFINE)
    a, x = drawn(3, 4, grad=True), drawn(4, seed=1, grad=True)
    close(f(a, x), affine(a, x))
    torch.autograd.gradcheck(f, (a, x), check_batched_grad=True, check_forward_ad=True)
    torch.autograd.gradgradcheck(f, (a, x), check_batched_grad=True)


def test_shared_inputs_of_a_batch() -> None:
    f = rt.op(LIB.affine, **AFFINE)
    a, x = drawn(3, 4), drawn(5, 4, seed=1)
    both = lambda g: lambda a: torch.func.vmap(g, in_dims=(None, 0))(a, x).sin().sum()  # noqa: E731
    close(torch.func.vmap(f, in_dims=(None, 0))(a, x), torch.tanh(x @ a.T))
    close(torch.func.grad(both(f))(a), torch.func.grad(both(affine))(a))
    close(torch.func.hessian(both(f))(a), torch.func.hessian(both(affine))(a))
    pairs = lambda g: torch.func.vmap(  # noqa: E731
        torch.func.vmap(g, in_dims=(None, 0)), in_dims=(0, None)
    )
    several = drawn(2, 3, 4, seed=2)
    close(pairs(f)(several, x), pairs(affine)(several, x))
    close(pairs(torch.func.jacrev(f))(several, x), pairs(torch.func.jacrev(affine))(several, x))


def test_scalars() -> None:
    f = rt.op(LIB.energy)
    x, scale = drawn(4, grad=True), torch.tensor(0.7, dtype=torch.double, requires_grad=True)
    close(f(x, scale), (x**3).sum() * scale)
    close(f(x, 2.0), (x**3).sum() * 2)
    torch.autograd.gradcheck(f, (x, scale), check_batched_grad=True, check_forward_ad=True)
    torch.autograd.gradgradcheck(f, (x, scale), check_batched_grad=True)


def test_structs_by_keyword() -> None:
    f = rt.op(LIB.pull)
    x = drawn(4, grad=True)
    close(f(x, s={"k": 2.0, "power": 3}), 2 * x**3)
    cubed = f.given(s={"k": 2.0, "power": 3})
    torch.autograd.gradcheck(cubed, (x,))
    run = torch.compile(cubed, fullgraph=True, backend="aot_eager")
    close(run(x), 2 * x**3)


def test_integer_tensors() -> None:
    f = rt.op(LIB.pick, like="index")
    x, index = drawn(4, grad=True), torch.tensor([3, 0, 3], dtype=torch.int32)
    f(x, index).sum().backward()
    y = drawn(4, grad=True)
    (y[index] ** 2).sum().backward()
    close(x.grad, y.grad)


SMALL = {"k": -3, "c": -5, "u": 250, "w": 65530, "b": True}


def test_small_integers() -> None:
    f = rt.op(LIB.weighed)
    for given, weight in ((SMALL, 33502.0), ({**SMALL, "k": 300, "c": 7, "b": False}, -33829.0)):
        x = drawn(4, grad=True)
        f(x, **given).backward()
        close(x.grad, 2 * weight * x.detach())
        again = f.given(**given)
        torch.autograd.gradcheck(again, (drawn(3, grad=True),), check_forward_ad=True)
    with pytest.raises(rz.Error, match="does not hold 256"):
        f(drawn(4), **{**SMALL, "u": 256})
    chosen = rt.op(LIB.chosen, like="index", sizes={"n": "index"})
    x, index = drawn(4, grad=True), torch.tensor([3, 0, 3], dtype=torch.int16)
    sign, taken = torch.tensor([-1, 1, 2], dtype=torch.int8), torch.tensor([True, True, False])
    chosen(x, index, sign, taken).sum().backward()
    wanted = torch.zeros(4, dtype=torch.double)
    wanted[3], wanted[0] = -2 * x[3].detach(), 2 * x[0].detach()
    close(x.grad, wanted)


@pytest.mark.parametrize(("name", "dtype"), [("half", "float16"), ("brains", "bfloat16")])
def test_half_precision(name: str, dtype: str) -> None:
    f = rt.op(LIB[name], like="x")
    x = torch.tensor([[1.0, 2.0, -3.0]], dtype=getattr(torch, dtype), requires_grad=True)
    scale = [torch.tensor(2.0, dtype=x.dtype, requires_grad=True)] if name == "half" else []
    out = f(x, *scale)
    factor = 2 if scale else 1
    assert out.dtype == x.dtype and out.tolist() == [[factor, 4 * factor, 9 * factor]]
    found = torch.autograd.grad(out.sum(), [x, *scale], create_graph=True)
    assert found[0].tolist() == [[2 * factor, 4 * factor, -6 * factor]]
    assert not scale or found[1].item() == 14
    [second] = torch.autograd.grad(found[0].sum(), [x])
    assert second.tolist() == [[2 * factor] * 3]
    with pytest.raises(rz.Error, match=dtype):
        f(x.float(), *scale)


def test_several_outputs() -> None:
    f = rt.op(LIB.two, outputs=("sines", "total"), shape={"total": ()})
    x = drawn(4, grad=True)
    sines, total = f(x)
    close(sines, x.sin())
    close(total, (x**2).sum())
    torch.autograd.gradcheck(f, (x,), check_batched_grad=True, check_forward_ad=True)
    [only] = torch.autograd.grad(f(x)[1], x)
    close(only, 2 * x)


def test_training_like_the_native_twin() -> None:
    torch.manual_seed(1)
    layer = rt.op(LIB.layer, like="x")
    native = lambda x, w: torch.tanh(w * x + 0.5 * torch.roll(x, -1, -1))  # noqa: E731
    x, y = torch.randn(32, 6), torch.randn(32, 1)
    first = torch.nn.Sequential(torch.nn.Linear(6, 8)), torch.randn(8), torch.nn.Linear(8, 1)
    losses = []
    for middle in (layer, native):
        into, w, out = copy.deepcopy(first)
        w.requires_grad_()
        steps = torch.optim.Adam([*into.parameters(), w, *out.parameters()], lr=0.02)
        for _ in range(30):
            steps.zero_grad()
            hidden = torch.func.vmap(middle, in_dims=(0, None))(into(x), w)
            error = ((out(hidden) - y) ** 2).mean()
            error.backward()
            steps.step()
        losses.append(error.item())
    assert losses[0] == pytest.approx(losses[1], rel=1e-3)


def test_no_lock_is_held_while_it_runs() -> None:
    f, x = rt.op(LIB.slow), torch.ones(1, dtype=torch.double)
    done = threading.Event()
    thread = threading.Thread(target=lambda: (f(x), done.set()))
    thread.start()
    count = 0
    while not done.wait(0.001):
        count += 1
    thread.join()
    assert count > 5


# ---- bad input -----------------------------------------------------------------------------------


def refusal(make: Callable[[], Any]) -> rz.Error:
    with pytest.raises(rz.Error) as caught:
        make()
    return caught.value


def test_dtypes_devices_and_kinds_are_checked() -> None:
    found = refusal(lambda: ROLL(torch.ones(3)))
    assert found.code == "RZ008" and "float64" in str(found) and "inp" in str(found)
    assert refusal(lambda: ROLL([1.0, 2.0])).code == "RZ008"
    assert refusal(lambda: ROLL(1.0)).code == "RZ008"
    pick = rt.op(LIB.pick, like="index")
    x, index = drawn(3), torch.ones(3, requires_grad=True)
    assert refusal(lambda: pick(x, index)).code == "RZ008"
    with pytest.raises(RuntimeError, match="dtype"):
        ROLL._op(torch.ones(3), 3, 3, 0, 0)
    with pytest.raises(RuntimeError, match="one number"):
        rt.op(LIB.energy)(drawn(3), drawn(2))


def test_other_devices_are_refused() -> None:
    from torch._subclasses.fake_tensor import FakeTensorMode

    meta = drawn(3).to("meta")
    assert ROLL(meta).device.type == "meta"  # no values, shapes only
    with FakeTensorMode():
        elsewhere = torch.empty(3, dtype=torch.double, device="cuda")
        with pytest.raises(rz.Error, match="on the CPU"):
            ROLL(elsewhere)
    with pytest.raises(RuntimeError, match="SparseCPU"):
        ROLL(torch.eye(3, dtype=torch.double).to_sparse())


def test_tensors_that_require_grad_on_integers() -> None:
    pick = rt.op(LIB.pick, like="index")
    index = torch.tensor([0.0, 1.0], requires_grad=True)
    with pytest.raises(rz.Error, match="int32"):
        pick(drawn(3), index)
    with pytest.raises(rz.Error, match="whole number"):
        ROLL(drawn(3), n=torch.tensor(3.0, requires_grad=True))


def test_the_short_way_is_for_calls_that_nothing_watches() -> None:
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils._python_dispatch import TorchDispatchMode

    x, name = drawn(4), ROLL.declared.operation.name
    assert ROLL._eager(x) is not None
    mirrored = torch.complex(x, x + 1).conj().imag  # a view whose sign is still to be changed
    assert mirrored.is_neg()
    close(ROLL(mirrored), roll(-(x + 1)))
    seen: list[str] = []

    class Mode(TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(self, op: Any, types: Any, args: Any = (), how: Any = None) -> Any:
            seen.append(str(op))
            return op(*args, **(how or {}))

    class Functions(torch.overrides.TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, op: Any, types: Any, args: Any = (), how: Any = None) -> Any:
            seen.append(str(op))
            return op(*args, **(how or {}))

    for watch in (Mode(), Functions()):
        seen.clear()
        with watch:
            close(ROLL(x), roll(x))
        assert any(name in op for op in seen), watch

    class Told(torch.Tensor):  # type: ignore[misc]
        @classmethod
        def __torch_dispatch__(cls, op: Any, types: Any, args: Any = (), how: Any = None) -> Any:
            seen.append(str(op))
            return x

    seen.clear()
    ROLL(torch.Tensor._make_subclass(Told, x))
    assert any(name in op for op in seen)
    assert name in str(make_fx(ROLL)(x).graph)
    traced = torch.jit.trace(lambda x: ROLL(x) * 2, (x,))
    close(traced(x + 1), roll(x + 1) * 2)
    with torch.no_grad():
        assert not ROLL(drawn(4, grad=True)).requires_grad
    assert ROLL(drawn(4, grad=True)).requires_grad


LONG_WAY = """
import pathlib, sys, torch
from ribozyme.bindings import torcheager
torcheager._LIB = pathlib.Path("/nowhere")
import ribozyme as rz
from ribozyme.bindings import torch as rt
assert torcheager.short() is None and rt.BELOW
f = rt.op(rz.load(sys.argv[1]).roll)
assert f._eager is None
roll = lambda x: torch.sin(x) * torch.roll(x, -1, -1)
x = torch.randn(4, dtype=torch.double, requires_grad=True)
assert torch.allclose(f(x), roll(x))
torch.autograd.gradcheck(f, (x,), check_batched_grad=True, check_forward_ad=True)
torch.autograd.gradgradcheck(f, (x,), check_fwd_over_rev=True)
assert torch.allclose(torch.func.hessian(lambda x: f(x).sum())(x.detach()),
                      torch.func.hessian(lambda x: roll(x).sum())(x.detach()))
"""


def test_without_the_short_way() -> None:
    run_child(LONG_WAY)


def test_changed_in_place() -> None:
    x = drawn(3, grad=True) * 1
    y = ROLL(x)
    x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_an_exception_of_the_program_is_one_of_torch() -> None:
    thrower = rz.compile("""
    #include <stdexcept>
    extern "C" void f(const double *x, unsigned long n, double *out) {
        if (x[0] < 0) throw std::runtime_error("below zero");
        for (unsigned long i = 0; i < n; i++) out[i] = x[i] * x[i];
    }""", lang="c++").f  # fmt: skip
    f = rt.op(thrower)
    x = drawn(3).abs()
    close(f(x), x * x)
    with pytest.raises(RuntimeError, match="below zero"):
        f(-x)
    close(f(x), x * x)


def run_child(text: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", text, str(FILE)],
        check=False,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


FALLBACK = """
import sys, torch, torch.func, torch._functorch.autograd_function
del torch._functorch.utils.enable_single_level_autograd_function
import ribozyme as rz
from ribozyme.bindings import torch as rt
assert not rt.BELOW
f = rt.op(rz.load(sys.argv[1]).roll)
roll = lambda x: torch.sin(x) * torch.roll(x, -1, -1)
loss = lambda f: lambda x: (f(x) ** 2).sum()
x = torch.randn(4, dtype=torch.double)
torch.autograd.gradcheck(f, (x.clone().requires_grad_(),))
torch.autograd.gradgradcheck(f, (x.clone().requires_grad_(),))
from torch.func import grad, jacfwd, jacrev, jvp, vmap
assert torch.allclose(grad(loss(f))(x), grad(loss(roll))(x))
assert torch.allclose(jacrev(jacrev(loss(f)))(x), jacrev(jacrev(loss(roll)))(x))
X = torch.randn(3, 4, dtype=torch.double)
assert torch.allclose(vmap(grad(loss(f)))(X), vmap(grad(loss(roll)))(X))
def loud(what, make):
    try:
        made = make()
    except Exception as e:
        print(what, type(e).__name__)
    else:
        raise SystemExit(f"{what} gave {made}")
loud("jacfwd", lambda: jacfwd(f)(x))
loud("jvp", lambda: jvp(f, (x,), (x,)))
def dual():
    with torch.autograd.forward_ad.dual_level():
        d = torch.autograd.forward_ad.make_dual(x, x)
        return torch.autograd.forward_ad.unpack_dual(f(d)).tangent
loud("dual", dual)
a = x.clone().requires_grad_()
torch.compile(lambda x: f(x * 2).sum(), fullgraph=True, backend="aot_eager")(a).backward()
assert torch.allclose(a.grad, grad(lambda x: roll(x * 2).sum())(x))
both = torch.compile(grad(loss(f)), fullgraph=True, backend="aot_eager")
loud("compile of grad", lambda: both(x))
"""


def test_without_private_names_right_or_loud() -> None:
    said = run_child(FALLBACK)
    assert [line.split()[0] for line in said.splitlines()] == ["jacfwd", "jvp", "dual", "compile"]


def test_the_snippet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "test.c").write_text(FILE.read_text())
    monkeypatch.chdir(tmp_path)
    inp = torch.randn(3, 4, requires_grad=True)

    from torch_enzyme import enzyme

    out = enzyme("test.c", "f").apply(inp)
    out.sum().backward()
    wanted = inp.detach().clone().requires_grad_()
    (wanted.sin() * wanted).sum().backward()
    torch.testing.assert_close(inp.grad, wanted.grad)


WITH_MORE = """
#include <math.h>
#include <stddef.h>
void g(const double *inp, size_t n, double *out, int power, double scale, const double *weights)
{
    for (size_t i = 0; i < n; i++)
        out[i] = scale * pow(inp[i], power) * weights[i];
}
"""


def test_the_snippet_with_more_parameters(tmp_path: Path) -> None:
    """In double precision, of any shape, the rest by keyword."""
    from torch_enzyme import enzyme

    (tmp_path / "test.c").write_text(WITH_MORE)
    g = enzyme(tmp_path / "test.c", "g", like="inp", sizes={"n": "inp"})
    x, w = drawn(2, 3, 4, grad=True), drawn(2, 3, 4, seed=1, grad=True)
    scale = torch.tensor(0.5, dtype=torch.double, requires_grad=True)
    out = g.apply(x, weights=w, power=3, scale=scale)
    assert out.shape == x.shape
    close(out, 0.5 * x**3 * w)
    found = torch.autograd.grad(out.sum(), (x, scale, w))
    close(found, (1.5 * x**2 * w, (x**3 * w).sum(), 0.5 * x**3))
    close(g.apply(x, 2.0, w, power=2), 2 * x**2 * w)
    with pytest.raises(rz.Error, match="needs 'power'"):
        g.apply(x, scale, w)
    with pytest.raises(rz.Error, match="float32"):
        g.apply(x.float(), scale, w, power=1)
    with pytest.raises(rz.Error, match="did you mean 'power'"):
        g.apply(x, scale, w, powr=1)


DDP = """
import sys, torch
import torch.distributed as dist, torch.multiprocessing as mp
import ribozyme as rz
from ribozyme.bindings import torch as rt

def make():
    torch.manual_seed(0)
    f = rt.op(rz.load(sys.argv[1]).f)
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = torch.nn.Linear(4, 5), torch.nn.Linear(5, 1)
        def forward(self, x):
            return self.b(f(self.a(x)))
    return Net()

def work(rank, file, meeting):
    sys.argv = ["", file]
    dist.init_process_group("gloo", init_method="file://" + meeting, rank=rank, world_size=2)
    net = torch.nn.parallel.DistributedDataParallel(make())
    torch.manual_seed(5)
    x = torch.randn(8, 4)
    (net(x[4 * rank : 4 * rank + 4]) ** 2).mean().backward()
    whole = make()
    (whole(x) ** 2).mean().backward()
    for p, q in zip(net.parameters(), whole.parameters()):
        assert torch.allclose(p.grad, q.grad, atol=1e-6), (p.grad, q.grad)
    dist.destroy_process_group()

if __name__ == "__main__":
    mp.spawn(work, tuple(sys.argv[1:]), 2)
"""


@pytest.mark.slow
def test_data_parallel(tmp_path: Path) -> None:
    script = tmp_path / "ddp.py"
    script.write_text(DDP)
    done = subprocess.run(
        [sys.executable, script, FILE, tmp_path / "meeting"],
        check=False,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_operators_copy_and_pickle() -> None:
    assert copy.deepcopy(ROLL) is ROLL
    again = pickle.loads(pickle.dumps(ROLL.given(n=4)))
    x = drawn(4)
    close(again(x), roll(x))
