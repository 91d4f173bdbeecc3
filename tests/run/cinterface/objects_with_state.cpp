// Objects that keep caches, counters and scratch in mutable members; gradients by the object and by the point, many calls.
#include <map>
#include <memory>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_out;

class Spline {
    std::vector<double> y;
    mutable std::vector<double> slopes; // computed when first asked for
    mutable int lookups = 0, built = 0;
    mutable int hint = 0;

  public:
    explicit Spline(std::vector<double> values) : y(std::move(values)) {}
    void set(int i, double v)
    {
        y[i] = v;
        slopes.clear();
    }
    double at(double x) const
    {
        int n = static_cast<int>(y.size());
        if (slopes.empty()) {
            slopes.resize(n);
            for (int i = 0; i < n; i++)
                slopes[i] = (y[i + 1 < n ? i + 1 : i] - y[i ? i - 1 : i]) / ((i + 1 < n) + (i > 0));
            built++;
        }
        lookups++;
        while (hint > 0 && x < hint)
            hint--;
        while (hint + 2 < n && x >= hint + 1)
            hint++;
        double t = x - hint, u = 1 - t;
        return y[hint] * u * u * (1 + 2 * t) + y[hint + 1] * t * t * (3 - 2 * t) + slopes[hint] * t * u * u - slopes[hint + 1] * t * t * u;
    }
    double weight(int i) const { return y[i]; }
    int times() const { return built; }
};

static double path(const Spline *s, const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += s->at(x[i]) * s->at(x[n - 1 - i] * 0.5);
    return sum;
}
static double fresh(const double *y, const double *x, int m, int n)
{
    Spline s(std::vector<double>(y, y + m));
    return path(&s, x, n);
}

int main()
{
    double y[5] = {1, 0.5, 2, 1.5, 0.7}, x[4] = {0.3, 1.7, 3.2, 2.4}, h = 1e-5;
    Spline s(std::vector<double>(y, y + 5));
    for (int again = 0; again < 3; again++) {
        double dx[4] = {0}, dy[5] = {0}, ex[4] = {0};
        Spline shadow(std::vector<double>(5, 0.0)); // the point only: the object has no shadow
        __enzyme_autodiff<void>((void *)path, enzyme_const, &s, enzyme_dup, x, dx, enzyme_const, 4);
        __enzyme_autodiff<void>((void *)fresh, enzyme_dup, y, dy, enzyme_dup, x, ex, enzyme_const, 5, enzyme_const, 4);
        for (int i = 0; i < 9; i++) {
            double *p = i < 4 ? &x[i] : &y[i - 4], at = *p;
            *p = at + h;
            double up = fresh(y, x, 5, 4);
            *p = at - h;
            double expected = (up - fresh(y, x, 5, 4)) / (2 * h);
            *p = at;
            if (i < 4)
                near_within("point", dx[i], expected, 1e-7);
            near_within("both", i < 4 ? ex[i] : dy[i - 4], expected, 1e-7);
        }
        s.set(again, y[again] = y[again] + 0.1);
    }
    near("built", s.times(), 3);
    return wrong;
}
