"""The sweeps of reverse mode, as the plan says: the forward sweep saves, the reverse sweep emits
the adjoint of each instruction. Nothing is decided here."""
