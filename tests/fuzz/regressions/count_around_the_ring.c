// {"seed": 304, "lang": "c", "active": ["a", "b", "s", "x"], "setting": {"way": {"level": "O2", "order": "before", "poison": true, "debug": false, "after": 1}, "mode": "reverse", "width": 1}}
// the count of a loop that is not entered went around the ring of 32 bits: no memory for its tape
static real g[5];
static real h2(real u, int k)
{
real d0 = u;
for (int i6 = 0; i6 <= k; ++i6) {
d0 += (real)0.375 * rcos(rtanh(d0));
}
return d0;
}
ENTRY real p304(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
for (int i = 0; i < 5; ++i) g[i] = x[i] * (real)0.5;
real d0 = rasinh(a);
for (int i14 = 0; i14 <= k0; ++i14) {
for (int i16 = 0; i16 < n; ++i16) {
g[(i14 * 2 + 1) % 5] -= (real)0.5 * ratan(h2(g[2], k1));
}
}
return g[(k0 * 3 + 0) % 5] + d0;
}
