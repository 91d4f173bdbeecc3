// Characters from a stream are put over the first bytes of an active number.
// rz: double f(const double x[4] in)
#include <sstream>
extern "C" double f(const double *x)
{
    std::istringstream in("abcdefg");
    double v[2] = {x[0], x[1]};
    double s = 1;
    for (int i = 0; i < 4; i++) {
        in.get(((char *)v)[i]);  // error: NoDerivative RZ201
        s *= v[0] * v[1];
    }
    return s;
}
