"""What `load` and `compile` give: programs, libraries, functions, and what is made from them on
first use."""
