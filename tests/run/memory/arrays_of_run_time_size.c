// Arrays whose size is known at run time come and go in a loop, one within the other, and in two
// arms of a branch; together they are many times the stack.
// rz: double f(const double x[n] in, double y[n] out, int n=5, int size=30000, int turns=40)
// also: size=5, turns=3
// also: n=1, size=2, turns=0

double f(const double *x, double *y, int n, int size, int turns)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    for (int t = 0; t < turns; t++) {
        double outer[size];
        for (int i = 0; i < n; i++)
            outer[(i * 977 + t) % size] = y[i] * x[(i + t) % n];
        for (int half = 0; half < 2; half++) {
            if (half == t % 2) {
                double inner[size + 3];
                for (int i = 0; i < n; i++)
                    inner[i + t % 3] = outer[(i * 977 + t) % size] + 0.1 * y[i];
                for (int i = 0; i < n; i++)
                    y[i] = 0.5 * y[i] + 0.2 * inner[n - 1 - i + t % 3];
            } else {
                double other[2 * size];
                for (int i = 0; i < n; i++)
                    other[2 * i] = outer[(i * 977 + t) % size] * y[n - 1 - i];
                for (int i = 0; i < n; i++)
                    sum += other[2 * i] * 0.1;
            }
        }
    }
    return sum;
}
