"""Sparse derivatives: patterns, colourings, and matrices from few sweeps.

    pattern      which output depends on which input: a run of the version with sets (`pattern`)
    colouring    columns (or rows, or both) that one sweep can find together (`colouring`)
    matrix       the sweeps, and each entry out of the sweep that has it (`matrices`)

What of this takes a step per entry is in C, and is compiled like a library of a user's.
"""
