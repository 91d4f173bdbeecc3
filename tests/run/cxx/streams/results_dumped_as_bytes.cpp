// Every step is dumped to a stream as bytes, of which only the number is looked at.
// rz: double f(const double x[n] in, int n=5)
// also: n=0
#include <sstream>
#include <string>
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::ostringstream dump;
    std::vector<double> sums;
    double s = 1;
    for (int i = 0; i < n; i++) {
        s += s * x[i] * x[i];
        sums.push_back(s);
        dump.write(reinterpret_cast<const char *>(sums.data()), sums.size() * sizeof(double));
    }
    const std::string bytes = dump.str();
    return s * s + static_cast<double>(bytes.size());
}
