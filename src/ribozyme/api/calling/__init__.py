"""Calls from Python: plans that say what arguments mean, arguments bound to memory, and the quick
way into native code. Nothing here knows how a derivative is made."""
