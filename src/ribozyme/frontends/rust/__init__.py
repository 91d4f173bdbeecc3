"""Rust by rustc: the compiler, its IR as text, its run time. A crate is compiled from its root
file.
"""
