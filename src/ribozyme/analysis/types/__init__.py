"""What the bytes of values and memory hold: floats, integers, addresses, padding. Marks propagate
between values and memory until none is new."""
