"""The intermediate representation as values: types, instructions, functions, modules. Only a
builder changes anything."""
