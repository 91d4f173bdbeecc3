// iostream formatting to a stringstream in the middle of active code.
// rz: double f(const double x[n] in, int n=4)
// also: n=0
#include <iomanip>
#include <sstream>

extern "C" double f(const double *x, int n)
{
    std::ostringstream log;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        log << "step " << i << ": " << std::setprecision(3) << s << '\n';
    }
    return s * s + (log.str().empty() ? 1.0 : 0.0);
}
