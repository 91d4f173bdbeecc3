// {"seed": 830329, "lang": "c++", "active": ["b", "s", "x", "z"], "setting": {"way": {"level": null, "order": "scalar", "poison": true, "debug": false, "after": 3, "shake": 0}, "mode": "reverse", "width": 1}}
// mismatch lane 0: gradient[1]: np.float64(0.10118958204063144), duals say np.float64(1.060791947286021)
// lane 0: gradient[2]: np.float64(1.627132211427552), duals say np.float64(2.490130771249085)
// lane 0: gradient[4]: np.float64(0.10118958204063144), duals say np.float64(0.0)
// lane 0: gradient[5]: np.float64(0.7640111053167269), duals say np.float64(0.0)
static NOINLINE real h830329_1(real u, real v, int k)
{
real d0 = ratan(v);
real d1 = rfabs(v);
real d2 = (rlt((real)0.07, u) ? rsqrt(u) : d0);
real32 e0 = ffabs((real32)-1.407);
{
for (int i10 = 0; i10 < 4 && (k > 1); ++i10) { d0 = d0 + (real)0.4375; {
d1 -= (real)0.5 * rfmax((-((real)0.125 * (real)(k))), rexp(-(rasinh(d2) * rasinh(d2))));
d1 *= ((real)0.875 + (real)0.25 * rsin(ratan(d2)));
} }
}
return u + d0;
}
static NOINLINE real h830329_2(real u, real v, int k)
{
real d0 = u;
real d1 = v;
real d2 = (real)(real32)-1.006;
real32 e0 = ((real32)0.458 * (real32)0.688);
{
d1 = (real)0.25 * d1 + rtanh((real)1.762);
}
return (real)ffmax(e0, e0) + d0;
}
ENTRY real p830329(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real d0 = (x[k0] * (real)0.5 + a * (real)0.25);
real d1 = (s->w[1] - x[(k0 * 3 + 1) % 6]);
real d2 = (a * (real)0.5 + a * (real)0.25);
real32 e0 = (real32)(real)-1.639;
real32 e1 = (real32)a;
{
if (rlt((real)0.393, (rsqrt((real)1.0 + d1 * d1) * h830329_1(x[(k1 * 3 + 3) % 6], d1, (k0) % 6)))) {
{ struct node *t12 = 0, *c11;
for (int i13 = 0; i13 < 3; ++i13) {
c11 = (struct node *)malloc(sizeof(struct node));
c11->value = (real)(e1 * (real32)0.5 + z[i13 + 1] * (real32)0.25); c11->next = t12; t12 = c11; }
for (c11 = t12; c11; c11 = c11->next) d2 = ((d2 - d1) - rasinh(a));
while (t12) { c11 = t12->next; free(t12); t12 = c11; } }
}
memmove(x + 3, x, 3 * sizeof(real));
{ std::function<real(real)> f14 = [&](real t15) { return x[(k0 * 2 + 2) % 6]; };
if ((k0 % 2 == 0)) f14 = [f14](real t15) { return (real)0.5 * f14(t15) + rsin(t15); };
d0 = rtanh(f14(d0)) + (real)0.25 * f14((real)0.75); }
}
return rexp(rsin((x[(k0 * 3 + 3) % 6] + s->u))) + d0;
}
