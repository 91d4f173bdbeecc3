"""Which functions derivatives are made of, and in which versions: by the activity of arguments,
through tables for calls by address, outlined or not. Nothing is emitted here."""
