// A packed struct with a misaligned double.
// rz: double packed_sum(const double x[n] in, int n=5)
// also: n=1
struct __attribute__((packed)) record {
    char tag;
    double value;
    short weight;
};

double packed_sum(const double *x, int n)
{
    struct record r[8];
    for (int i = 0; i < n; i++)
        r[i] = (struct record){(char)i, x[i] * x[i], (short)(i + 2)};
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s += r[i].value * r[n - 1 - i].weight * (r[i].tag + 1) * 0.1 * r[i].value;
    return s;
}
