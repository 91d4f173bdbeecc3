"""Jitted functions of Numba, as `bindings.numba` takes them. Their modules in plain form, types of
arguments as parameters, the function for some types, and derivatives that jitted code calls."""
