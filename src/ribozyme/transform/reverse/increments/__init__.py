"""Increments of shadows that are not made where an adjoint says so: they wait behind a loop, in
registers, or in a sum of a thread's own. Threads that add to the same shadow do so atomically."""
