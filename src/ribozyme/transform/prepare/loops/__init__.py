"""Loops rewritten before the analyses. A pass here knows counts and lines of a function, and one of
them what pointers lead to."""
