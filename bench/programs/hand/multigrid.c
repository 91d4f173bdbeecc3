/* The adjoint of multigrid.c by hand: before each Jacobi step and each residual the values of the
 * level are kept; of coarser levels the right-hand side, too. */
#include <stdlib.h>
#include <string.h>

struct tape {
    double *at;
};

static double applied(const double *u, const double *c, int i, int n)
{
    double left = i > 0 ? u[i - 1] : 0, right = i < n - 1 ? u[i + 1] : 0;
    return c[i] * (u[i] - left) + c[i + 1] * (u[i] - right);
}

/* what an adjoint of `applied` says */
static void applied_back(const double *u, double *u_bar, const double *c, double *c_bar, int i,
                         int n, double bar)
{
    double left = i > 0 ? u[i - 1] : 0, right = i < n - 1 ? u[i + 1] : 0;
    c_bar[i] += bar * (u[i] - left);
    c_bar[i + 1] += bar * (u[i] - right);
    u_bar[i] += bar * (c[i] + c[i + 1]);
    if (i > 0)
        u_bar[i - 1] -= bar * c[i];
    if (i < n - 1)
        u_bar[i + 1] -= bar * c[i + 1];
}

static void keep(struct tape *tape, const double *u, int n)
{
    memcpy(tape->at, u, sizeof(double) * n);
    tape->at += n;
}

static void smooth(struct tape *tape, double *u, double *t, const double *f, const double *c,
                   int n, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        keep(tape, u, n);
        for (int i = 0; i < n; i++)
            t[i] = u[i] + 0.7 * (f[i] - applied(u, c, i, n)) / (c[i] + c[i + 1]);
        memcpy(u, t, sizeof(double) * n);
    }
}

static void smooth_back(struct tape *tape, double *f, double *f_bar, double *u_bar,
                        double *t_bar, const double *c, double *c_bar, int n, int sweeps)
{
    for (int s = sweeps - 1; s >= 0; s--) {
        const double *u = tape->at -= n;
        memcpy(t_bar, u_bar, sizeof(double) * n);
        for (int i = n - 1; i >= 0; i--) {
            double over = 1 / (c[i] + c[i + 1]), bar = 0.7 * t_bar[i] * over;
            double less = bar * (f[i] - applied(u, c, i, n)) * over;
            f_bar[i] += bar;
            c_bar[i] -= less;
            c_bar[i + 1] -= less;
            applied_back(u, u_bar, c, c_bar, i, n, -bar);
        }
        memset(t_bar, 0, sizeof(double) * n);
    }
}

static void cycle(struct tape *tape, double *u, double *t, double *f, const double *c, int n,
                  int sweeps)
{
    if (n == 1) {
        u[0] = f[0] / (c[0] + c[1]);
        keep(tape, u, 1);
        return;
    }
    smooth(tape, u, t, f, c, n, sweeps);
    keep(tape, u, n);
    for (int i = 0; i < n; i++)
        t[i] = f[i] - applied(u, c, i, n);
    int m = n / 2;
    double *below = u + n, *coarse = f + n;
    for (int i = 0; i < m; i++) {
        coarse[i] = 0.5 * t[2 * i] + t[2 * i + 1] + 0.5 * t[2 * i + 2];
        below[i] = 0;
    }
    cycle(tape, below, t + n, coarse, c + n + 1, m, sweeps);
    keep(tape, coarse, m);
    for (int i = 0; i < m; i++) {
        u[2 * i] += 0.5 * below[i];
        u[2 * i + 1] += below[i];
        u[2 * i + 2] += 0.5 * below[i];
    }
    smooth(tape, u, t, f, c, n, sweeps);
}

static void cycle_back(struct tape *tape, double *u_bar, double *t_bar, double *f, double *f_bar,
                       const double *c, double *c_bar, int n, int sweeps)
{
    if (n == 1) {
        double u = *--tape->at, bar = u_bar[0] / (c[0] + c[1]);
        f_bar[0] += bar;
        c_bar[0] -= bar * u;
        c_bar[1] -= bar * u;
        u_bar[0] = 0;
        return;
    }
    int m = n / 2;
    double *below = u_bar + n, *coarse = f_bar + n;
    smooth_back(tape, f, f_bar, u_bar, t_bar, c, c_bar, n, sweeps);
    for (int i = 0; i < m; i++)
        below[i] += 0.5 * u_bar[2 * i] + u_bar[2 * i + 1] + 0.5 * u_bar[2 * i + 2];
    memcpy(f + n, tape->at -= m, sizeof(double) * m);
    cycle_back(tape, below, t_bar + n, f + n, coarse, c + n + 1, c_bar + n + 1, m, sweeps);
    for (int i = 0; i < m; i++) {
        t_bar[2 * i] += 0.5 * coarse[i];
        t_bar[2 * i + 1] += coarse[i];
        t_bar[2 * i + 2] += 0.5 * coarse[i];
        coarse[i] = below[i] = 0;
    }
    const double *u = tape->at -= n;
    for (int i = n - 1; i >= 0; i--) {
        f_bar[i] += t_bar[i];
        applied_back(u, u_bar, c, c_bar, i, n, -t_bar[i]);
    }
    memset(t_bar, 0, sizeof(double) * n);
    smooth_back(tape, f, f_bar, u_bar, t_bar, c, c_bar, n, sweeps);
}

double multigrid_hand(const double *restrict edges, double *restrict d_edges,
                      const double *restrict load, double *restrict d_load, int levels, int cycles,
                      int sweeps, double seed)
{
    int n = (1 << levels) - 1;
    long part = 10 * (n + 1L);
    struct tape tape = {malloc(sizeof(double) * cycles * (2L * sweeps + 2) * (2L * n + 2))};
    double *kept = tape.at, *work = calloc(2 * part, sizeof(double)), total = 0;
    double *u = work, *t = u + 2 * n, *f = t + 2 * n, *c = f + 2 * n;
    double *u_bar = work + part, *t_bar = u_bar + 2 * n, *f_bar = t_bar + 2 * n, *c_bar = f_bar + 2 * n;
    memcpy(c, edges, sizeof(double) * (n + 1));
    memcpy(f, load, sizeof(double) * n);
    double *fine = c;
    for (int m = n; m > 1; m /= 2) {
        double *coarse = fine + m + 1;
        for (int i = 0; i <= m / 2; i++)
            coarse[i] = fine[2 * i] * fine[2 * i + 1] / (fine[2 * i] + fine[2 * i + 1]);
        fine = coarse;
    }
    for (int k = 0; k < cycles; k++)
        cycle(&tape, u, t, f, c, n, sweeps);
    for (int i = 0; i < n; i++) {
        total += load[i] * u[i];
        d_load[i] += seed * u[i];
        u_bar[i] = seed * load[i];
    }
    for (int k = cycles - 1; k >= 0; k--)
        cycle_back(&tape, u_bar, t_bar, f, f_bar, c, c_bar, n, sweeps);
    fine = c_bar;
    long from = 0, sizes[40], count = 0;
    for (int m = n; m > 1; m /= 2) {
        sizes[count++] = from;
        from += m + 1;
    }
    for (long l = count - 1, m = 1; l >= 0; l--, m = 2 * m + 1) {
        const double *above = c + sizes[l];
        double *above_bar = c_bar + sizes[l], *coarse = above_bar + 2 * m + 2;
        for (long i = 0; i <= m; i++) {
            double one = above[2 * i], other = above[2 * i + 1], over = 1 / (one + other);
            above_bar[2 * i] += coarse[i] * other * other * over * over;
            above_bar[2 * i + 1] += coarse[i] * one * one * over * over;
        }
    }
    for (int i = 0; i <= n; i++)
        d_edges[i] += c_bar[i];
    for (int i = 0; i < n; i++)
        d_load[i] += f_bar[i];
    free(kept);
    free(work);
    return total;
}
