// {"seed": 301, "lang": "c", "active": ["x", "a", "b"], "setting": {"way": {"level": "O1"}, "mode": "split"}}
// a relative of halves_share_shadows.c: the address of g is in a variable
static real g301[6], *at301;
static NOINLINE void on301(real u) { *at301 = rsin(*at301 + u) * u; ++at301; }
ENTRY real p301(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
for (int i = 0; i < 6; ++i) g301[i] = x[i] * (real)0.5;
at301 = g301;
for (int i = 0; i < n; ++i) on301(x[i] * a);
for (int i = 0; i < n; ++i) x[i] = g301[i] * (real)b;
return a + x[2] * x[3];
}
