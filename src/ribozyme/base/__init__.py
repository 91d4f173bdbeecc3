"""What every layer stands on: sources, diagnostics, graphs, fixpoints, options, the cache. Nothing
here knows LLVM or derivatives."""
