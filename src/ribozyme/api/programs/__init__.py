"""What `load` and `compile` give: programs, libraries, functions. What is made from a program is
made on first use, and kept in the cache by content."""
