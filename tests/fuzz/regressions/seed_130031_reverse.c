// {"seed": 130031, "lang": "c", "active": ["a", "b", "s", "z"], "setting": {"way": {"level": "O2", "order": "before", "poison": false, "debug": true, "after": 1, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[7]: np.float64(1.049699068069458), duals say np.float64(1.764330571509543)
ENTRY real p130031(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
memmove(z + 2, z, 2 * sizeof(real32));
for (int i7 = 2; i7 >= 0; --i7) {
z[i7 + 1] += (real32)0.375 * fcos((real32)0.75);
}
return (real)0.75;
}
