// {"seed": 130127, "lang": "c", "active": ["z"], "setting": {"way": {"level": "O0", "order": "before", "poison": false, "debug": true, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[6]: np.float64(-0.014649569988250732), duals say np.float64(-0.014649540185928345)
ENTRY real p130127(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{

{
for (int i7 = 0; i7 < n; ++i7) {
{
memmove(z + 1, z, 3 * sizeof(real32));
}
}
}
return (real)0.75;
}
