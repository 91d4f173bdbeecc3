// {"seed": 305, "lang": "c", "active": ["x", "a"], "setting": {"way": {"level": "O2"}, "mode": "reverse"}}
// relatives of count_around_the_ring.c: unsigned, by threes, downwards, up to one of two bounds
ENTRY real p305(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
real d = a;
unsigned most = (unsigned)ix[2] & 3u;
for (int j = 0; j < n; ++j)
for (int k = 0; k < s->k; ++k) {
for (unsigned i = 0; i != most; ++i) d = rsin(d * x[i]);
for (int i = 0; i != (ix[1] - ix[1] % 3); i += 3) d = rcos(d) * x[i];
for (int i = ix[3]; i > ix[4]; --i) d = rtanh(d + x[i]);
for (int i = 0; i < (ix[5] > 2 ? ix[0] : ix[1] - 4); ++i) d = rsin(d) * x[i];
}
return d;
}
