"""Adjoints that are known before the reverse sweep: functions and loops that need no tape because
each iteration can be reversed at its end. Chains of adjoints through loops are shortened here too.
"""
