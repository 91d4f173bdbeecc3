"""CUDA, HIP and OpenCL C by the wheel's clang: the device half of a source as bitcode.

    lbm.cu  →  clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 -include rz_gpu.h … -emit-llvm

No vendor's headers are needed: `include_gpu/rz_gpu.h` has what kernels use of them, in terms of
clang's own built-ins and of functions named `rz_gpu_…`; `rz_opencl.h` is that of OpenCL. A module
is unoptimised, with TBAA and whole debug information, as those of `clang` are, and is for one
architecture.
"""

import hashlib
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, assert_never, final

from ribozyme.base.cache import Cache, default_cache
from ribozyme.base.record import record
from ribozyme.base.source import SOURCES
from ribozyme.frontends import compiler_errors, programs, stored, toolchain
from ribozyme.frontends.c import clang

DeviceLanguage = Literal["cuda", "hip", "opencl"]
SUFFIXES: Final[dict[str, DeviceLanguage]] = {".cu": "cuda", ".hip": "hip", ".cl": "opencl"}
ARCHITECTURES: Final[dict[DeviceLanguage, str]] = {
    "cuda": "sm_90",
    "hip": "gfx90a",
    "opencl": "sm_90",
}
"""The architectures that are meant where none is said."""

_HEADERS: Final = Path(__file__).with_name("include_gpu")
_WHOLE_DEBUG: Final = (
    "-g",
    "-Xclang",
    "-debug-info-kind=constructor",
    "-Xclang",
    "-dwarf-version=5",
)
_OURS: Final = (
    "-fno-math-errno", "-fno-color-diagnostics", "-Qunused-arguments", "-nostdlibinc", "-isystem",
    str(_HEADERS), "-include",
)  # fmt: skip
_CXX: Final = ("-fdeclspec", "-std=c++17")
_CLANG_NAMES: Final[dict[DeviceLanguage, str]] = {"cuda": "cuda", "hip": "hip", "opencl": "cl"}


@final
@record
class DeviceCode:
    """The bitcode of a device module, and where it came from."""

    code: bytes
    language: DeviceLanguage
    name: str
    architecture: str


def compile_device(
    source: Path | str,
    *,
    lang: DeviceLanguage = "cuda",
    arch: str | None = None,
    flags: Sequence[str] = (),
    cache: Cache | None = None,
) -> DeviceCode:
    """The device module of a file, given by its path, or by its text as a `str`."""
    compiler = toolchain.wheel()
    if compiler is None or compiler.lib is None:
        raise compiler_errors.no_compiler(
            "the package 'ziglang', which carries clang, is not installed"
        )
    chosen = arch or ARCHITECTURES[lang]
    name, text, content = _named(source, lang)
    given = (*clang.UNOPTIMISED, *_WHOLE_DEBUG, *_OURS, *_language(lang, chosen), *flags)
    command = (*compiler.command, *given)
    found = stored.output(
        default_cache() if cache is None else cache,
        (compiler.identity, lang, name, *given),
        content,
        lambda: _run(command, lang, name, text),
    )
    return DeviceCode(found.code, lang, name, chosen)


def _named(source: Path | str, lang: DeviceLanguage) -> tuple[str, str | None, bytes]:
    """The name of a source in messages, its text if it is no file, and its content."""
    if isinstance(source, str):
        content = source.encode("utf-8", "surrogateescape")
        suffix = next(s for s, one in SUFFIXES.items() if one == lang)
        name = f"source-{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
        SOURCES.add(name, source)
        SOURCES.add(str(Path.cwd() / name), source)
        return name, source, content
    path = Path(source).resolve()
    if not path.is_file():
        raise compiler_errors.missing_file(source)
    return str(path), None, path.read_bytes()


def _language(lang: DeviceLanguage, arch: str) -> tuple[str, ...]:
    match lang:
        case "cuda":
            return (
                str(_HEADERS / "rz_gpu.h"), *_CXX, "--cuda-device-only", "-nocudainc",
                "-nocudalib", "--cuda-path=/nonexistent",
                "--cuda-feature=+ptx78", f"--cuda-gpu-arch={arch}",
            )  # fmt: skip
        case "hip":
            return (
                str(_HEADERS / "rz_gpu.h"), *_CXX, "--cuda-device-only", "-nogpuinc", "-nogpulib",
                f"--offload-arch={arch}",
            )  # fmt: skip
        case "opencl":
            return (
                str(_HEADERS / "rz_opencl.h"), "-cl-std=CL2.0", "-cl-no-stdinc",
                "--target=nvptx64-nvidia-cuda", f"-march={arch}",
            )  # fmt: skip
        case _:
            assert_never(lang)


def _run(
    command: Sequence[str], lang: DeviceLanguage, name: str, text: str | None
) -> stored.Output:
    shown = "" if text is None else f'#line 1 "{name}"\n{text}'
    with tempfile.TemporaryDirectory(prefix="ribozyme-") as scratch:
        module, read = Path(scratch, "module.bc"), Path(scratch, "module.d")
        whole = [
            *command, "-Xclang", "-dependency-file", "-Xclang", str(read), "-Xclang", "-MT",
            "-Xclang", "module", "-Xclang", "-sys-header-deps", "-c", "-emit-llvm", "-x",
            _CLANG_NAMES[lang],
            name if text is None else "-", "-o", str(module),
        ]  # fmt: skip
        done = programs.run(whole, Path.cwd(), compiler_errors.no_compiler, shown)
        if done.returncode != 0:
            raise compiler_errors.compiler_says(
                done.stderr, name, done.returncode, shlex.join(whole)
            )
        return stored.Output(module.read_bytes(), clang.listed(read, name, Path.cwd()), done.stderr)
