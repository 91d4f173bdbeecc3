// Nested functions, a delegate, a loop that ends by its value.
import core.stdc.math : exp, fabs;

double root(scope double delegate(double) @nogc nothrow f, scope double delegate(double) @nogc nothrow slope, double x) {
    while (true) {
        immutable step = f(x) / slope(x);
        x -= step;
        if (fabs(step) < 1e-13) return x;
    }
}

extern (C) double newton(double a, double b) {
    double f(double x) { return exp(a * x) - b - x; }
    double slope(double x) { return a * exp(a * x) - 1; }
    return root(&f, &slope, 2.0);
}
