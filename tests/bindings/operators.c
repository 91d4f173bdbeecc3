#include <math.h>
#include <stdbool.h>
#include <stddef.h>

void f(float *inp, size_t n, float *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = sinf(inp[i]) * inp[i];
}

void roll(const double *inp, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = sin(inp[i]) * inp[(i + 1) % n];
}

void affine(const double *a, const double *x, int rows, int cols, double *y)
{
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < cols; j++)
            s += a[i * cols + j] * x[j];
        y[i] = tanh(s);
    }
}

double energy(const double *x, size_t n, double scale)
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s * scale;
}

struct spring { double k; int power; };
void pull(const double *x, int n, struct spring s, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = s.k * pow(x[i], s.power);
}

void pick(const double *x, const int *index, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = x[index[i]] * x[index[i]];
}

void two(const double *x, int n, double *sines, double *total)
{
    for (int i = 0; i < n; i++) {
        sines[i] = sin(x[i]);
        *total += x[i] * x[i];
    }
}

void layer(const float *x, int n, const float *w, float *out)
{
    for (int i = 0; i < n; i++)
        out[i] = tanhf(w[i] * x[i] + 0.5f * x[(i + 1) % n]);
}

/* Small integers: whoever calls has to fill the register. */
__attribute__((noinline)) static double weight(short k, signed char c, unsigned char u,
                                               unsigned short w, bool b)
{
    return (b ? 1.0 : -1.0) * (k + 2.0 * c + 3.0 * u + 0.5 * w);
}
double weighed(const double *x, int n, short k, signed char c, unsigned char u, unsigned short w,
               bool b)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * weight(k, c, u, w, b);
    return s;
}

void chosen(const double *x, const short *index, const signed char *sign, const bool *taken,
            int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = taken[i] ? sign[i] * x[index[i]] * x[index[i]] : 0;
}

void half(const _Float16 *x, int n, _Float16 scale, _Float16 *out)
{
    for (int i = 0; i < n; i++)
        out[i] = scale * x[i] * x[i];
}

typedef __bf16 brain;
void brains(const brain *x, int n, brain *out)
{
    for (int i = 0; i < n; i++)
        out[i] = (brain)((float)x[i] * (float)x[i]);
}

void stepped(double *state, int n, double dt)
{
    for (int i = 0; i < n; i++)
        state[i] += dt * state[i] * state[i];
}

void slow(const double *x, size_t n, double *out)
{
    double s = x[0];
    for (int i = 0; i < 100000000; i++)
        s = s * 0.9999999 + 1e-9;
    out[0] = s;
}
