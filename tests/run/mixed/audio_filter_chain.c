// Biquad filters as structs with callbacks, processing blocks in place with saved state.
// rz: double process(const double signal[n] in -1..1, double cutoff 0.1..0.3, double q, int n=12)
// also: n=1
// also: n=0
// needs: zero
#include <math.h>
#include <string.h>

struct biquad {
    double b0, b1, b2, a1, a2, z1, z2;
};
struct stage {
    void (*run)(void *, double *, int);
    void *self;
};

static struct biquad low_pass(double cutoff, double q)
{
    double w = 3.141592653589793 * cutoff, alpha = sin(w) / (2 * q), a0 = 1 + alpha;
    double b = (1 - cos(w)) / 2 / a0;
    return (struct biquad){b, 2 * b, b, -2 * cos(w) / a0, (1 - alpha) / a0, 0.0, 0.0};
}

static void filter(void *self, double *x, int n)
{
    struct biquad *f = self;
    for (int i = 0; i < n; i++) {
        double in = x[i], out = f->b0 * in + f->z1;
        f->z1 = f->b1 * in - f->a1 * out + f->z2;
        f->z2 = f->b2 * in - f->a2 * out;
        x[i] = out;
    }
}

static void saturate(void *self, double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = tanh(*(double *)self * x[i]);
}

double process(const double *signal, double cutoff, double q, int n)
{
    double block[4], drive = 1.0 + q, energy = 0.0;
    struct biquad first = low_pass(cutoff, q), second = low_pass(cutoff * 1.5, q);
    struct stage chain[] = {{filter, &first}, {saturate, &drive}, {filter, &second}};
    for (int at = 0; at < n; at += 4) {
        int size = n - at < 4 ? n - at : 4;
        memcpy(block, signal + at, sizeof(double) * (size_t)size);
        for (int s = 0; s < 3; s++)
            chain[s].run(chain[s].self, block, size);
        for (int i = 0; i < size; i++)
            energy += block[i] * block[i];
    }
    return energy * 10.0 + first.z1 * second.z2;
}
