// A thrown exception leaves the gradient call as that exception, and nothing is leaked.
#include <malloc.h>
#include <stdexcept>
#include <string>
#include <vector>
#include "near.h"

double __enzyme_autodiff(void *, double);

static double checked(double x)
{
    std::vector<double> logs;
    for (int i = 0; i < 8; i++) {
        if (x - 0.2 * i < 0.0)
            throw std::domain_error("step " + std::to_string(i));
        logs.push_back(x * x + i);
    }
    double s = 0.0;
    for (double v : logs)
        s += v * v;
    return s;
}

static int attempt()
{
    try {
        __enzyme_autodiff((void *)checked, 0.5);
    } catch (const std::domain_error &e) {
        return std::string(e.what()) == "step 3";
    }
    return 0;
}

int main()
{
    double expected = 0.0;
    for (int i = 0; i < 8; i++)
        expected += 4 * 1.8 * (1.8 * 1.8 + i);
    near("not thrown", __enzyme_autodiff((void *)checked, 1.8), expected);
    near("thrown", attempt(), 1);
    std::size_t before = mallinfo2().uordblks;
    for (int i = 0; i < 100; i++)
        attempt();
    near("live heap", double(mallinfo2().uordblks), double(before));
    return wrong;
}
