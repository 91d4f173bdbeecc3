// What it declares is in rz_gpu.h, which comes first.
