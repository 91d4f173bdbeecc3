// Quaternions of four doubles by value (two registers pairs or memory), products in a chain.
// rz: double rotate(const double q[4] in, const double v[3] in, int times=3)
// also: times=0
#include <math.h>

struct quat {
    double w, x, y, z;
};

static struct quat mul(struct quat a, struct quat b)
{
    return (struct quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    };
}

static struct quat unit(struct quat q)
{
    double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (struct quat){q.w / n, q.x / n, q.y / n, q.z / n};
}

double rotate(const double *q, const double *v, int times)
{
    struct quat r = unit((struct quat){q[0], q[1], q[2], q[3]});
    struct quat p = {0.0, v[0], v[1], v[2]}, back = {r.w, -r.x, -r.y, -r.z};
    for (int i = 0; i < times; i++)
        p = mul(mul(r, p), back);
    return p.x + 2.0 * p.y * p.y - p.z * q[0];
}
