// {"seed": 121085, "lang": "c", "active": ["a", "b", "s", "x"], "setting": {"way": {"level": null, "order": "before", "poison": true, "debug": true, "after": 1, "shake": 300534}, "mode": "split", "width": 1}}
// mismatch lane 0: gradient[0]: np.float64(-0.0022929252360851184), duals say np.float64(-0.002332060671765738)
ENTRY real p121085(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
real d0 = rexp(rsin(a));
real32 e0 = (z[(k0 * 1 + 4) % 4] * fsin(b));
{
{
{
for (int i5 = 0; i5 <= k0; ++i5) {
x[0] /= ((real)2.25 + rcos(x[i5]));
}
}
}
}
return (real)0.75;
}
