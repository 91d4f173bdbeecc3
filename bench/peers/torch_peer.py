NAME, NEEDS = "torch", ("nothing_yet",)
