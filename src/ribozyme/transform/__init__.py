"""From a function and facts about it to new functions: its derivatives."""
