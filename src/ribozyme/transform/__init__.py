"""From a function and facts about it to new functions: its derivatives. `derive` takes the steps in
order; each folder is one of them, or one mode."""
