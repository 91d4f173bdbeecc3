// A struct too large for registers is returned through a hidden pointer.
// rz: double det_of_product(const double a[9] in, const double b[9] in)
struct matrix {
    double m[3][3];
};

__attribute__((noinline)) static struct matrix product(struct matrix a, struct matrix b)
{
    struct matrix c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            c.m[i][j] = 0.0;
            for (int k = 0; k < 3; k++)
                c.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    return c;
}

static struct matrix read(const double *x)
{
    struct matrix m;
    for (int i = 0; i < 9; i++)
        m.m[i / 3][i % 3] = x[i];
    return m;
}

double det_of_product(const double *a, const double *b)
{
    struct matrix c = product(read(a), product(read(b), read(a)));
    return c.m[0][0] * (c.m[1][1] * c.m[2][2] - c.m[1][2] * c.m[2][1])
         - c.m[0][1] * (c.m[1][0] * c.m[2][2] - c.m[1][2] * c.m[2][0])
         + c.m[0][2] * (c.m[1][0] * c.m[2][1] - c.m[1][1] * c.m[2][0]) + c.m[0][0];
}
