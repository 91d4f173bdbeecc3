"""Which part of a module derivatives need, told from its text. Nothing is parsed here, so that
large modules cost little."""
