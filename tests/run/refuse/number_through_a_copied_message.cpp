// The number stands within the message of an error that a function throws; its text is copied.
// rz: double f(const double x[3] in 0.1..1.5)
#include <cstdlib>
#include <stdexcept>
#include <string>

static double one(double x)
{
    if (x > 0.2) throw std::range_error("value " + std::to_string(x * x));
    return x;
}

extern "C" double f(const double *x)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        try {
            sum += one(x[i]);
        } catch (const std::runtime_error &e) {
            const std::string text = e.what();
            sum += std::atof(text.c_str() + 6);  // error: ActivityError RZ405
        }
    }
    return sum;
}
