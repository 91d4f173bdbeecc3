// Whole-struct assignment, then the original changes: the copy must not.
// rz: double history(const double x[n] in, int n=6)
// also: n=0
struct state {
    double a[4];
    int age;
    double last;
};

double history(const double *x, int n)
{
    struct state s = {{1.0, 0.5, 0.25, 0.125}, 0, 0.3}, old[8];
    for (int i = 0; i < n; i++) {
        old[i] = s;
        for (int k = 0; k < 4; k++)
            s.a[k] = s.a[(k + 1) % 4] * x[i] + 0.1 * s.last;
        s.last = s.a[0] * old[i].a[3];
        s.age++;
    }
    double sum = s.last;
    for (int i = 0; i < n; i++)
        sum += old[i].a[i % 4] * old[i].last * (old[i].age + 1);
    return sum;
}
