"""Passes over parsed IR before the analyses: each rewrites what they would not understand.
`prepare` lists those of a module alone, `refine` those that need facts."""
