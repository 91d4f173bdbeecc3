// Short floats by a variable index, a double and a name behind them; structs go by value.
// rz: double walk(double x[3] in, int n=4)
// also: n=1
#include <string.h>

struct item {
    int tag;
    float f[3];
    double d;
    char name[5];
};

static struct item chosen(struct item a, struct item b, int first)
{
    return first ? a : b;
}

double walk(const double *x, int n)
{
    struct item a[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) a[i].f[k] = (float)(i + k);
        a[i].d = x[i];
        a[i].tag = i % 2;
        memcpy(a[i].name, "abc", 4);
    }
    double s = 0;
    for (int k = 0; k < n; k++) {
        a[k % 3] = chosen(a[(k + 1) % 3], a[(k + 2) % 3], a[k % 3].tag);
        a[k % 3].d *= a[(k + 1) % 3].f[k % 3] + 1;
        s += a[k % 3].d * a[k % 3].d * a[k % 3].name[k % 3];
    }
    return s;
}
