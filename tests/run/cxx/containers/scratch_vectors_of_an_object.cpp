// A vector member as scratch, resized at every call of a method.
// rz: double f(const double x[n] in, int n=4)
#include <vector>
class Solver {
    std::vector<double> work_, diag_;
  public:
    double run(const std::vector<double> &v)
    {
        work_.resize(v.size());
        diag_.assign(v.size(), 2.0);
        for (std::size_t i = 0; i < v.size(); i++) work_[i] = v[i] * v[i] / diag_[i];
        double s = 0; for (std::size_t i = 0; i < v.size(); i++) s += work_[i] * work_[v.size() - 1 - i];
        return s;
    }
};
extern "C" double f(const double *x, int n)
{
    Solver s;
    std::vector<double> v(x, x + n);
    double a = s.run(v);
    v.push_back(a);
    v.resize(v.size() + 2, 0.5);
    return a + s.run(v);
}
