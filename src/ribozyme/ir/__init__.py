"""The intermediate representation as values: types, instructions, functions, modules."""
