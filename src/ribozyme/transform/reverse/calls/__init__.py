"""Calls in the sweeps of reverse mode: the forms of a callee, what is passed to them, and blocks
whose shadows outlive them. Both sweeps of a call stand in one file."""
