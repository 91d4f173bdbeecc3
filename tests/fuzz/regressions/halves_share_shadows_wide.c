// {"seed": 303, "lang": "c", "active": ["x", "a"], "setting": {"way": {"level": "O2"}, "mode": "split", "width": 4}}
// a relative of halves_share_shadows.c: four directions at once, and a list through g
static struct { real v; real *next; } g303[4];
ENTRY real p303(real *x, real32 *z, struct S *s, real a, real32 b, const int *ix, int n)
{
for (int i = 0; i < 4; ++i) { g303[i].v = x[i] * a; g303[i].next = &g303[(i * 3 + 1) % 4].v; }
for (int j = 0; j < n; ++j)
for (int i = 0; i < 4; ++i) *g303[i].next = rsin(g303[i].v) + x[j] * *g303[i].next;
return g303[1].v * g303[2].v;
}
