"""The rows: the differential of each operation, a table for each kind of them.

`rules/table.py` puts them together; `rules/language.py` has the words they are written in.
"""
