"""Bits of addresses and active numbers that are changed in a way nothing follows. What is found
here is refused, or guarded at run time, by the checks."""
