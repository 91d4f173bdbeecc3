// {"seed": 306, "lang": "c", "active": ["z", "x", "s"], "setting": {"way": {"level": "O2"}, "mode": "reverse"}}
// floats that are only moved were refused, though their declaration says what they are
ENTRY real p306(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
memmove(z + 3, z, 1 * sizeof(real32));
memcpy(z + 1, z + 2, sizeof(real32));
return x[0];
}
