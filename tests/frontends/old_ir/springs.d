// Structs by reference, templates, constraints, foreach over a slice.
struct Spring {
    double k;
    double rest;

    double energy(double x) const {
        immutable d = x - rest;
        return 0.5 * k * d * d;
    }
}

T total(T, F)(const(T)[] values, scope F f) if (is(T : double)) {
    T sum = 0;
    foreach (i, v; values) sum += (i + 1) * f(v);
    return sum;
}

extern (C) double springs(const(double)* x, size_t n, ref const Spring s) {
    return total(x[0 .. n], (double v) => s.energy(v) * v);
}
