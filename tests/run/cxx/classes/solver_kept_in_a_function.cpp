// An object with two vectors lives in a function; each call resizes them and fills them anew.
// needs: libstdc++
// rz: double f(const double a[n] in 2..3, const double b[n] in, int n=6)
// also: n=2
#include <vector>

namespace {

class Tridiagonal {
public:
    double solve(const double *diagonal, const double *right, int n)
    {
        upper_.resize(n);
        values_.resize(n);
        upper_[0] = 1 / diagonal[0];
        values_[0] = right[0] / diagonal[0];
        for (int i = 1; i < n; i++) {
            double pivot = 1 / (diagonal[i] - upper_[i - 1]);
            upper_[i] = pivot;
            values_[i] = (right[i] - values_[i - 1]) * pivot;
        }
        for (int i = n - 2; i >= 0; i--)
            values_[i] -= upper_[i] * values_[i + 1];
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += values_[i] * values_[i] * (i + 1);
        return sum;
    }

private:
    std::vector<double> upper_, values_;
};

Tridiagonal &solver()
{
    static Tridiagonal only;
    return only;
}

} // namespace

extern "C" double f(const double *a, const double *b, int n)
{
    return solver().solve(a, b, n);
}
