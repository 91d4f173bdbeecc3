"""The `ribozyme` command."""
