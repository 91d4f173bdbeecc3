"""Facts about functions, returned and never stored: control flow, memory, types, activity. Each
analysis asks only those below it."""
