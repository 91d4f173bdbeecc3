/* The adjoint of matdescent.c by hand: row by row, each while it is in the cache. */

double matdescent_hand(const double *restrict matrix, double *restrict d_matrix,
                       const double *restrict vector, double *restrict d_vector, int rows,
                       int columns, double seed)
{
    double total = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = matrix + i * columns;
        double sum = 0, *d_row = d_matrix + i * columns;
        for (int j = 0; j < columns; j++)
            sum += row[j] * vector[j];
        total += sum * sum;
        double bar = 2 * seed * sum;
        for (int j = 0; j < columns; j++) {
            d_row[j] += bar * vector[j];
            d_vector[j] += bar * row[j];
        }
    }
    return total;
}
