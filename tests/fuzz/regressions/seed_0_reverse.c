// {"seed": 0, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": "O2", "order": "scalar", "poison": true}, "mode": "reverse", "width": 1}}
// crash the process died with status -6
static real h0_1(real u, real v, int k)
{

{

}
return (real)0.75;
}
static real h0_2(real *p, real *q, int m, real u)
{

{

}
return (real)0.75;
}
ENTRY real p0(real *RESTRICT x, real32 *RESTRICT z, struct S *RESTRICT s, real a, real32 b, const int *ix, int n)
{
int k0 = ix[1];
int k1 = ix[4];
real d0 = (s->u / ((real)1.5 + rcos(s->u)));
real32 e0 = (real32)d0;
real32 e1 = ((k0 < 3) ? e0 : b);
{
s->u -= (real)0.5 * d0;
for (int i5 = 0; i5 < n; ++i5) {
{ struct node *t7 = 0, *c6;
for (int i8 = 0; i8 < 4; ++i8) {
c6 = (struct node *)malloc(sizeof(struct node));
c6->value = (real)1.369; c6->next = t7; t7 = c6; }
for (c6 = t7; c6; c6 = c6->next) d0 = ((c6->value * rsin(x[k1])) * (real)0.5 + h0_1(s->u, a, (i5 + 1)) * (real)0.25);
while (t7) { c6 = t7->next; free(t7); t7 = c6; } }
{ real v9 = h0_2(x, x, n, ratan2(x[k0], (real)1.5 + rcos(x[(i5 + 1) % n]))); d0 += rtanh(v9); }
}
for (int i10 = 0; i10 < n; ++i10) {
z[(k1 * 3 + 3) % 4] = z[(k1 * 3 + 3) % 4] * (real32)0.5 + ffmin(fcos(b), ((k0 % 3 != 1) ? b : s->v));
{ real v11 = h0_2(x, x, n, rtanh(x[1])); d0 += rtanh(v11); }
d0 = rsin(((ratan(a) + (x[k0] + d0)) * h0_1((real)1.068, x[(i10 > 0 ? i10 - 1 : 0)], k1))) / ((real)1.0 + rsin(((ratan(a) + (x[k0] + d0)) * h0_1((real)1.068, x[(i10 > 0 ? i10 - 1 : 0)], k1))) * rsin(((ratan(a) + (x[k0] + d0)) * h0_1((real)1.068, x[(i10 > 0 ? i10 - 1 : 0)], k1))));
}
x[(k0 * 1 + 3) % 6] += (real)0.375 * rcos(ratan2((-rerf(a)), (real)1.5 + rcos((rfmax(a, a) - rpow((real)1.25 + rsin(x[k0]), rcos(a))))));
}
return (real)ffmax(z[(k0 * 3 + 5) % 4], b) + d0;
}
