NAME, NEEDS = "jax", ("nothing_yet",)
