// A vector is written to a stream of C++ as bytes and read back.
// rz: double f(const double x[n] in 0.5..1.5, int n=3)
#include <sstream>
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::stringstream stream;
    for (int i = 0; i < n; i++) {
        double y = x[i] * x[i];
        stream.write(reinterpret_cast<const char *>(&y), sizeof y);
    }
    std::vector<double> back(n);
    stream.read(reinterpret_cast<char *>(back.data()), n * sizeof(double));  // error: ActivityError RZ405
    double s = 0;
    for (double y : back)
        s += y * x[0];
    return s;
}
