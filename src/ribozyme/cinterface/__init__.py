"""Derivative calls, markers and registries of the C interface, read into plain requests."""
