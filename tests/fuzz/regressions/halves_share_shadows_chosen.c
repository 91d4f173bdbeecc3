// {"seed": 302, "lang": "c", "active": ["x", "a", "s"], "setting": {"way": {"level": "O1"}, "mode": "split"}}
// a relative of halves_share_shadows.c: which of three a loop works on depends on data
static real g302[5], h302[5];
ENTRY real p302(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
for (int i = 0; i < 5; ++i) { g302[i] = x[i] * (real)0.5; h302[i] = rcos(x[i]); }
for (int j = 0; j < 4; ++j) {
real *p = ix[j] % 3 == 0 ? g302 : ix[j] % 3 == 1 ? h302 : x;
for (int i = 0; i < 5; ++i) p[i] = rsin(p[i] * a) + g302[(i + 1) % 5] * h302[i];
}
return g302[1] * h302[2] + x[3];
}
