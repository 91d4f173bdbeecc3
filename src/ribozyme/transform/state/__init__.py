"""Memory that outlives a call or belongs to a library: globals, statics, kept blocks, strings,
trees, files. Each file says what its shadow is."""
