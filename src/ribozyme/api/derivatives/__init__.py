"""The transforms: functions to derivatives, dense matrices, batches, halves, files. Each says which
routine it wants; `api/programs` makes it."""
