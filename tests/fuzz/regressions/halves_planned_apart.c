// {"seed": 3014, "lang": "c", "active": ["x", "b", "s"], "setting": {"way": {}, "mode": "split", "width": 1}}
// the halves of a split derivative were planned apart, since the first held addresses of g
static real g[5];
static NOINLINE real h(real *p, int m, real u)
{
real t = u;
if (m <= 1) { p[0] = rsin(p[0] + u); return p[0]; }
t = h(p, m / 2, 0.5);
return t + p[0];
}
ENTRY real p3014(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
g[0] = 0.5;
real d1 = 0.1;
real32 e1 = b;
for (int i2 = 0; i2 < 3; i2 += 1) {
for (int i3 = 0; i3 < 5; ++i3) {
for (int i4 = 0; i4 < 3; ++i4) {
d1 += h(g, 5, (real)b);
x[i3 + 1] = x[i3 + 1] * (real)0.5 + (d1 * (rasinh(d1) - (real)e1));
}
for (int i6 = 0; i6 < s->k; ++i6) {
if (rlt(x[i2], (real)0.565)) break;
e1 = -e1;
}
}
}
memcpy(x, g, 2 * sizeof(real));
return 1;
}
