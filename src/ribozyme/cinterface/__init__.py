"""Derivative calls, markers and registries of the C interface, read into plain requests. Calls are
lowered to ordinary ones before optimisation, and get their bodies behind it."""
