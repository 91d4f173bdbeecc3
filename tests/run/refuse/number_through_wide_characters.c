// A number is printed as wide characters, and read from these.
// rz: double f(double x in 0.5..1.5)
#include <wchar.h>

double f(double x)
{
    wchar_t text[64];
    swprintf(text, 64, L"%.17g", x * x);  // error: NoDerivative RZ201
    return x * wcstod(text, 0);
}
