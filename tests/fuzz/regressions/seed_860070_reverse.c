// {"seed": 860070, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O3", "order": "twice", "poison": false, "debug": false, "after": 1, "shake": 889637}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[15]: np.float64(nan), duals say np.float64(1.744026916487426)
ENTRY real p860070(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
real d0 = x[(k1 * 2 + 0) % 6];
{
{ struct cell c31[2]; c31[0].place = (0) % 8; c31[0].turn = 1; c31[0].step = (0) % 6;
c31[0].v = (real)0.75; c31[0].f = (real32)0.75; c31[1] = c31[0]; c31[1].turn += c31[0].place % 3;
{
{
for (int i34 = 0; i34 <= (int)c31[0].place; ++i34) {
d0 = (rlt((real)0.07, a) ? rsqrt(a) : x[0]) / ((real)1.0 + (rlt((real)0.07, a) ? rsqrt(a) : x[0]) * (rlt((real)0.07, a) ? rsqrt(a) : x[0]));
}
}
}
c31[0] = c31[c31[1].turn % 2];
d0 += (real)0.5 * c31[0].v + (real)c31[1].f; }
}
return (real)0.75 + d0;
}
