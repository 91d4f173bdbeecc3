"""What users of Python call: transforms, checks, explanations, and the functions of a loaded
program. Sources go in at the top of it, and callables come out."""
