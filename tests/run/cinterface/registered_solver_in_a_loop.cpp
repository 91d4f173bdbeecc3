// A linear solver whose derivative is registered (the adjoint solve), called in a loop and by a method.
#include <cstring>
#include <memory>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);

static int solves, adjoints;

__attribute__((noinline)) void solve(const double *m, const double *b, double *x, int n)
{
    solves++;
    std::vector<double> a(m, m + n * n);
    std::memcpy(x, b, n * sizeof *x);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= f * a[k * n + j];
            x[i] -= f * x[k];
        }
    for (int k = n; k-- > 0;) {
        for (int j = k + 1; j < n; j++)
            x[k] -= a[k * n + j] * x[j];
        x[k] /= a[k * n + k];
    }
}

static double *augment(const double *m, double *, const double *b, double *, double *x, double *, int n)
{
    solve(m, b, x, n);
    double *kept = new double[n * n + n];
    std::memcpy(kept, m, n * n * sizeof *kept);
    std::memcpy(kept + n * n, x, n * sizeof *kept);
    return kept;
}

static void gradient(const double *, double *dm, const double *, double *db, double *, double *dx, int n, double *kept)
{
    adjoints++;
    std::vector<double> t(n * n), y(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i * n + j] = kept[j * n + i];
    solve(t.data(), dx, y.data(), n);
    for (int i = 0; i < n; i++) {
        db[i] += y[i];
        for (int j = 0; j < n; j++)
            dm[i * n + j] -= y[i] * kept[n * n + j];
        dx[i] = 0;
    }
    delete[] kept;
}

static void forward(const double *m, const double *dm, const double *b, const double *db, double *x, double *dx, int n)
{
    solve(m, b, x, n);
    std::vector<double> r(db, db + n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            r[i] -= dm[i * n + j] * x[j];
    solve(m, r.data(), dx, n);
}

void *__enzyme_register_gradient_solve[3] = {(void *)solve, (void *)augment, (void *)gradient};
void *__enzyme_register_derivative_solve[2] = {(void *)solve, (void *)forward};

struct Stepper {
    int n;
    std::vector<double> m;
    std::unique_ptr<double[]> x;
    void step()
    {
        std::vector<double> y(n);
        solve(m.data(), x.get(), y.data(), n);
        for (int i = 0; i < n; i++)
            x[i] = y[i] + 0.1 * y[i] * y[i];
    }
};

static double run(const double *p, int n, int steps)
{
    Stepper s{n, std::vector<double>(n * n), std::make_unique<double[]>(n)};
    for (int i = 0; i < n; i++) {
        s.x[i] = p[i];
        for (int j = 0; j < n; j++)
            s.m[i * n + j] = (i == j ? 2 + p[i] : 0.3 * p[i] * p[j]);
    }
    for (int k = 0; k < steps; k++)
        s.step();
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * s.x[i];
    return sum;
}

int main()
{
    double p[3] = {0.7, 1.2, 0.4}, g[3] = {0, 0, 0};
    __enzyme_autodiff<void>((void *)run, enzyme_dup, p, g, enzyme_const, 3, enzyme_const, 4);
    if (adjoints != 4)
        wrong++;
    for (int i = 0; i < 3; i++) {
        double h = 1e-4, was = p[i], v[4];
        for (int m = 0; m < 4; m++) {
            p[i] = was + h * (m < 2 ? m - 2 : m - 1);
            v[m] = run(p, 3, 4);
        }
        p[i] = was;
        near_within("reverse", g[i], (v[0] - 8 * v[1] + 8 * v[2] - v[3]) / (12 * h), 1e-9);
        double e[3] = {0, 0, 0};
        e[i] = 1;
        near("forward", __enzyme_fwddiff<double>((void *)run, enzyme_dup, p, e, enzyme_const, 3, enzyme_const, 4), g[i]);
    }
    return wrong;
}
