// {"seed": 140355, "lang": "c", "active": ["b", "s", "x", "z"], "setting": {"way": {"level": null, "order": "reference", "poison": true, "debug": false, "after": 3, "shake": 0}, "mode": "split", "width": 1}}
// mismatch primal[15]: np.float64(-1.8791229944092838), duals say np.float64(-1.5894813873282672)
// lane 0: gradient[2]: np.float64(-0.5551006469770507), duals say np.float64(-1.2619219778500879)
// lane 0: gradient[3]: np.float64(-1.3867147744441328), duals say np.float64(-2.3314794248850013)
// lane 0: gradient[4]: np.float64(-1.8505295297180187), duals say np.float64(-2.7466478880390586)
static struct T h140355_3(struct T t, real u)
{

{
t.p = t.p * (real)0.5 + (real)0.75;
}
return t;
}
ENTRY real p140355(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
struct T st0; st0.tag = 1; st0.p = a; st0.q = b;
struct T st1 = st0;
real d0 = (a - x[(k1 * 1 + 3) % 6]);
{
for (int i2 = 0; i2 < 3; ++i2) {
{ real m3[3][3];
for (int i4 = 0; i4 < 3; ++i4)
for (int i5 = 0; i5 < 3; ++i5) m3[i4][i5] = st0.p;
for (int i5 = 0; i5 < 3; ++i5) for (int i4 = 1; i4 < 3; ++i4)
m3[i4][i5] += m3[i4 - 1][(i5 + 1) % 3] * rsin((real)0.75);
d0 += rtanh(m3[2][0] + m3[0][2]); }
st0 = h140355_3(st1, (real)0.75);
}
}
return (real)0.75 + d0;
}
