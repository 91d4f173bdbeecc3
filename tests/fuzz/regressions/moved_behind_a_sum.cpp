// {"seed": 331296007, "lang": "c++", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O2", "order": "before", "poison": true, "debug": true, "after": 1, "shake": 0}, "mode": "split", "width": 1}}
// gradients that merged loops had given early were cleared by the move behind them
static real g331296007[5];
static void h331296007_1(real *o, real32 *f, real u, real32 v)
{

{
{ auto f1 = [&](real t2) { (*o) += (real)0.25 * rsin(t2); return rhypot(rlog1p(t2 * t2), (real)1.0 + ((*o) / ((real)1.5 + rcos(t2))) * ((*o) / ((real)1.5 + rcos(t2)))); };
real t2b = f1(rsin(u)); (*o) = rtanh(t2b) + rcos(f1(t2b)); }
(*o) += (real)0.375 * rcos((*o));
{ int i3 = -1; do { ++i3; (*o) = (*o) + (real)0.4375; {
(*o) += (real)0.375 * rcos(rtanh((real)flog1p((*f) * (*f))));
} } while (i3 + 1 < 7 && (rlt(u, (real)0.451) && !rlt(u, (real)0.500))); }
}
}
ENTRY real p331296007(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real l[7] = { a, x[1] };
for (int i = 0; i < 5; ++i) g331296007[i] = x[i] * (real)0.5;
real d0 = g331296007[(k0 * 2 + 2) % 5];
real d1 = (flt(z[3], (real32)1.658) ? d0 : a);
real d2 = ratan2(d0, (real)1.5 + rcos(d0));
real32 e0 = ffmax(b, b);
{
for (int i4 = 0; i4 <= k0; ++i4) {
for (real *q5 = g331296007; q5 < g331296007 + 5; ++q5) {
e0 += (real32)0.375 * fcos(((b - e0) * (real32)0.5 + fsqrt((real32)1.0 + (real32)-1.624 * (real32)-1.624) * (real32)0.25));
d1 = rsin(rtanh((x[i4] - rtanh(d2)))) / ((real)1.0 + rsin(rtanh((x[i4] - rtanh(d2)))) * rsin(rtanh((x[i4] - rtanh(d2)))));
}
memmove(g331296007 + 1, g331296007, 4 * sizeof(real));
}
e0 = fsin(ffmin(((k1 % 2 == 0) ? z[(k1 * 1 + 4) % 4] : e0), ffmax(s->v, (real32)0.117)));
if ((k1 % 2 == 0)) {
g331296007[(k1 * 3 + 4) % 5] = (real)0.25 * g331296007[(k1 * 3 + 4) % 5] + rtanh(l[5 - k0]);
l[1] += (real)0.375 * rcos((rlt((real)0.07, l[k0]) ? rlog(l[k0]) : g331296007[(k0 * 2 + 2) % 5]));
}
}
return ratan2(rfma((real)1.762, (real)-0.271, ((real)0.125 * (real)((k1 * 2 + 1) % 5))), (real)1.5 + rcos(d1)) + d0;
}
