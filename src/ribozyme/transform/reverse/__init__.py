"""Reverse mode: `accesses`, `onepass` and `plan` decide, `emit`, `increments` and `calls` carry it
out. Nothing that decides imports what emits.
"""
