NAME, NEEDS = "casadi", ("nothing_yet",)
