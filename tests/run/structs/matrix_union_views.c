// A union gives a matrix three names: elements, rows and a flat array.
// rz: double views(const double x[4] in)
union matrix {
    struct {
        double a, b, c, d;
    } e;
    double row[2][2];
    double flat[4];
};

double views(const double *x)
{
    union matrix m, sq;
    for (int i = 0; i < 4; i++)
        m.flat[i] = x[i];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            sq.row[i][j] = m.row[i][0] * m.row[0][j] + m.row[i][1] * m.row[1][j];
    return sq.e.a * sq.e.d - sq.e.b * sq.e.c + m.e.a * sq.flat[3];
}
