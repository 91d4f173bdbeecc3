// An exception is thrown and handled inside the differentiated function.
// rz: double f(double x)
#include <stdexcept>

static double inverse(double v)
{
    if (v < 100.0)
        throw std::runtime_error("small");
    return 1.0 / v;
}

extern "C" double f(double x)
{
    try {
        return inverse(x) * x;
    } catch (const std::runtime_error &) {  // error: NoDerivative|RunError RZ209|RZ604
        return x * x;
    }
}
