"""The fuzzer: random programs, whose gradients are compared with dual numbers over the same source.

    tree → grow (a program from a seed) → truth (its derivative by duals, in C++)
                                        → subject (its derivatives by Ribozyme, at many levels)
         → judge (compare) → shrink (the smallest tree that still fails) → regressions/

Run as `./do fuzz --minutes N`; a short campaign and all regressions run under pytest.
"""
