"""Control flow and integers of one function: blocks, loops, trip counts, and the functions a
derivative reaches. Nothing here knows memory."""
