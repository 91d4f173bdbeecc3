"""Derivatives by rules of the user's, by equations that define a result, and of functions in
Python. A rule is compared with differences where it is registered."""
