// {"seed": 28, "lang": "c", "active": ["a", "b", "s", "x", "z"], "setting": {"way": {}, "mode": "reverse"}}
// a copy of eight bytes is an i64; its shadow was stored over the cotangent of where it went
ENTRY real p28(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
int k1 = ix[4];
real d0 = ((real)1.500 * x[k1]);
memmove(x + 4, x, 1 * sizeof(real));
return (real)0.75 + d0;
}
