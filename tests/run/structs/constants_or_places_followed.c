// A row of cells with constants and places; what one leads to is a number, or changed where it lies.
// rz: double f(double a 0.5..1, int k0=1, int k2=1)
// also: k0=0, k2=0
// also: k0=2, k2=2
// needs: no tape
struct spot { int tag; union { double d; double *r; } u; };

static double g[5];

__attribute__((noinline)) static struct spot followed(struct spot c)
{
    if (c.tag == 3) {
        struct spot found = {0, {.d = *c.u.r}};
        return found;
    }
    return c;
}

double f(double a, int k0, int k2)
{
    struct spot c[3];
    g[4] = a * a;
    for (int i = 0; i < 3; i++)
        if ((i + k0) % 3 == 1)
            c[i] = (struct spot){3, {.r = g + 4}};
        else
            c[i] = (struct spot){0, {.d = 0.75 - i}};
    struct spot e = followed(c[k2]);
    if (e.tag == 0)
        return e.u.d * 0.5 + a + e.u.d * a;
    *e.u.r = *e.u.r * 0.75 + a;
    return *e.u.r;
}
