"""Derivatives by rules of the user's and by equations."""
