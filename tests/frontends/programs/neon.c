// flags: --target=aarch64-linux-gnu -ffreestanding
// Another architecture: its vectors, calling convention, and atomics.
#include <arm_neon.h>
float32x4_t fused(float32x4_t a, float32x4_t b, float32x4_t c) { return vfmaq_f32(a, b, c); }
double summed(const double *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
float16_t half(float16_t a, float16_t b) { return a * b; }
struct hfa { double a, b, c; }; struct hfa made(struct hfa h) { h.a += h.b * h.c; return h; }
long double quad(long double a) { return a * a; }
int locked(int *p) { return __atomic_add_fetch(p, 1, __ATOMIC_ACQ_REL); }
uint8x16_t looked(uint8x16_t t, uint8x16_t i) { return vqtbl1q_u8(t, i); }
