"""Jitted functions of Numba: their modules, what they take, derivatives in jitted code."""
