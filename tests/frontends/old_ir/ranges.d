// Ranges of the standard library, lambdas as template arguments, recursion over ranges.
import std.algorithm.iteration : filter, map;
import std.range : iota, retro;

double product(R)(R values) {
    if (values.empty) return 1;
    immutable first = values.front;
    values.popFront();
    return first * product(values);
}

extern (C) double ranges(const(double)* x, size_t n) {
    auto values = x[0 .. n];
    double total = 0;
    foreach (v; values.map!(v => v * v).filter!(v => v > 0.1)) total += v;
    foreach (i; iota(0, n, 2).retro) total -= i * values[i];
    return total * product(values[0 .. 3].map!(v => v + 1));
}
