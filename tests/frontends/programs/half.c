// Sixteen-bit floating point of both kinds.
typedef _Float16 h8 __attribute__((vector_size(16)));
_Float16 scaled(_Float16 a, float b) { return (_Float16)(a * b + 0.1f16); }
float dot(const _Float16 *a, const _Float16 *b, int n) { float s = 0; for (int i = 0; i < n; i++) s += (float)a[i] * (float)b[i]; return s; }
h8 doubled(h8 v) { return v + v * (_Float16)0.5; }
__bf16 brain(float x) { return (__bf16)x; }
float wide(__bf16 x) { return (float)x; }
int ordered(_Float16 a, _Float16 b) { return a < b; }
const _Float16 table[4] = {1.0f16, -0.0f16, 65504.0f16, 6e-8f16};
const __bf16 other[] = {(__bf16)1.5f, (__bf16)-3.0f};
