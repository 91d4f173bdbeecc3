NAME, NEEDS = "autograd", ("nothing_yet",)
