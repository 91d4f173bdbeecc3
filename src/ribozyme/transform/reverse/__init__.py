"""Reverse mode: the plan, the tape, the sweeps and the adjoint of each instruction."""
