"""The run time of derivatives, as IR text beside the Python that links or calls it: arenas, traps,
snapshots, threads. Generated code is called here too, so that exceptions, signals and faults in it
are exceptions in Python.
"""
