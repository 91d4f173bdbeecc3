NAME, NEEDS = "enzyme", ("nothing_yet",)
