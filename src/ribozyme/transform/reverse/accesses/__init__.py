"""What the plan of reverse mode knows of accesses to memory: which loads have the value of a store,
which are kept once per address, and whose increments may wait. Nothing is emitted here."""
