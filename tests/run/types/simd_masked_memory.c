// x86's own masked loads and stores, gathers, and shuffles by a table.
// rz: void moved(const double x[m] in, const int at[4] below 9, double y[m] out, int m=9, int n=3)
// also: n=0
// also: n=4
// flags: -mavx2
#include <immintrin.h>

void moved(const double *x, const int *at, double *y, int m, int n)
{
    __m256i first = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
    __m256d part = _mm256_maskload_pd(x, first);
    __m256d far = _mm256_i32gather_pd(x, _mm_loadu_si128((const __m128i *)at), 8);
    __m256d turned = _mm256_permutevar_pd(far, _mm256_setr_epi64x(2, 0, 0, 2));
    for (int k = 0; k < m; k++)
        y[k] = 0.5 * x[k] * k;
    _mm256_maskstore_pd(y + m - 4, first, _mm256_mul_pd(_mm256_add_pd(part, far), turned));
}
