// {"seed": 1026, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {"level": null, "order": "before", "poison": true}, "mode": "nested", "width": 1}}
// a shadow of g and the shadow of g.sh, made for the order below, had the same name
static real g1026[5];
ENTRY real p1026(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
for (int i = 0; i < 5; ++i) g1026[i] = x[i] * (real)0.5;
real l = a;
for (int i4 = 0; i4 < n; ++i4) l /= ((real)2.25 + rcos(g1026[ix[i4] % 5]));
return l;
}
