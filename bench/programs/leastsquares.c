/* Half the squared length of A x - b; x is unknown. */

double leastsquares(const double *restrict a, const double *restrict b, const double *restrict x,
                    int rows, int columns)
{
    double total = 0;
    for (int i = 0; i < rows; i++) {
        double residual = -b[i];
        for (int j = 0; j < columns; j++)
            residual += a[i * columns + j] * x[j];
        total += residual * residual;
    }
    return 0.5 * total;
}
