"""Fortran by flang: the compiler, its IR as text, its run time. The interfaces of procedures come
from HLFIR.
"""
