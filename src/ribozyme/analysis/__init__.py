"""Facts about functions, returned and never stored: control flow, memory, types, activity."""
