// Structs that C passes and returns in registers larger than they are, status codes beside numbers.
#include "near.h"

extern int enzyme_out, enzyme_dup, enzyme_const, enzyme_primal_return;
double __enzyme_autodiff(void *, ...);
float __enzyme_autodiff_float(void *, ...);

struct mixed {
    float a;
    int n;
    float b;
};
struct vec {
    float x, y, z;
};
struct tagged {
    float x, y;
    int tag;
};
struct checked {
    double value;
    int status;
};
struct narrow {
    float value;
    short status;
};
struct mixed __enzyme_autodiff_mixed(void *, ...);
struct vec __enzyme_autodiff_vec(void *, ...);
struct vec __enzyme_fwddiff_vec(void *, ...);
struct tagged __enzyme_autodiff_tagged(void *, ...);
struct checked __enzyme_fwddiff_checked(void *, ...);
struct narrow __enzyme_fwddiff_narrow(void *, ...);

static double mixed(struct mixed m)
{
    return m.a * m.a * m.n + m.b;
}
static float squared(struct vec v)
{
    return v.x * v.y + v.z * v.z;
}
static struct vec scaled(struct vec v, float by)
{
    return (struct vec){v.x * by, v.y * by * by, v.z};
}
static double tagged(struct tagged t)
{
    return t.tag > 0 ? t.x * t.y : t.x;
}
static struct checked cubed(double x)
{
    struct checked c = {x * x * x, 7};
    if (x < 0)
        c.status = -1;
    return c;
}
static struct narrow doubled(float x)
{
    return (struct narrow){x * 2, 300};
}

int main(void)
{
    struct mixed m = {2, 3, 4}, dm = __enzyme_autodiff_mixed((void *)mixed, enzyme_out, m);
    near("mixed.a", dm.a, 12);
    near("mixed.b", dm.b, 1);
    struct vec v = {1, 2, 3}, t = {1, 0, 1}, dv = __enzyme_autodiff_vec((void *)squared, enzyme_out, v);
    near("vec.x", dv.x, 2);
    near("vec.y", dv.y, 1);
    near("vec.z", dv.z, 6);
    dv = __enzyme_fwddiff_vec((void *)scaled, enzyme_dup, v, t, enzyme_dup, 2.0f, 1.0f);
    near("scaled.x", dv.x, 3);
    near("scaled.y", dv.y, 8);
    near("scaled.z", dv.z, 1);
    struct tagged g = {2, 3, 1}, dg = __enzyme_autodiff_tagged((void *)tagged, g);
    near("tagged.x", dg.x, 3);
    near("tagged.y", dg.y, 2);
    struct checked seed = {2, 0};
    near("checked", __enzyme_autodiff((void *)cubed, 2.0, seed), 24);
    near("checked, forwards", __enzyme_fwddiff_checked((void *)cubed, 2.0, 1.0).value, 12);
    near("narrow", __enzyme_fwddiff_narrow((void *)doubled, 3.0f, 1.0f).value, 2);
    struct narrow by = {5, 1};
    near("narrow, back", __enzyme_autodiff_float((void *)doubled, 3.0f, by), 10);
    near("narrow, back by one", __enzyme_autodiff_float((void *)doubled, 3.0f), 2);
    return wrong;
}
