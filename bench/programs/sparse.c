/* Functions whose Jacobians or Hessians are sparse, in the shapes in which they occur. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tridiagonal(const double *x, int n, double *out)
{
    for (int i = 0; i < n; i++) {
        double s = 3 * x[i] + 0.2 * x[i] * x[i] * x[i];
        if (i > 0)
            s -= x[i - 1] * x[i];
        if (i + 1 < n)
            s -= sin(x[i + 1]);
        out[i] = s;
    }
}

void five_point(const double *u, int n, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            double s = 4 * u[k] + exp(u[k]);
            if (i > 0)
                s -= u[k - n];
            if (j > 0)
                s -= u[k - 1];
            if (i + 1 < n)
                s -= u[k + n];
            if (j + 1 < n)
                s -= u[k + 1];
            out[k] = s;
        }
}

/* Diffusion in three dimensions whose coefficient is switched by the sign of what flows. */
static double flux(double here, double there)
{
    double d = there - here;
    return d > 0 ? d * here : d * there;
}

void seven_point(const double *u, int n, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int l = 0; l < n; l++) {
                int k = (i * n + j) * n + l;
                double s = u[k] * u[k];
                if (i > 0)
                    s += flux(u[k], u[k - n * n]);
                if (j > 0)
                    s += flux(u[k], u[k - n]);
                if (l > 0)
                    s += flux(u[k], u[k - 1]);
                if (i + 1 < n)
                    s += flux(u[k], u[k + n * n]);
                if (j + 1 < n)
                    s += flux(u[k], u[k + n]);
                if (l + 1 < n)
                    s += flux(u[k], u[k + 1]);
                out[k] = s;
            }
}

/* Two species on a square without flux through its edges. */
void brusselator(const double *y, double a, double b, double d, int n, double *dy)
{
    const double *u = y, *v = y + n * n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = i * n + j;
            int up = i ? k - n : k, down = i + 1 < n ? k + n : k;
            int left = j ? k - 1 : k, right = j + 1 < n ? k + 1 : k;
            double r = u[k] * u[k] * v[k];
            dy[k] = a + r - (b + 1) * u[k] + d * (u[up] + u[down] + u[left] + u[right] - 4 * u[k]);
            dy[n * n + k] = b * u[k] - r + d * (v[up] + v[down] + v[left] + v[right] - 4 * v[k]);
        }
}

static void rotated(const double *w, const double *x, double *out)
{
    double square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    double angle = sqrt(square + 1e-12), s = sin(angle) / angle, c = cos(angle);
    double dot = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1 - c) / (square + 1e-12);
    double cross[3] = {w[1] * x[2] - w[2] * x[1], w[2] * x[0] - w[0] * x[2], w[0] * x[1] - w[1] * x[0]};
    for (int k = 0; k < 3; k++)
        out[k] = x[k] * c + cross[k] * s + w[k] * dot;
}

/* Reprojection errors: cameras of rotation, position, focal length and two distortions; points. */
void bundle(const double *cameras, const double *points, const int *seen, const double *at, int n,
            double *out)
{
    for (int i = 0; i < n; i++) {
        const double *camera = cameras + 9 * seen[2 * i], *x = points + 3 * seen[2 * i + 1];
        double p[3];
        rotated(camera, x, p);
        for (int k = 0; k < 3; k++)
            p[k] += camera[3 + k];
        double a = -p[0] / p[2], b = -p[1] / p[2], r = a * a + b * b;
        double scale = camera[6] * (1 + r * (camera[7] + r * camera[8]));
        out[2 * i] = scale * a - at[2 * i];
        out[2 * i + 1] = scale * b - at[2 * i + 1];
    }
}

/* Active and reactive power at the buses of a network, whose lines stand by rows. */
void power_flow(const double *angle, const double *volt, const int *start, const int *to,
                const double *g, const double *b, int n, double *active, double *reactive)
{
    for (int i = 0; i < n; i++) {
        double p = 0, q = 0;
        for (int l = start[i]; l < start[i + 1]; l++) {
            int j = to[l];
            double d = angle[i] - angle[j], c = cos(d), s = sin(d);
            p += volt[i] * volt[j] * (g[l] * c + b[l] * s);
            q += volt[i] * volt[j] * (g[l] * s - b[l] * c);
        }
        active[i] = p;
        reactive[i] = q;
    }
}

enum { SPECIES = 5 };
typedef struct {
    double amount[SPECIES];
    int kind;
} Vessel;

static void reactions(const Vessel *v, double *rate)
{
    double total = 0;
    for (int k = 0; k < SPECIES; k++)
        total += v->amount[k];
    for (int k = 0; k < SPECIES; k++)
        rate[k] = v->amount[k] * fmax(total - v->amount[k], 0.1) - 0.5 * v->amount[(k + 1) % SPECIES];
}

/* Vessels with five substances each that react, joined by pipes through which each flows. */
void vessels(const double *x, const int *pipes, int count, int n, double *out)
{
    Vessel *all = malloc((size_t)n * sizeof *all);
    for (int i = 0; i < n; i++) {
        memcpy(all[i].amount, x + SPECIES * i, sizeof all[i].amount);
        all[i].kind = i % 2;
        reactions(&all[i], out + SPECIES * i);
    }
    for (int l = 0; l < count; l++) {
        const Vessel *a = &all[pipes[2 * l]], *b = &all[pipes[2 * l + 1]];
        for (int k = 0; k < SPECIES; k++) {
            double flow = 0.3 * (a->amount[k] - b->amount[k]);
            out[SPECIES * pipes[2 * l] + k] -= flow;
            out[SPECIES * pipes[2 * l + 1] + k] += a->kind == b->kind ? flow : 0.9 * flow;
        }
    }
    free(all);
}

double chained(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++) {
        double a = x[i + 1] - x[i] * x[i], b = 1 - x[i];
        s += 100 * a * a + b * b;
    }
    return s;
}

double separable(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(0.1 * x[i]) * x[i];
    return s;
}

/* The area of a surface over a grid. */
double surface(const double *u, int n)
{
    double s = 0;
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j + 1 < n; j++) {
            int k = i * n + j;
            double a = n * (u[k + 1] - u[k]), b = n * (u[k + n] - u[k]);
            s += sqrt(1 + a * a + b * b);
        }
    return s;
}
