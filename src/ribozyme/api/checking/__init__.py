"""Derivatives compared with independent ones: `rz.check`, the check of a first call, and which
function is to blame. The function is run on copies of its arguments."""
