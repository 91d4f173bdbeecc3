"""What the frameworks share: what of a function is declared, operations over tensors, and their
native code. A framework's glue in C is in `glue`, and is compiled when it is first needed."""
