// Coefficients are parsed from constant text by strtod and combined with active inputs.
// rz: double model(const double x[3] in)
#include <stdlib.h>

double model(const double *x)
{
    const char *text = "0.5 -1.25 2e0 0.125";
    char *end;
    double s = 0.0;
    for (int i = 0; i < 4; i++) {
        double c = strtod(text, &end);
        text = end;
        s = s * x[i % 3] + c * x[(i + 1) % 3];
    }
    return s;
}
