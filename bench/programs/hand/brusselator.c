/* The adjoint of brusselator.c by hand: gathers, so each cell is written once. Nothing is kept. */

void brusselator(const double *state, const double *numbers, double *slope, int n, double t);

void brusselator_hand(const double *restrict state, double *restrict d_state,
                      const double *restrict numbers, double *restrict d_numbers,
                      double *restrict slope, double *restrict bar, int n, double t)
{
    brusselator(state, numbers, slope, n, t);
    const double *u = state, *v = state + n * n, *p = bar, *q = bar + n * n;
    double *du = d_state, *dv = d_state + n * n;
    double a = numbers[0], step = 1.0 / (n - 1), scale = 1 / (step * step);
    double alpha = numbers[2] * scale, da = 0, db = 0, dalpha = 0;
    for (int i = 0; i < n; i++) {
        int up = (i == 0 ? n - 1 : i - 1) * n, down = (i == n - 1 ? 0 : i + 1) * n;
        for (int j = 0; j < n; j++) {
            int left = i * n + (j == 0 ? n - 1 : j - 1), right = i * n + (j == n - 1 ? 0 : j + 1);
            int here = i * n + j;
            double uu = u[here], vv = v[here], pp = p[here], qq = q[here];
            double around_p = p[up + j] + p[down + j] + p[left] + p[right] - 4 * pp;
            double around_q = q[up + j] + q[down + j] + q[left] + q[right] - 4 * qq;
            da += uu * (qq - pp);
            db += pp;
            dalpha += uu * around_p + vv * around_q;
            du[here] += 2 * uu * vv * (pp - qq) - (a + 1) * pp + a * qq + alpha * around_p;
            dv[here] += uu * uu * (pp - qq) + alpha * around_q;
        }
    }
    d_numbers[0] += da;
    d_numbers[1] += db;
    d_numbers[2] += dalpha * scale;
    for (int i = 0; i < 2 * n * n; i++)
        bar[i] = 0;
}
