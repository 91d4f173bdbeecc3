"""Zig by the compiler of the `ziglang` wheel, and its IR as text. A root file of ours exports what
the user's file makes public.
"""
