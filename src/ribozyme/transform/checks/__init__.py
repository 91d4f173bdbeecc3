"""Refusals over the finished facts, and the guards that decide at run time what facts cannot. Each
file finds one kind of program; `check` is their list."""
