// Structs, and pairs of numbers, are exchanged as vectors of bytes; a generic exchange of characters
// is made into that by compilers.
// rz: double f(const double x[6] in, int n=5)
// also: n=2
typedef char bytes __attribute__((vector_size(16), may_alias));
struct item {
    double value;
    int rank;
};
struct pair {
    double a, b;
};

double f(const double *x, int n)
{
    struct item v[6] __attribute__((aligned(16)));
    struct pair p[6] __attribute__((aligned(16)));
    double sum = 0;
    for (int i = 0; i < n; i++) {
        v[i].value = x[i] * x[i];
        v[i].rank = i;
        p[i].a = x[i] * x[5 - i];
        p[i].b = x[i] + x[0];
    }
    for (int i = 0; i + 1 < n; i++) {
        bytes t = *(bytes *)&v[i], u = *(bytes *)&p[i + 1];
        *(bytes *)&v[i] = *(bytes *)&v[i + 1];
        v[i + 1] = (struct item){v[i].value * 0.5, 7};
        if (i & 1)
            *(bytes *)&v[i + 1] = t;
        p[i + 1].a = p[i].a;
        *(bytes *)&p[i] = u;
    }
    for (int i = 0; i < n; i++)
        sum += v[i].value * v[i].rank + p[i].a * p[i].b * (i + 1);
    return sum;
}
