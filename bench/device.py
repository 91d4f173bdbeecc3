"""Kernels and gradients on a device, from code that was built elsewhere: the five applications
(`bench.applications`) and the suite of `tests/gpu`.

./do test --gpu                            builds, runs and compares where a device is
python -m tests.gpu.on_device FOLDER       builds, on a machine with Ribozyme, ptxas and libdevice
python device.py FOLDER                    runs, on a machine with a device, Python and NumPy

A folder has for each launch the code of kernel and gradient for one architecture, the arguments,
and what the emulator has found. The driver is called by ctypes; nothing else is needed.
"""

import ctypes
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

ARCHITECTURE = "sm_90"
WITHIN = {"float64": 1e-9, "float32": 1e-4, "float16": 2e-2}
"""How far numbers of a type may be from the emulator's, in their largest or in one."""
ROUNDS = 20
_TAPE = 64  # what the tape of a thread is rounded up to


@dataclass(frozen=True)
class Case:
    """A launch of a kernel whose `active` arguments are differentiated; `timed` if it is long."""

    name: str
    kernel: Any
    sizes: tuple[Any, ...]
    args: list[Any]
    active: tuple[int, ...]
    timed: bool = False


def applications(names: Iterable[str]) -> Iterator[Case]:
    """The launches of applications."""
    from bench.applications import APPLICATIONS, kernel

    for name in names or APPLICATIONS:
        launch = APPLICATIONS[name](256, 2)
        yield Case(name, kernel(name), launch.sizes, launch.args, launch.active, timed=True)


def main(cases: Iterable[Case]) -> int:
    """Build and run where a device is; say so where none is."""
    driver = found()
    if isinstance(driver, str):
        print(f"\non a device: not run, {driver}")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder), cases, driver.architecture())
        return run(Path(folder), driver)


def build(folder: Path, cases: Iterable[Case], arch: str = ARCHITECTURE) -> None:
    """Write code, arguments and results of launches into a folder; say what no device can run."""
    import ribozyme as rz

    folder.mkdir(parents=True, exist_ok=True)
    for case in cases:
        try:
            _write(folder, case, arch)
        except rz.SignatureError as refused:
            print(f"{case.name:24} no code for a device ({refused.code})", flush=True)


def _write(folder: Path, case: Case, arch: str) -> None:
    import ribozyme as rz

    one, name = case.kernel, case.name
    wrt = [one.signature.parameters[n].name for n in case.active]
    flat = all(isinstance(size, int) for size in case.sizes[:2])
    for which, code in ("kernel", one), ("gradient", rz.grad(one)):
        image = rz.gpu.cubin(code, wrt if which == "gradient" else None, arch=arch, flat=flat)
        (folder / f"{name}.{which}.cubin").write_bytes(image)
    given, after = (_shadowed(case) for _ in range(2))
    rz.grad(one)[case.sizes](*after)
    arrays: dict[str, Any] = {}
    kinds: list[list[str]] = []
    for n, (before, then) in enumerate(zip(given, after, strict=True)):
        parts = (before.value, before.shadow) if n in case.active else (before,)
        ends = (then.value, then.shadow) if n in case.active else (then,)
        kinds.append([])
        for k, (part, end) in enumerate(zip(parts, ends, strict=True)):
            if isinstance(part, np.ndarray):
                arrays[f"in{n}_{k}"], arrays[f"out{n}_{k}"] = part, end
                kinds[-1].append("array")
            else:
                arrays[f"in{n}_{k}"] = np.array(part, _number(one.signature.parameters[n]))
                kinds[-1].append("number")
    np.savez(folder / f"{name}.npz", **arrays)
    grid, block, *shared = case.sizes
    told = {
        "symbol": one.signature.symbol, "grid": _axes(grid), "block": _axes(block),
        "shared": shared[0] if shared else 0, "kinds": kinds, "timed": case.timed,
    }  # fmt: skip
    (folder / f"{name}.json").write_text(json.dumps(told))


def _shadowed(case: Case) -> list[Any]:
    """The arguments as copies, the active ones with random shadows, the same each time."""
    import ribozyme as rz

    rng = np.random.default_rng(0)
    made = [a.copy() if isinstance(a, np.ndarray) else a for a in case.args]
    for at in case.active:
        shadow = rng.standard_normal(made[at].shape).astype(made[at].dtype)
        made[at] = rz.Duplicated(made[at], shadow)
    return made


def _axes(size: Any) -> list[int]:
    axes = [size] if isinstance(size, int) else list(size)
    return [*axes, 1, 1][:3]


def _number(parameter: Any) -> str:
    return f"{'f' if parameter.type.kind == 'float' else 'i'}{parameter.type.size}"


def run(folder: Path, driver: "Driver") -> int:
    """Run what was built, compare with the emulator's results, and print times."""
    print(f"\non a device: {driver.name()}, {time.strftime('%Y-%m-%d')}")
    wrong = 0
    for told in sorted(folder.glob("*.json")):
        name, how = told.stem, json.loads(told.read_text())
        data = np.load(told.with_suffix(".npz"))
        given = [
            (f"{n}_{k}", kind)
            for n, kinds in enumerate(how["kinds"])
            for k, kind in enumerate(kinds)
        ]
        plain = [(at, kind) for at, kind in given if at.endswith("_0")]
        kernel = Loaded(driver, folder / f"{name}.kernel.cubin", how, data, plain)
        gradient = Loaded(driver, folder / f"{name}.gradient.cubin", how, data, given)
        results = kernel.compared(), gradient.compared()
        right = all(one.right for one in results)
        wrong += not right
        said = f"{name:24} {max(one.apart for one in results):8.1e} from the emulator"
        if how["timed"]:
            ratio = gradient.seconds() / kernel.seconds()
            said += f", gradient / kernel {ratio:.2f} in time"
        print(said + ("" if right else " (wrong)"), flush=True)
        for one in kernel, gradient:
            one.free()
    return 1 if wrong else 0


@dataclass(frozen=True)
class Compared:
    """How far results are from the emulator's, and whether that is little enough."""

    apart: float
    right: bool


class Loaded:
    """A kernel or a gradient on a device with its arguments."""

    def __init__(
        self, driver: "Driver", file: Path, how: Any, data: Any, given: list[tuple[str, str]]
    ) -> None:
        self.driver, self.data, self.given = driver, data, given
        self.sizes = how["grid"], how["block"], how["shared"]
        self.module = module = driver.module(file.read_bytes())
        name = how["symbol"] + ("_reverse" if ".gradient." in file.name else "")
        self.slots = [driver.slot(kind, data[f"in{at}"]) for at, kind in given]
        function, tape = driver.function(module, name), driver.function(module, f"{name}_tape")
        if function is None:
            raise RuntimeError(f"{file} has no kernel {name}")
        self.function = function
        if tape is not None:
            most = driver.slot("array", np.zeros(1, np.uint64))
            driver.launch(tape, *self.sizes, [*self.slots, most])
            needed = int(driver.back(most, np.zeros(1, np.uint64))[0])
            each = -(-needed // _TAPE) * _TAPE
            threads = int(np.prod(how["grid"])) * int(np.prod(how["block"]))
            room = driver.room(max(each * threads, 1))
            self.slots += [room, driver.slot("number", np.array(each, "i8"))]
            driver.free(most)

    def launch(self) -> None:
        """Launch it once."""
        self.driver.launch(self.function, *self.sizes, self.slots)

    def compared(self) -> "Compared":
        """Launch it, and compare arrays with what the emulator has found."""
        self.launch()
        self.driver.wait()
        most, right = 0.0, True
        for (at, kind), slot in zip(self.given, self.slots, strict=False):
            if kind != "array":
                continue
            expected = self.data[f"out{at}"]
            found = self.driver.back(slot, expected).astype(float)
            wide = expected.astype(float)
            apart = np.abs(found - wide).max(initial=0.0) / (1 + np.abs(wide).max(initial=0.0))
            right = right and bool(apart <= WITHIN.get(expected.dtype.name, 0.0))
            most = max(most, float(apart) if np.isfinite(apart) else np.inf)
        return Compared(most, right)

    def free(self) -> None:
        """Give its memory back."""
        for slot in self.slots:
            if isinstance(slot, ctypes.c_uint64):
                self.driver.free(slot)
        self.driver.ask("cuModuleUnload", self.module)

    def seconds(self) -> float:
        """What a launch takes."""
        self.launch()
        self.driver.wait()
        start = time.perf_counter()
        for _ in range(ROUNDS):
            self.launch()
        self.driver.wait()
        return (time.perf_counter() - start) / ROUNDS


class Driver:
    """The device's driver, as far as launches need it."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self.device, context = ctypes.c_int(), ctypes.c_void_p()
        self.ask("cuDeviceGet", ctypes.byref(self.device), 0)
        self.ask("cuDevicePrimaryCtxRetain", ctypes.byref(context), self.device)
        self.ask("cuCtxSetCurrent", context)

    def ask(self, name: str, *args: Any) -> None:
        """Call the driver; what it refuses is an exception."""
        status = getattr(self.library, name)(*args)
        if status:
            raise RuntimeError(f"{name} gives status {status}")

    def name(self) -> str:
        """What the device is called."""
        text = ctypes.create_string_buffer(128)
        self.ask("cuDeviceGetName", text, 128, self.device)
        return text.value.decode()

    def architecture(self) -> str:
        """Its architecture, as compilers name it."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        for number, value in (75, major), (76, minor):
            self.ask("cuDeviceGetAttribute", ctypes.byref(value), number, self.device)
        return f"sm_{major.value}{minor.value}"

    def module(self, image: bytes) -> ctypes.c_void_p:
        """Code on the device."""
        module = ctypes.c_void_p()
        self.ask("cuModuleLoadData", ctypes.byref(module), image)
        return module

    def function(self, module: ctypes.c_void_p, name: str) -> ctypes.c_void_p | None:
        """A kernel by its name, if there is such a one."""
        found = ctypes.c_void_p()
        status = self.library.cuModuleGetFunction(ctypes.byref(found), module, name.encode())
        return found if status == 0 else None

    def room(self, bytes: int) -> Any:
        """Memory of the device."""
        address = ctypes.c_uint64()
        self.ask("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(bytes))
        return address

    def slot(self, kind: str, value: Any) -> Any:
        """An argument: a number, or an array that is copied to the device."""
        if kind == "number":
            return (ctypes.c_char * value.nbytes).from_buffer_copy(value.tobytes())
        address = self.room(max(value.nbytes, 1))
        own = np.ascontiguousarray(value)
        self.ask(
            "cuMemcpyHtoD_v2",
            address,
            ctypes.c_void_p(own.ctypes.data),
            ctypes.c_size_t(own.nbytes),
        )
        return address

    def back(self, address: Any, like: Any) -> Any:
        """An array from the device."""
        made = np.empty_like(like)
        self.ask(
            "cuMemcpyDtoH_v2",
            ctypes.c_void_p(made.ctypes.data),
            address,
            ctypes.c_size_t(made.nbytes),
        )
        return made

    def free(self, address: Any) -> None:
        """Give memory of the device back."""
        self.ask("cuMemFree_v2", address)

    def launch(
        self, function: Any, grid: list[int], block: list[int], shared: int, slots: list[Any]
    ) -> None:
        """Launch a kernel."""
        given = (ctypes.c_void_p * len(slots))(*(ctypes.addressof(slot) for slot in slots))
        self.ask("cuLaunchKernel", function, *grid, *block, shared, None, given, None)

    def wait(self) -> None:
        """Until all launches have ended."""
        self.ask("cuCtxSynchronize")


def found() -> "Driver | str":
    """The driver, or why there is none."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "the driver of a device is not installed (libcuda.so.1)"
    count = ctypes.c_int()
    if library.cuInit(0) or library.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "there is no device"
    return Driver(library)


if __name__ == "__main__":
    driver = found()
    sys.exit(driver if isinstance(driver, str) else run(Path(sys.argv[1]), driver))
