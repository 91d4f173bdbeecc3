// One function in the two arms of an if, with different markers: they must not be merged.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double dot(const double *a, const double *b, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

static void either(int which, double *a, double *da, double *b, double *db)
{
    if (which)
        __enzyme_autodiff((void *)dot, enzyme_dup, a, da, enzyme_const, b, enzyme_const, 2);
    else
        __enzyme_autodiff((void *)dot, enzyme_const, a, enzyme_dup, b, db, enzyme_const, 2);
}

int main(void)
{
    double a[2] = {1, 2}, b[2] = {3, 4}, da[2] = {0}, db[2] = {0};
    either(1, a, da, b, db);
    near("da", da[0] * 10 + da[1], 34);
    near("db untouched", db[0] + db[1], 0);
    either(0, a, da, b, db);
    near("db", db[0] * 10 + db[1], 12);
    near("da unchanged", da[0] * 10 + da[1], 34);
    return wrong;
}
