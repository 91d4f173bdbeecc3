// Members of structs, two floats or a double, are copied by a distance that only the run knows.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=0, long to=1, long bytes=8)
#include <string.h>

struct one {
    double wide;
    float narrow, other;
};

double f(const double *x, int n, long from, long to, long bytes)
{
    struct one all[4], more[4];
    for (int i = 0; i < 4; i++)
        more[i] = all[i] = (struct one){x[i] * x[0], x[i] * x[1], x[i]};
    memcpy((char *)all + 8 * to, (char *)more + 8 * from, bytes);  // error: TypeUnknown RZ301
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += all[i].wide * all[i].narrow + all[i].other;
    return sum;
}
