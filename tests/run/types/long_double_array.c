// Arrays of long double (16 bytes of which 10 count), updated in place.
// rz: void update(long double a[n] inout, int n=7, long double k=0.3)
// also: n=1
#include <math.h>
#ifndef REAL
#define REAL long double
#define SIN sinl
#else
#define SIN sin
#endif
void update(REAL *a, int n, REAL k)
{
    for (int i = 1; i < n; i++)
        a[i] = a[i] * a[i - 1] + k * SIN(a[i]);
}
