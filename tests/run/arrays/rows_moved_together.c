// The addresses of four rows are reversed and shifted in their table, as vectors where that pays.
// rz: double f(const double x[4*n] in, int n=3, int rounds=2)
// also: rounds=5
__attribute__((noinline)) static void reverse(const double **row, const double **out)
{
    const double *a = row[0], *b = row[1], *c = row[2], *d = row[3];
    out[0] = d;
    out[1] = c;
    out[2] = b;
    out[3] = a;
}

__attribute__((noinline)) static void shift(const double **row, int step)
{
    row[0] += step;
    row[1] += step;
    row[2] -= step;
    row[3] -= step;
}

double f(const double *x, int n, int rounds)
{
    const double *table[2][4];
    for (int i = 0; i < 4; i++)
        table[0][i] = x + i * n + 1;
    double s = 0.0;
    for (int r = 0; r < rounds; r++) {
        const double **now = table[r % 2], **next = table[1 - r % 2];
        s += now[0][0] * now[1][0] + now[2][0] * now[2][0] * now[3][0] * (r + 1);
        reverse(now, next);
        shift(next, n / 3);
    }
    return s;
}
