// Shadows of objects and of C structs with null where the table of functions lies: what is called is told by its address.
#include <cstring>
#include <memory>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
template <class R, class... A> R __enzyme_augmentfwd(void *, A...);
template <class R, class... A> R __enzyme_reverse(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_width;

struct Curve {
    virtual ~Curve() = default;
    virtual double value(double x) const = 0;
    virtual double area(double to) const
    {
        double s = 0;
        for (int i = 0; i < 4; i++)
            s += value(to * (i + 0.5) / 4) * to / 4;
        return s;
    }
};
struct Line : Curve {
    double a, b;
    Line(double a, double b) : a(a), b(b) {}
    double value(double x) const override { return a * x + b; }
};
struct Bent : Line {
    double c;
    Bent(double a, double b, double c) : Line(a, b), c(c) {}
    double value(double x) const override { return Line::value(x) + c * x * x; }
    double area(double to) const override { return b * to + a * to * to / 2 + c * to * to * to / 3; }
};

__attribute__((noinline)) static double sum(const Curve *const *curves, int n, double to)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += curves[i]->area(to) * curves[i]->value(to);
    return s;
}

struct Spring {
    const struct Law *law;
    double k, rest;
};
struct Law {
    double (*force)(const Spring *, double);
    double (*energy)(const Spring *, double);
};
static double hooke(const Spring *s, double x) { return -s->k * (x - s->rest); }
static double hooke_energy(const Spring *s, double x) { return 0.5 * s->k * (x - s->rest) * (x - s->rest); }
static double stiff(const Spring *s, double x) { return -s->k * x * x * x; }
static double stiff_energy(const Spring *s, double x) { return 0.25 * s->k * x * x * x * x + s->rest; }
static const Law laws[2] = {{hooke, hooke_energy}, {stiff, stiff_energy}};

__attribute__((noinline)) static double total(const Spring *springs, int n, double x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += springs[i].law->energy(&springs[i], x) * springs[i].law->force(&springs[i], x);
    return s;
}

int main()
{
    Line line(2, 3);
    Bent bent(1, 0.5, 0.7);
    alignas(Line) unsigned char of_line[sizeof(Line)] = {0};
    alignas(Bent) unsigned char of_bent[sizeof(Bent)] = {0};
    Line *dline = reinterpret_cast<Line *>(of_line);
    Bent *dbent = reinterpret_cast<Bent *>(of_bent);
    const Curve *curves[3] = {&line, &bent, &line}, *shadows[3] = {dline, dbent, dline};
    double dto = __enzyme_autodiff<double>((void *)sum, enzyme_dup, curves, shadows, enzyme_const, 3, 1.5);
    double *p[5] = {&line.a, &line.b, &bent.a, &bent.b, &bent.c}, d[5] = {dline->a, dline->b, dbent->a, dbent->b, dbent->c}, h = 1e-5;
    for (int i = 0; i < 5; i++) {
        double at = *p[i];
        *p[i] = at + h;
        double up = sum(curves, 3, 1.5);
        *p[i] = at - h;
        near_within("object", d[i], (up - sum(curves, 3, 1.5)) / (2 * h), 1e-8);
        *p[i] = at;
    }
    near_within("place", dto, (sum(curves, 3, 1.5 + h) - sum(curves, 3, 1.5 - h)) / (2 * h), 1e-8);
    std::memset(of_line, 0, sizeof of_line);
    std::memset(of_bent, 0, sizeof of_bent);
    dbent->c = 1;
    near("forward", __enzyme_fwddiff<double>((void *)sum, enzyme_dup, curves, shadows, enzyme_const, 3, 1.5, 0.0), d[4]);

    Spring springs[3] = {{&laws[0], 2, 0.3}, {&laws[1], 1.5, 0.2}, {&laws[0], 0.7, 0.1}}, ds[3];
    std::memset(ds, 0, sizeof ds);
    void *tape = __enzyme_augmentfwd<void *>((void *)total, enzyme_dup, springs, ds, enzyme_const, 3, enzyme_const, 0.8);
    __enzyme_reverse<void>((void *)total, enzyme_dup, springs, ds, enzyme_const, 3, enzyme_const, 0.8, 1.0, tape);
    for (int i = 0; i < 3; i++) {
        double e = 0.8 - springs[i].rest, k = springs[i].k;
        near("k", ds[i].k, i == 1 ? -0.5 * k * std::pow(0.8, 7) - springs[i].rest * 0.8 * 0.8 * 0.8 : -k * e * e * e);
        near("rest", ds[i].rest, i == 1 ? -k * 0.8 * 0.8 * 0.8 : 1.5 * k * k * e * e);
    }
    return wrong;
}
