// {"seed": 100028, "lang": "c", "active": ["x", "a", "s", "z", "b"], "setting": {"way": {"level":"O1"}, "mode": "split", "width": 1}}
// the halves of a split derivative had a shadow of g each, and the tape kept addresses of the first
static real g100028[5];
ENTRY real p100028(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
real d0 = (a * rsin(a));
for (int i = 0; i < 5; ++i) g100028[i] = x[i] * (real)0.5;
{ real *p8 = x, *q9 = g100028;
for (int i11 = 0; i11 < 3; ++i11) {
for (int i12 = 0; i12 < 5; ++i12) q9[i12] = rsin(g100028[i12]) + p8[i12];
real *t10 = p8; p8 = q9; q9 = t10; } }
return d0;
}
