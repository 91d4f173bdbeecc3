// An array of records of different sizes walked by offsets in a byte buffer.
// rz: double decode(const double x[n] in, int n=6)
// also: n=0
#include <string.h>

double decode(const double *x, int n)
{
    unsigned char buffer[512];
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        int count = 1 + i % 3;
        memcpy(buffer + at, &count, sizeof count);
        at += 8;
        for (int k = 0; k < count; k++) {
            double v = x[i] * (k + 1) * x[i];
            memcpy(buffer + at, &v, sizeof v);
            at += 8;
        }
    }
    double s = 0.0;
    for (size_t p = 0; p < at;) {
        int count;
        memcpy(&count, buffer + p, sizeof count);
        p += 8;
        double product = 1.0;
        for (int k = 0; k < count; k++, p += 8) {
            double v;
            memcpy(&v, buffer + p, sizeof v);
            product *= v;
        }
        s += product;
    }
    return s;
}
