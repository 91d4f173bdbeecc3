// Numbers are written to a stream by its operators and read from it again.
// rz: double f(const double x[n] in 0.5..1.5, int n=3)
#include <sstream>

extern "C" double f(const double *x, int n)
{
    std::stringstream text;
    for (int i = 0; i < n; i++)
        text << "x " << x[i] * x[i] << '\n';
    double s = 0, y = 0;
    for (char name = 0; text >> name;) {
        text >> y;  // error: ActivityError RZ405
        s += y * x[0];
    }
    return s;
}
