/* The right-hand side of the Brusselator in two dimensions on a periodic grid of n by n points.
 *
 *     u' = b + u^2 v - (a + 1) u + alpha laplace(u) + source,    v' = a u - u^2 v + alpha laplace(v)
 *
 * state and slope: first u, then v. numbers: a, b, alpha. */

static double source(double x, double y, double t)
{
    double dx = x - 0.3, dy = y - 0.6;
    return dx * dx + dy * dy <= 0.01 && t >= 1.1 ? 5 : 0;
}

void brusselator(const double *restrict state, const double *restrict numbers,
                 double *restrict slope, int n, double t)
{
    const double *u = state, *v = state + n * n;
    double a = numbers[0], b = numbers[1], step = 1.0 / (n - 1);
    double alpha = numbers[2] / (step * step);
    for (int i = 0; i < n; i++) {
        int up = (i == 0 ? n - 1 : i - 1) * n, down = (i == n - 1 ? 0 : i + 1) * n;
        for (int j = 0; j < n; j++) {
            int left = i * n + (j == 0 ? n - 1 : j - 1), right = i * n + (j == n - 1 ? 0 : j + 1);
            int here = i * n + j;
            double uu = u[here], vv = v[here], reaction = uu * uu * vv;
            slope[here] = b + reaction - (a + 1) * uu
                + alpha * (u[up + j] + u[down + j] + u[left] + u[right] - 4 * uu)
                + source(j * step, i * step, t);
            slope[n * n + here] = a * uu - reaction
                + alpha * (v[up + j] + v[down + j] + v[left] + v[right] - 4 * vv);
        }
    }
}
