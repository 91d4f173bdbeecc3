// Heat in a plane by alternating directions: tridiagonal sweeps along rows, then along columns, in place.
// rz: double heated(const double u0[n*n] in 0..1, const double k[n*n] in 0.5..1.5, double dt, int n=5, int steps=3)
// also: n=2, steps=1
// also: steps=0
#include <stdlib.h>
#include <string.h>

struct line {
    double *lower, *middle, *upper, *right;
};

static struct line new_line(int n)
{
    double *all = calloc(4 * n, sizeof(double));
    return (struct line){all, all + n, all + 2 * n, all + 3 * n};
}

static void thomas(struct line *l, int n)
{
    for (int i = 1; i < n; i++) {
        double w = l->lower[i] / l->middle[i - 1];
        l->middle[i] -= w * l->upper[i - 1];
        l->right[i] -= w * l->right[i - 1];
    }
    l->right[n - 1] /= l->middle[n - 1];
    for (int i = n - 2; i >= 0; i--)
        l->right[i] = (l->right[i] - l->upper[i] * l->right[i + 1]) / l->middle[i];
}

static double between(double a, double b) { return 2 * a * b / (a + b); }

static void sweep(double *u, const double *k, int n, int along, int across, double r, struct line *l)
{
    double *old = malloc(n * n * sizeof *old);
    memcpy(old, u, n * n * sizeof *old);
    for (int row = 0; row < n; row++) {
        const int at = row * across;
        for (int i = 0; i < n; i++) {
            int here = at + i * along;
            double left = i > 0 ? r * between(k[here], k[here - along]) : 0;
            double right = i < n - 1 ? r * between(k[here], k[here + along]) : 0;
            double below = row > 0 ? r * between(k[here], k[here - across]) : 0;
            double above = row < n - 1 ? r * between(k[here], k[here + across]) : 0;
            l->lower[i] = -left;
            l->upper[i] = -right;
            l->middle[i] = 1 + left + right;
            l->right[i] = old[here] * (1 - below - above);
            if (row > 0)
                l->right[i] += below * old[here - across];
            if (row < n - 1)
                l->right[i] += above * old[here + across];
        }
        thomas(l, n);
        for (int i = 0; i < n; i++)
            u[at + i * along] = l->right[i];
    }
    free(old);
}

double heated(const double *u0, const double *k, double dt, int n, int steps)
{
    double *u = malloc(n * n * sizeof *u), sum = 0;
    memcpy(u, u0, n * n * sizeof *u);
    struct line l = new_line(n);
    for (int s = 0; s < steps; s++) {
        sweep(u, k, n, 1, n, 0.1 * dt, &l);
        sweep(u, k, n, n, 1, 0.1 * dt, &l);
    }
    for (int i = 0; i < n * n; i++)
        sum += u[i] * u[i] * (1 + i % 3);
    free(l.lower);
    free(u);
    return sum;
}
