// x86's own vector instructions, written by hand: choices, sums across, blends, rounding.
// rz: double reduced(const double x[n] in -2..2, const double y[n] in, int n=11)
// also: n=4
// flags: -mavx2 -mfma
#include <immintrin.h>

static double across(__m256d v)
{
    __m128d low = _mm256_castpd256_pd128(v), high = _mm256_extractf128_pd(v, 1);
    __m128d sum = _mm_hadd_pd(low, high);
    return _mm_cvtsd_f64(_mm_hadd_pd(sum, sum));
}

double reduced(const double *x, const double *y, int n)
{
    __m256d total = _mm256_setzero_pd();
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m256d a = _mm256_loadu_pd(x + i), b = _mm256_loadu_pd(y + i);
        __m256d top = _mm256_max_pd(a, _mm256_mul_pd(a, b));
        __m256d less = _mm256_cmp_pd(a, b, _CMP_LT_OQ);
        __m256d mixed = _mm256_blendv_pd(_mm256_addsub_pd(a, b), _mm256_fmaddsub_pd(a, b, a), less);
        __m256d whole = _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        total = _mm256_add_pd(total, _mm256_mul_pd(top, mixed));
        total = _mm256_add_pd(total, _mm256_and_pd(less, _mm256_mul_pd(whole, b)));
        total = _mm256_sub_pd(total, _mm256_hsub_pd(b, a));
    }
    double sum = across(total);
    for (; i < n; i++) {
        __m128d one = _mm_load_sd(x + i), other = _mm_load_sd(y + i);
        one = _mm_min_sd(_mm_mul_sd(one, other), _mm_max_sd(one, other));
        sum += _mm_cvtsd_f64(_mm_dp_pd(one, other, 0x11)) * (1 + _mm_comilt_sd(one, other));
    }
    return sum;
}
