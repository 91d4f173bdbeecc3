// {"seed": 307, "lang": "c", "active": ["z", "x", "s"], "setting": {"way": {"level": "O2"}, "mode": "reverse"}}
// a relative of floats_moved_as_integers.c: two at once, in a loop, and through a local
ENTRY real p307(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
real32 w[2];
for (int i = 0; i < s->k; ++i) {
memcpy(w, z, 2 * sizeof(real32));
memmove(z, z + 1, 2 * sizeof(real32));
memcpy(z + 2, w, 2 * sizeof(real32));
}
return x[0] * x[1];
}
