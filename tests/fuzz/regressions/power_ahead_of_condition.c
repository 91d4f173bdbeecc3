// {"seed": 120089, "lang": "c", "active": ["b", "s", "x", "z"], "setting": {"way": {"level": "O1", "order": "before", "poison": false, "debug": true, "after": 3, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[7]: np.float64(nan), duals say np.float64(1.7990875832052762)
static real g120089[5];
ENTRY real p120089(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
for (int i = 0; i < 5; ++i) g120089[i] = x[i] * (real)0.5;
real d0 = (real)z[(k1 * 3 + 1) % 4];
real d1 = (real)(real32)1.339;
real d2 = d0;
real32 e0 = ffmin(b, b);
real32 e1 = ffmax(b, s->v);
{
for (int i6 = 1; i6 < n; i6 += 2) {
{
s->w[2] = rsin(d2);
}
{
for (int i13 = 0; i13 < 4; ++i13) {
d2 += (real)0.375 * rcos(ratan((rlt((real)0.07, d0) ? rpow(d0, (real)1.5) : d2)));
{ real32 v15 = ((e0 + z[i13]) * fsin((z[i13] * (real32)0.5 + z[i13] * (real32)0.25))); bits32 t14; memcpy(&t14, &v15, sizeof t14); memcpy(&e0, &t14, sizeof t14); }
}
}
}
}
return rexp(rsin((rlt(g120089[(k0 * 2 + 0) % 5], (real)0.605) ? a : d1))) + d0;
}
