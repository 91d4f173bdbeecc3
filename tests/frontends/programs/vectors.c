// Vector types of the language: arithmetic, comparison, shuffle, conversion, elements, odd widths.
typedef float f4 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef int i4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef float f3 __attribute__((ext_vector_type(3)));
typedef _Bool m8 __attribute__((ext_vector_type(8)));
typedef int i8 __attribute__((ext_vector_type(8)));
f4 fused(f4 a, f4 b, f4 c) { return a * b + c - 2.0f; }
i4 less(f4 a, f4 b) { return a < b; }
f4 chosen(f4 a, f4 b) { i4 m = a > b; return (f4)(((i4)a & m) | ((i4)b & ~m)); }
f4 reversed(f4 a, f4 b) { return __builtin_shufflevector(a, b, 3, 2, -1, 4); }
d4 widened(f4 a) { return __builtin_convertvector(a, d4); }
float element(f4 a, int i) { a[i & 3] += 1.0f; return a[2]; }
f3 crossed(f3 a, f3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; }
b16 shifted(b16 a) { return (a << 1) | (a >> 7) | (b16){1, 2, 3}; }
int masked(i8 a, i8 b) { m8 m = __builtin_convertvector(a > b, m8); return m[3]; }
float summed(const f4 *p, int n) { f4 s = {0}; for (int i = 0; i < n; i++) s += p[i]; return s[0] + s[1] + s[2] + s[3]; }
i4 folded(i4 a) { return a / (i4){3, 5, -7, 9} % 4 + (a == (i4){0}); }
float reduced(i8 v) { return (float)(__builtin_reduce_add(v) + __builtin_reduce_max(v)); }
const d4 table[2] = {{1, 2, 3, 4}, {-1.5}};
