// {"seed": 9, "lang": "c", "active": ["a", "b", "x", "z"], "setting": {"way": {"level": null, "order": "before", "poison": false}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[0]: np.float64(0.176647045144809), duals say np.float64(-1.061395215846825)
static real h9_1(real *p, real *q, int m, real u)
{

{
memmove(p + 1, q, 1 * sizeof(real));
}
return (real)0.75;
}
ENTRY real p9(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[4] = { a, x[1] };
real d0 = s->w[1];
real d1 = rfmax(l[(k1 * 1 + 3) % 4], d0);
real32 e0 = (real32)d1;
real32 e1 = z[(k1 * 2 + 2) % 4];
{
for (int i3 = 0; i3 <= k0; ++i3) {
{
{ real v8 = h9_1(x, x, n, (real)0.75); d1 += rtanh(v8); }
if ((i3 % 3 != 1)) {
l[(i3 * 3 + 4) % 4] = l[(i3 * 3 + 4) % 4] * (real)0.5 + rerf(d1);
{ real t9 = l[(i3 * 3 + 0) % 4]; l[(i3 * 3 + 0) % 4] = l[(k0 * 2 + 1) % 4]; l[(k0 * 2 + 1) % 4] = t9; }
} else {
d0 = rsin((((real)-0.264 - l[(k0 * 2 + 0) % 4]) + rpow((real)1.25 + rsin(d0), rcos(rlog1p(x[0] * x[0])))));
}
}
}
}
return ratan2((((real)0.125 * (real)((k0 * 2 + 1) % 5)) / ((real)1.5 + rcos((real)0.976))), (real)1.5 + rcos((l[(k0 * 1 + 2) % 4] + (real)0.25 * rfloor(l[2])))) + d0;
}
