// Memory of its own, slices that are swapped, bounds by `$`, a scope guard.
import core.stdc.stdlib : calloc, free;

extern (C) void heat(double* u, size_t n, double rate, int steps) {
    auto block = cast(double*) calloc(n, double.sizeof);
    scope (exit) free(block);
    double[] old = u[0 .. n];
    double[] next = block[0 .. n];
    foreach (step; 0 .. steps) {
        next[0] = old[0];
        next[$ - 1] = old[$ - 1];
        for (size_t i = 1; i + 1 < old.length; i++)
            next[i] = old[i] + rate * (old[i - 1] - 2 * old[i] + old[i + 1]);
        auto other = old;
        old = next;
        next = other;
    }
    if (old.ptr !is u) u[0 .. n] = old[];
}
