"""What test_clean_room runs where nothing is installed: C and C++, compiled, loaded and called.

python in_clean_room.py FOLDER      # of the cache, which may hold libc++ already
"""

import ctypes
import sys
from pathlib import Path

from ribozyme.backend import jit, llvm, pipeline
from ribozyme.backend.passes import startup
from ribozyme.backend.target import emit_object
from ribozyme.base.cache import Cache
from ribozyme.frontends import toolchain
from ribozyme.frontends.base import Compiled
from ribozyme.frontends.c import cxxruntime
from ribozyme.frontends.c.clang import compile_c

HERE = Path(__file__).resolve().parent

C = r"""
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
double f(double x) {
  char text[40];
  snprintf(text, sizeof text, "%.1f", sin(x) * sin(x) + cos(x) * cos(x));
  double *p = malloc(sizeof *p);
  *p = strlen(text) + atof(text) + creal(x * I * I);
  double r = *p;
  free(p);
  return r;
}
"""


def call(module: Compiled, name: str, x: float, cache: Cache) -> float:
    text = startup.for_loading(pipeline.run("after", llvm.to_text(module.code)))
    library = jit.load(emit_object(text), libraries=cxxruntime.libraries([module], cache))
    return float(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(library.address(name))(x))


def main() -> None:
    cache = Cache(Path(sys.argv[1]))
    assert not toolchain.system_libc(), "the C library's headers can be seen"
    assert toolchain.libstdcxx() is None, "libstdc++'s headers can be seen"
    assert call(compile_c(C), "f", 2.0, cache) == 3 + 1.0 - 2.0
    cxx = compile_c(HERE / "standard.cpp", flags=["-std=c++17"])
    assert cxx.cxx_library == "libc++"
    assert call(cxx, "maps", 2.0, cache) == 106.0
    assert call(cxx, "thrown", -1.0, cache) == 8.0
    assert call(cxx, "statics", 2.0, cache) == 11.0
    print("clean")


if __name__ == "__main__":
    main()
