"""Which objects and offsets an address may lead to: inclusion constraints from instructions and
calls, and their solution for a whole program. What is not known to be followed leads to `unknown`,
never nowhere."""
