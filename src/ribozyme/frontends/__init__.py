"""From source files to LLVM IR: one front end for each language, and the registry of them.

    rz.load("a.c", "b.cpp")  →  registry.of("c").compiled((a.c,), how), registry.of("c++").…

A front end is only this: it finds its compiler, makes IR (and the library of the language's run
time), and says how the parameters of a procedure are passed where debug information does not. The
layers above it see `Compiled` modules and never ask which language one came from; the two below
(`analysis`, `transform`) see IR alone.

`base.py` says what a front end provides (`FrontEnd`) and holds the table of languages (`MEMBERS`),
which is plain data: the command line, `doctor` and the documentation read it without importing a
compiler. `registry.py` gives the front end of a language; `compile.py` that of each file.
"""
