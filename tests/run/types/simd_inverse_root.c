// The rough inverse square root of x86 with a Newton step, as n-body codes have it.
// rz: float potential(const float x[n] in 1..3, int n=12)
// also: n=8
// flags: -mavx2
#ifndef REAL
#include <immintrin.h>
#define REAL float

static __m256 inverse_root(__m256 a)
{
    __m256 r = _mm256_rsqrt_ps(a), half = _mm256_mul_ps(_mm256_set1_ps(0.5f), r);
    return _mm256_mul_ps(half, _mm256_sub_ps(_mm256_set1_ps(3), _mm256_mul_ps(a, _mm256_mul_ps(r, r))));
}

float potential(const float *x, int n)
{
    __m256 total = _mm256_setzero_ps();
    int i = 0;
    for (; i + 8 <= n; i += 8)
        total = _mm256_add_ps(total, inverse_root(_mm256_loadu_ps(x + i)));
    __m128 sum = _mm_add_ps(_mm256_castps256_ps128(total), _mm256_extractf128_ps(total, 1));
    sum = _mm_dp_ps(sum, _mm_set1_ps(1), 0xf1);
    for (; i < n; i++) {
        __m128 a = _mm_load_ss(x + i), r = _mm_rcp_ss(a);
        sum = _mm_add_ss(sum, _mm_mul_ss(r, _mm_sub_ss(_mm_set_ss(2), _mm_mul_ss(a, r))));
    }
    return _mm_cvtss_f32(sum);
}
#else
#include <math.h>

REAL potential(const REAL *x, int n)
{
    REAL total = 0;
    for (int i = 0; i < n; i++)
        total += i < n / 8 * 8 ? 1 / sqrt(x[i]) : 1 / x[i];
    return total;
}
#endif
