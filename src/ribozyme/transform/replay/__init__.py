"""Forward mode that reads a tape: tangents of a run that is over. It reads what the plan of the
halves says was kept, and repeats nothing that the primal did."""
