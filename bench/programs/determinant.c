/* A determinant by expansion along the first row that is left, minors by recursion. */

static double minor(const double *matrix, int n, int row, unsigned used)
{
    if (row == n)
        return 1;
    double sum = 0, sign = 1;
    for (int column = 0; column < n; column++) {
        if (used >> column & 1)
            continue;
        sum += sign * matrix[row * n + column] * minor(matrix, n, row + 1, used | 1u << column);
        sign = -sign;
    }
    return sum;
}

double determinant(const double *restrict matrix, int n)
{
    return minor(matrix, n, 0, 0);
}
