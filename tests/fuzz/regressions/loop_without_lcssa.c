// {"seed": 158, "lang": "c", "active": ["a", "b", "s", "x"], "setting": {"way": {"level": "O1", "order": "scalar", "poison": true}, "mode": "reverse", "width": 1}}
// wrong by a little when loops were not in canonical form
ENTRY real p158(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real d0 = (a - x[(k0 * 2 + 1) % 6]);
real32 e0 = (real32)d0;
real32 e1 = (real32)((real)0.125 * (real)((k1 * 2 + 1) % 5));
{
{ real *q1 = 1 ? x : x;
{
for (int i2 = 0; i2 < n; ++i2) {
for (int i3 = 0; i3 < n; ++i3) {
d0 = (real)0.75 / ((real)1.0 + (real)0.75 * (real)0.75);
}
{
s->w[2] += (real)0.375 * rcos((d0 * q1[0]));
}
}
} }
}
return (real)0.75;
}
