/* The objective of a descent over matrices: |M v|^2, matrix and vector unknown. */

double matdescent(const double *restrict matrix, const double *restrict vector, int rows,
                  int columns)
{
    double total = 0;
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int j = 0; j < columns; j++)
            sum += matrix[i * columns + j] * vector[j];
        total += sum * sum;
    }
    return total;
}
