"""Derivatives that are not generated: functions the user wrote, and routines of linear algebra.
They are adapted to the calling convention of generated ones."""
