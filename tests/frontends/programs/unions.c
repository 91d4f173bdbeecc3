// The same bytes seen as several types.
#include <stdint.h>
union view { double d; uint64_t u; float f[2]; unsigned char bytes[8]; };
union tagged { struct { int kind; float x; } a; struct { int kind; double y; } b; };
double flipped(double x) { union view v = {.d = x}; v.u ^= UINT64_C(1) << 63; return v.d; }
float low(double x) { union view v; v.d = x; return v.f[0] + v.bytes[3]; }
double pick(union tagged t) { return t.a.kind ? t.a.x : t.b.y; }
union tagged made(int k, double x) { union tagged t; if (k) { t.a.kind = k; t.a.x = (float)x; } else { t.b.kind = 0; t.b.y = x; } return t; }
static const union view constants[] = {{.d = 1.0}, {.u = 42}, {.f = {1.0f, 2.0f}}};
double fixed(int i) { return constants[i].d; }
uint32_t rsqrt_bits(float x) { uint32_t i; __builtin_memcpy(&i, &x, 4); return 0x5f3759df - (i >> 1); }
