/* The adjoint of leastsquares.c by hand: row by row, each while it is in the cache. */

double leastsquares_hand(const double *restrict a, const double *restrict b,
                         const double *restrict x, double *restrict d_x, int rows, int columns,
                         double seed)
{
    double total = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = a + i * columns;
        double residual = -b[i];
        for (int j = 0; j < columns; j++)
            residual += row[j] * x[j];
        total += residual * residual;
        double bar = seed * residual;
        for (int j = 0; j < columns; j++)
            d_x[j] += bar * row[j];
    }
    return 0.5 * total;
}
