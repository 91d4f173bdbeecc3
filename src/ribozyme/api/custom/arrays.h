#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What rules over arrays are made of. Matrices are row by row. */

#define IN static inline __attribute__((unused))
void RZ_throw(int code, const char *message) __asm__("rz.throw");

IN RZ_t *RZ_room(long count) {
  return malloc((count > 0 ? count : 1) * sizeof(RZ_t));
}

IN RZ_t *RZ_copy(const RZ_t *of, long count) {
  RZ_t *made = RZ_room(count);
  for (long i = 0; i < count; i++) made[i] = of[i];
  return made;
}

/* An array that has no shadow is not active: zeros. */
IN RZ_t *RZ_tangent(const RZ_t *of, long count) {
  RZ_t *made = RZ_room(count);
  for (long i = 0; i < count; i++) made[i] = of ? of[i] : 0;
  return made;
}

IN RZ_t *RZ_taken(RZ_t *of, long count) {
  RZ_t *made = RZ_tangent(of, count);
  for (long i = 0; of && i < count; i++) of[i] = 0;
  return made;
}

IN void RZ_put(RZ_t *to, const RZ_t *from, long count) {
  for (long i = 0; to && i < count; i++) to[i] = from[i];
}

IN void RZ_apart(const RZ_t *a, long m, const RZ_t *b, long n) {
  if (m > 0 && n > 0 && a < b + n && b < a + m)
    RZ_throw(2, "arrays of a function with a rule overlap: the rule does not hold there");
}

IN RZ_t RZ_dot(long n, const RZ_t *a, const RZ_t *b) {
  RZ_t sum = 0;
  for (long i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

IN RZ_t RZ_total(long n, const RZ_t *a) {
  RZ_t sum = 0;
  for (long i = 0; i < n; i++) sum += a[i];
  return sum;
}

IN RZ_t RZ_trace(long n, const RZ_t *a) {
  RZ_t sum = 0;
  for (long i = 0; i < n; i++) sum += a[i * n + i];
  return sum;
}

IN void RZ_matmul(long m, long k, long n, const RZ_t *a, const RZ_t *b, RZ_t *c) {
  for (long i = 0; i < m; i++) {
    for (long j = 0; j < n; j++) c[i * n + j] = 0;
    for (long l = 0; l < k; l++)
      for (long j = 0; j < n; j++) c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

IN void RZ_T(long m, long n, const RZ_t *a, RZ_t *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) c[j * m + i] = a[i * n + j];
}

IN void RZ_outer(long m, long n, const RZ_t *a, const RZ_t *b, RZ_t *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) c[i * n + j] = a[i] * b[j];
}

IN void RZ_tril(long m, long n, const RZ_t *a, RZ_t *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) c[i * n + j] = j <= i ? a[i * n + j] : 0;
}

IN void RZ_triu(long m, long n, const RZ_t *a, RZ_t *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) c[i * n + j] = j >= i ? a[i * n + j] : 0;
}

IN void RZ_eye(long n, RZ_t *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) c[i * n + j] = i == j;
}

IN void RZ_spread(long n, const RZ_t *a, RZ_t *c) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) c[i * n + j] = i == j ? a[i] : 0;
}

IN void RZ_diagonal(long n, const RZ_t *a, RZ_t *c) {
  for (long i = 0; i < n; i++) c[i] = a[i * n + i];
}

/* a·x = b for k columns, by elimination with row exchanges. */
static __attribute__((unused)) void RZ_solved(long n, long k, const RZ_t *a, const RZ_t *b,
                                              RZ_t *x) {
  RZ_t *f = RZ_copy(a, n * n);
  for (long i = 0; i < n * k; i++) x[i] = b[i];
  for (long p = 0; p < n; p++) {
    long best = p;
    for (long i = p + 1; i < n; i++)
      if (fabs(f[i * n + p]) > fabs(f[best * n + p])) best = i;
    for (long j = 0; best != p && j < n; j++) {
      RZ_t one = f[p * n + j];
      f[p * n + j] = f[best * n + j];
      f[best * n + j] = one;
    }
    for (long j = 0; best != p && j < k; j++) {
      RZ_t one = x[p * k + j];
      x[p * k + j] = x[best * k + j];
      x[best * k + j] = one;
    }
    for (long i = p + 1; i < n; i++) {
      RZ_t factor = f[i * n + p] / f[p * n + p];
      for (long j = p; j < n; j++) f[i * n + j] -= factor * f[p * n + j];
      for (long j = 0; j < k; j++) x[i * k + j] -= factor * x[p * k + j];
    }
  }
  for (long p = n - 1; p >= 0; p--)
    for (long j = 0; j < k; j++) {
      for (long i = p + 1; i < n; i++) x[p * k + j] -= f[p * n + i] * x[i * k + j];
      x[p * k + j] /= f[p * n + p];
    }
  free(f);
}
