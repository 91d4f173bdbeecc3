"""Doors to array frameworks, one module for each, imported lazily. A function of a library becomes
an operator of the framework, with its derivative."""
