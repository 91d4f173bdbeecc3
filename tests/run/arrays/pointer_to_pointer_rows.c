// An array of row pointers built on the stack, rows exchanged by exchanging pointers.
// rz: double rows(double a[12] inout)
double rows(double *a)
{
    double *row[3] = {a, a + 4, a + 8};
    double *t = row[0];
    row[0] = row[2];
    row[2] = t;
    double s = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) {
            s += row[i][j] * (i + 1);
            row[i][j] *= row[(i + 1) % 3][j];
        }
    return s * s;
}
