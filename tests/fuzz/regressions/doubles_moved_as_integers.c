// {"seed": 308, "lang": "c", "active": ["z", "x", "s"], "setting": {"way": {"level": "O2"}, "mode": "reverse"}}
// a relative of floats_moved_as_integers.c: doubles, chosen by an index, and by a condition
ENTRY real p308(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
memcpy(x + 5, ix[0] > 2 ? x : x + 1, sizeof(real));
memmove(x + ix[1] % 3, x + ix[2] % 4, sizeof(real));
return a;
}
