// {"seed": 120042, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O0", "order": "before", "poison": false, "debug": true, "after": 0, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[13]: np.float64(nan), duals say np.float64(-0.843389537381897)
// lane 0: gradient[14]: np.float64(nan), duals say np.float64(0.29085764096297)
// lane 0: gradient[15]: np.float64(nan), duals say np.float64(2.9754265846452923)
static void h120042_1(real *o, real32 *f, real u, real32 v)
{

{
for (int i1 = 0; i1 < 2; ++i1) {
(*o) = (rlt((real)0.07, u) ? rlog(u) : (real)0.75) / ((real)1.0 + (rlt((real)0.07, u) ? rlog(u) : (real)0.75) * (rlt((real)0.07, u) ? rlog(u) : (real)0.75));
}
}
}
ENTRY real p120042(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[2] = { a, x[1] };
real32 y[4] = { b, z[1] };
real d0 = rfmin(a, a);
real d1 = rfmin(l[(k1 * 2 + 0) % 2], a);
real32 e0 = (rlt((real)0.278, d0) ? y[(k1 * 1 + 4) % 4] : z[(k1 * 2 + 4) % 4]);
real32 e1 = (z[(k1 * 1 + 5) % 4] - z[(k0 * 1 + 0) % 4]);
{
{
{
h120042_1(&d0, &e0, s->w[1], (real32)0.75);
}
}
}
return (real)0.75 + d0;
}
