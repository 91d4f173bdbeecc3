"""Forward mode that reads a tape: tangents of a run that is over."""
