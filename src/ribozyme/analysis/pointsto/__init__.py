"""Which objects and offsets an address may lead to: inclusion constraints from instructions and
calls, and their solution for a whole program."""
