// A step that fails says in its message by how much; the handler reads the number again.
// rz: double f(const double x[3] in 0.1..1.5)
#include <cmath>
#include <stdexcept>
#include <string>

extern "C" double f(const double *x)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        try {
            if (x[i] > 0.2) throw std::runtime_error(std::to_string(x[i] * x[i]));
            sum += std::sin(x[i]);
        } catch (const std::exception &e) {
            sum += std::stod(e.what());  // error: ActivityError RZ405
        }
    }
    return sum;
}
