NAME, NEEDS = "adolc", ("nothing_yet",)
