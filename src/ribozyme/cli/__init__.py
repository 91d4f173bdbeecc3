"""The `ribozyme` command: a module for each subcommand, and the compiler drivers. What it prints is
text for people, or JSON where asked."""
