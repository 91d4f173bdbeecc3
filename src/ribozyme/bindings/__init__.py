"""Doors to array frameworks, one module for each, imported lazily."""
