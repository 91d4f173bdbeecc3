// _Float16 storage and arithmetic between float inputs and outputs.
// rz: float half(const float x[n] in, int n=6)
// also: n=0
// tolerance: half
#ifndef REAL
#define REAL float
#define HALF _Float16
#else
#define HALF REAL
#endif
REAL half(const REAL *x, int n)
{
    HALF kept[8];
    HALF s = (HALF)0.5;
    for (int i = 0; i < n; i++)
        kept[i] = (HALF)(x[i] * x[i]);
    for (int i = 0; i < n; i++)
        s = s * (HALF)0.75 + kept[i] * (HALF)0.5;
    return (REAL)s;
}
