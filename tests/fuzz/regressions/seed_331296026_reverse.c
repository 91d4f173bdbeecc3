// {"seed": 331296026, "lang": "c", "active": ["a", "s", "x", "z"], "setting": {"way": {"level": "O1", "order": "before", "poison": true, "debug": false, "after": 3, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[0]: np.float64(552.5643691064009), duals say np.float64(-76.2255876663317)
// lane 0: gradient[15]: np.float64(5.698616212453079), duals say np.float64(-0.1551673299241201)
static real g331296026[5];
ENTRY real p331296026(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
real l[4] = { a, x[1] };
for (int i = 0; i < 5; ++i) g331296026[i] = x[i] * (real)0.5;
real d0 = g331296026[(k1 * 2 + 3) % 5];
real d1 = ((real)-0.147 - (real)0.407);
real32 e0 = (real32)a;
real32 e1 = ffabs(e0);
{
{
memcpy(g331296026, x, 1 * sizeof(real));
}
}
return d0;
}
