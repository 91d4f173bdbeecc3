"""The transforms: functions to derivatives, dense matrices, batches, halves, files."""
