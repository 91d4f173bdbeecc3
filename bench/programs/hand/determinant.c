/* The adjoint of determinant.c by hand: minors once more on the way back, nothing kept.
 *
 * back() gives the minor's value and adds seed times its gradient: the seed goes down with the
 * recursion as the product of the entries above. */

static double back(const double *matrix, double *bar, int n, int row, unsigned used, double seed)
{
    if (row == n)
        return 1;
    double sum = 0, sign = 1;
    for (int column = 0; column < n; column++) {
        if (used >> column & 1)
            continue;
        double entry = sign * matrix[row * n + column];
        double below = back(matrix, bar, n, row + 1, used | 1u << column, seed * entry);
        bar[row * n + column] += seed * sign * below;
        sum += entry * below;
        sign = -sign;
    }
    return sum;
}

double determinant_hand(const double *restrict matrix, double *restrict bar, int n, double seed)
{
    return back(matrix, bar, n, 0, 0, seed);
}
