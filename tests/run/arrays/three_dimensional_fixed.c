// A three-dimensional local array, filled and contracted over its middle index.
// rz: double contract(const double x[6] in, double s)
double contract(const double *x, double s)
{
    double t[2][3][4];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                t[i][j][k] = x[i * 3 + j] * (k + 1) + s * (i - j);
    double r = 0.0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++) {
            double p = 1.0;
            for (int j = 0; j < 3; j++)
                p *= t[i][j][k];
            r += p * 0.01;
        }
    return r;
}
