// {"seed": 101062, "lang": "c", "active": ["z", "x", "b", "s", "a"], "setting": {"way": {"level": "O2", "poison": true}, "mode": "reverse", "width": 1}}
// the square root that a condition keeps from being used: NaN
ENTRY real p101062(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
real d0 = x[(k1 * 1 + 3) % 6];
{
{
{ real m2[2][3];
for (int i3 = 0; i3 < 2; ++i3)
for (int i4 = 0; i4 < 3; ++i4) m2[i3][i4] = (rlt((real)0.07, a) ? rsqrt(a) : s->w[0]);
for (int i4 = 0; i4 < 3; ++i4) for (int i3 = 1; i3 < 2; ++i3)
m2[i3][i4] += m2[i3 - 1][(i4 + 1) % 3] * rsin((real)0.75);
d0 += rtanh(m2[1][0] + m2[0][2]); }
}
}
return (real)0.75 + d0;
}

