// Virtual functions that take and return structs of which no table could tell the derivative: numbers beside
// integers and addresses. Their objects' shadows are objects like themselves, or there are none; in every mode.
#include <initializer_list>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_width, enzyme_nofree;
struct Lanes {
    double of[2];
};
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
Lanes __enzyme_fwddiff_lanes(void *, ...);
Lanes __enzyme_autodiff_lanes(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);

struct Reading {
    float value;
    int unit;
};
struct Part {
    double *at;
    double scale;
};
struct Matrix {
    double m[2][2];
};

struct Sensor {
    virtual ~Sensor() = default;
    virtual double convert(Reading r) const = 0;
    virtual Reading read(double x) const { return {float(x), 2}; }
    virtual Part part(double *v, double x) const = 0;
    virtual Matrix turned(const Matrix &m, double by) const = 0;
};
struct Linear : Sensor {
    double gain, offset;
    Linear(double g, double o) : gain(g), offset(o) {}
    double convert(Reading r) const override { return gain * r.value * r.unit + offset; }
    Part part(double *v, double x) const override { return {v + 1, gain * x}; }
    Matrix turned(const Matrix &m, double by) const override
    {
        return {{{m.m[0][0] * by, m.m[0][1] + gain}, {m.m[1][0] - offset, m.m[1][1] * m.m[0][0]}}};
    }
};
struct Square : Sensor {
    double gain;
    explicit Square(double g) : gain(g) {}
    double convert(Reading r) const override { return gain * r.value * r.value - r.unit; }
    Reading read(double x) const override { return {float(x * x), 3}; }
    Part part(double *v, double x) const override
    {
        v[0] *= x;
        return {v, x * x};
    }
    Matrix turned(const Matrix &m, double by) const override
    {
        Matrix t = m;
        t.m[0][1] *= by * gain;
        return t;
    }
};

static double f(const Sensor *s, double *v, double x)
{
    Reading r = s->read(x);
    double a = s->convert(r) + s->convert({float(v[1]), 4});
    Part p = s->part(v, a);
    Matrix m = s->turned({{{x, a}, {p.scale, *p.at}}}, v[0]);
    return *p.at * p.scale + m.m[0][0] * m.m[0][1] + m.m[1][0] * m.m[1][1];
}

template <class T>
static void check(const T &object, T &shadow, double T::*gain)
{
    const T clean = shadow;
    double start[2] = {0.5, 1.25}, x = 0.75, h = 1.0 / 256, expect[4];
    T changed = object;
    for (int k = 0; k < 4; k++) { // floats hide small steps, and the sums are polynomials: extrapolate
        double d[3];
        for (int j = 0; j < 3; j++) {
            double by = h * (1 << j), value[2];
            for (int way = 0; way < 2; way++) {
                double v[2] = {start[0], start[1]}, step = way ? -by : by;
                if (k < 2)
                    v[k] += step;
                changed.*gain = object.*gain + (k == 3) * step;
                value[way] = f(&changed, v, x + (k == 2) * step);
            }
            d[j] = (value[0] - value[1]) / (2 * by);
        }
        double one = (4 * d[0] - d[1]) / 3, two = (4 * d[1] - d[2]) / 3;
        expect[k] = (16 * one - two) / 15;
    }
    double tolerance = 2e-4, v[2] = {start[0], start[1]}, d[2] = {0};
    near_within("x", __enzyme_autodiff((void *)f, enzyme_dup, &object, &shadow, enzyme_dup, v, d, enzyme_out, x), expect[2], tolerance);
    near_within("v0", d[0], expect[0], tolerance);
    near_within("v1", d[1], expect[1], tolerance);
    near_within("gain", shadow.*gain, expect[3], tolerance);
    d[0] = d[1] = 0, v[0] = start[0], v[1] = start[1];
    near_within("x, const", __enzyme_autodiff((void *)f, enzyme_const, &object, enzyme_dup, v, d, enzyme_out, x), expect[2], tolerance);
    near_within("v1, const", d[1], expect[1], tolerance);

    T other = clean;
    shadow = clean;
    double a[2] = {1, 0}, b[2] = {0, 1};
    other.*gain = 1;
    v[0] = start[0], v[1] = start[1];
    Lanes two = __enzyme_fwddiff_lanes((void *)f, enzyme_width, 2, enzyme_dup, &object, &shadow, &other, enzyme_dup, v, a, b, enzyme_dup, x, 1.0, 0.0);
    near_within("first lane", two.of[0], expect[0] + expect[2], tolerance);
    near_within("second lane", two.of[1], expect[1] + expect[3], tolerance);
    shadow = other = clean, a[0] = a[1] = b[0] = b[1] = 0, v[0] = start[0], v[1] = start[1];
    two = __enzyme_autodiff_lanes((void *)f, enzyme_width, 2, enzyme_dup, &object, &shadow, &other, enzyme_dup, v, a, b, enzyme_out, x, 1.0, -2.0);
    near_within("first seed", two.of[0], expect[2], tolerance);
    near_within("second seed", two.of[1], -2 * expect[2], tolerance);
    near_within("second seed, gain", other.*gain, -2 * expect[3], tolerance);

    shadow = clean, d[0] = d[1] = 0, v[0] = start[0], v[1] = start[1];
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_nofree, enzyme_dup, &object, &shadow, enzyme_dup, v, d, enzyme_out, x);
    for (int k = 0; k < 4; k++) {
        shadow = clean, d[0] = k == 0, d[1] = k == 1, shadow.*gain = k == 3;
        near_within("from the tape", __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, &object, &shadow, enzyme_dup, v, d, enzyme_dup, x, double(k == 2), tape), expect[k], tolerance);
    }
    shadow = clean, d[0] = d[1] = 0;
    near_within("half", __enzyme_reverse((void *)f, enzyme_dup, &object, &shadow, enzyme_dup, v, d, enzyme_out, x, 1.0, tape), expect[2], tolerance);
    near_within("half, v1", d[1], expect[1], tolerance);
    near_within("half, gain", shadow.*gain, expect[3], tolerance);
}

int main()
{
    Linear linear(0, 0);
    check(Linear(1.5, 0.25), linear, &Linear::gain);
    Square square(0);
    check(Square(1.25), square, &Square::gain);
    return wrong;
}
