// Multi-dimensional array parameters with constant bounds: three nested loops.
// rz: void multiply(const double a[12] in, const double b[12] in, double c[9] out)
void multiply(const double a[3][4], const double b[4][3], double c[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            c[i][j] = 0.0;
            for (int k = 0; k < 4; k++)
                c[i][j] += a[i][k] * b[k][j];
            c[i][j] *= c[i][j];
        }
}
