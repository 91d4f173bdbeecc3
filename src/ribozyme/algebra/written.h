/* Routines whose derivatives are written down: vectors, and the factorisation of Cholesky. */

#ifdef HAS_dot
T dot_before(long n, const T *x, T *x_sh, long ldx, const T *y, T *y_sh, long ldy) {
  T sum = 0;
  if (x_sh) sum += DOT(n, x_sh, ldx, y, ldy);
  if (y_sh) sum += DOT(n, x, ldx, y_sh, ldy);
  return sum;
}

typedef struct {
  const T *x, *y;
  long ldx, ldy;
} KeptDot;

T dot_aug(long n, const T *x, T *x_sh, long ldx, const T *y, T *y_sh, long ldy, void **frame,
          void *arena) {
  KeptDot *kept = rz_keep(arena, sizeof(KeptDot));
  *frame = kept;
  int x_stays = (long)frame[1] >> 1 & 1, y_stays = (long)frame[1] >> 3 & 1;
  kept->x = !y_sh ? 0 : x_stays ? x : kept_vector(arena, n, x, ldx);
  kept->y = !x_sh ? 0 : y_stays ? y : kept_vector(arena, n, y, ldy);
  kept->ldx = x_stays ? ldx : 1, kept->ldy = y_stays ? ldy : 1;
  return dot(n, x, ldx, y, ldy);
}

void dot_pull(long n, const T *x, T *x_sh, long ldx, const T *y, T *y_sh, long ldy, T seed,
              void **frame, void *arena) {
  KeptDot *kept = *frame;
  if (x_sh) AXPY(n, seed, kept->y, kept->ldy, x_sh, ldx);
  if (y_sh) AXPY(n, seed, kept->x, kept->ldx, y_sh, ldy);
}
#endif

#ifdef HAS_nrm2
/* At zero the norm has the subgradient zero. */
R nrm2_before(long n, const T *x, T *x_sh, long ldx) {
  R norm = x_sh ? nrm2(n, x, ldx) : 0;
  return norm == 0 ? 0 : re(inner_vector(n, x, ldx, x_sh, ldx)) / norm;
}

typedef struct {
  R norm;
  T *x;
} KeptNorm;

R nrm2_aug(long n, const T *x, T *x_sh, long ldx, void **frame, void *arena) {
  KeptNorm *kept = rz_keep(arena, sizeof(KeptNorm));
  *frame = kept;
  kept->x = x_sh ? kept_vector(arena, n, x, ldx) : 0;
  return kept->norm = nrm2(n, x, ldx);
}

void nrm2_pull(long n, const T *x, T *x_sh, long ldx, R seed, void **frame, void *arena) {
  KeptNorm *kept = *frame;
  if (x_sh && kept->norm != 0) AXPY(n, seed / kept->norm, kept->x, 1, x_sh, ldx);
}
#endif

#ifdef HAS_asum
IN R sign_of(R x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
#ifdef COMPLEX
IN T sign(T x) { return __builtin_complex(sign_of(__real__ x), sign_of(__imag__ x)); }
#else
IN T sign(T x) { return sign_of(x); }
#endif

R asum_before(long n, const T *x, T *x_sh, long ldx) {
  R sum = 0;
  if (!x_sh || ldx <= 0) return sum;
  for (long i = 0; i < n; i++) sum += re(cj(sign(x[i * ldx])) * x_sh[i * ldx]);
  return sum;
}

R asum_aug(long n, const T *x, T *x_sh, long ldx, void **frame, void *arena) {
  *frame = x_sh ? kept_vector(arena, n, x, ldx) : 0;
  return asum(n, x, ldx);
}

void asum_pull(long n, const T *x, T *x_sh, long ldx, R seed, void **frame, void *arena) {
  T *kept = *frame;
  if (!x_sh || ldx <= 0) return;
  for (long i = 0; i < n; i++) x_sh[i * ldx] += seed * sign(kept[i]);
}
#endif

#ifdef HAS_scal
void scal_before(long n, const T *alpha, T *alpha_sh, T *x, T *x_sh, long ldx) {
  if (!x_sh || ldx <= 0) return;
  SCAL(n, *alpha, x_sh, ldx);
  if (alpha_sh) AXPY(n, *alpha_sh, x, ldx, x_sh, ldx);
}

typedef struct {
  T alpha, *x;
} KeptScal;

void scal_aug(long n, const T *alpha, T *alpha_sh, T *x, T *x_sh, long ldx, void **frame,
              void *arena) {
  KeptScal *kept = rz_keep(arena, sizeof(KeptScal));
  *frame = kept;
  kept->alpha = *alpha;
  kept->x = alpha_sh ? kept_vector(arena, n, x, ldx) : 0;
  scal(n, alpha, x, ldx);
}

void scal_pull(long n, const T *alpha, T *alpha_sh, T *x, T *x_sh, long ldx, void **frame,
               void *arena) {
  KeptScal *kept = *frame;
  if (!x_sh || ldx <= 0) return;
  if (alpha_sh) *alpha_sh += inner_vector(n, kept->x, 1, x_sh, ldx);
  SCAL(n, cj(kept->alpha), x_sh, ldx);
}
#endif

#ifdef HAS_copy
void copy_before(long n, const T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy) {
  if (!y_sh) return;
  apart(y, 1, n, ldy, x, 1, n, ldx);
  if (x_sh)
    COPY(n, x_sh, ldx, y_sh, ldy);
  else
    filled('A', 1, n, 0, y_sh + begin(n, ldy), ldy);
}

void copy_aug(long n, const T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, void **frame,
              void *arena) {
  if (y_sh) apart(y, 1, n, ldy, x, 1, n, ldx);
  *frame = 0;
  copy(n, x, ldx, y, ldy);
}

void copy_pull(long n, const T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, void **frame,
               void *arena) {
  if (!y_sh) return;
  if (x_sh) AXPY(n, 1, y_sh, ldy, x_sh, ldx);
  filled('A', 1, n, 0, y_sh + begin(n, ldy), ldy);
}
#endif

#ifdef HAS_swap
static void swapped(long n, T *x_sh, long ldx, T *y_sh, long ldy) {
  if (x_sh && y_sh)
    SWAP(n, x_sh, ldx, y_sh, ldy);
  else if (x_sh || y_sh)
    rz_throw(2, "RZ407 one of two vectors that change places is inactive here");
}

void swap_before(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy) {
  apart(y, 1, n, ldy, x, 1, n, ldx);
  swapped(n, x_sh, ldx, y_sh, ldy);
}

void swap_aug(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, void **frame, void *arena) {
  apart(y, 1, n, ldy, x, 1, n, ldx);
  *frame = 0;
  swap(n, x, ldx, y, ldy);
}

void swap_pull(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, void **frame,
               void *arena) {
  swapped(n, x_sh, ldx, y_sh, ldy);
}
#endif

#ifdef HAS_rot
/* x = c x + s y, y = c y - s x. */
void rot_before(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, const T *c, T *c_sh,
                const T *s, T *s_sh) {
  if (!x_sh && !y_sh) return;
  apart(y, 1, n, ldy, x, 1, n, ldx);
  if (!x_sh || !y_sh) rz_throw(2, "RZ407 one of two vectors that are rotated is inactive here");
  ROT(n, x_sh, ldx, y_sh, ldy, *c, *s);
  if (c_sh) added_vector(n, *c_sh, x, ldx, x_sh, ldx), added_vector(n, *c_sh, y, ldy, y_sh, ldy);
  if (s_sh) added_vector(n, *s_sh, y, ldy, x_sh, ldx), added_vector(n, -*s_sh, x, ldx, y_sh, ldy);
}

typedef struct {
  T c, s, *x, *y;
} KeptRot;

void rot_aug(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, const T *c, T *c_sh,
             const T *s, T *s_sh, void **frame, void *arena) {
  KeptRot *kept = rz_keep(arena, sizeof(KeptRot));
  *frame = kept;
  apart(y, 1, n, ldy, x, 1, n, ldx);
  kept->c = *c, kept->s = *s;
  kept->x = c_sh || s_sh ? kept_vector(arena, n, x, ldx) : 0;
  kept->y = c_sh || s_sh ? kept_vector(arena, n, y, ldy) : 0;
  rot(n, x, ldx, y, ldy, c, s);
}

void rot_pull(long n, T *x, T *x_sh, long ldx, T *y, T *y_sh, long ldy, const T *c, T *c_sh,
              const T *s, T *s_sh, void **frame, void *arena) {
  KeptRot *kept = *frame;
  if (!x_sh && !y_sh) return;
  if (!x_sh || !y_sh) rz_throw(2, "RZ407 one of two vectors that are rotated is inactive here");
  if (c_sh)
    *c_sh += inner_vector(n, kept->x, 1, x_sh, ldx) + inner_vector(n, kept->y, 1, y_sh, ldy);
  if (s_sh)
    *s_sh += inner_vector(n, kept->y, 1, x_sh, ldx) - inner_vector(n, kept->x, 1, y_sh, ldy);
  ROT(n, x_sh, ldx, y_sh, ldy, kept->c, -kept->s);
}
#endif

#ifdef HAS_potrf
#ifdef COMPLEX
#define HERM HEMM
#else
#define HERM SYMM
#endif

/* The lower triangle with half the diagonal, zeros above. */
static void halved(long n, T *A, long lda) {
  for (long j = 0; j < n; j++) {
    for (long i = 0; i < j; i++) A[i + j * lda] = 0;
    A[j + j * lda] = re(A[j + j * lda]) / 2; /* that of a Hermitian matrix is real */
  }
}

/* The other triangle of a Hermitian matrix of which the lower one is there. */
static void mirrored(long n, T *A, long lda) {
  for (long j = 0; j < n; j++) {
    for (long i = 0; i < j; i++) A[i + j * lda] = cj(A[j + i * lda]);
    A[j + j * lda] = re(A[j + j * lda]);
  }
}

/* A factor as a lower triangle, and back. */
static T *lowered(int uplo, long n, const T *A, long lda) {
  if (uplo == 'L') return whole('L', n, A, lda);
  T *found = zeros(n, n);
  for (long j = 0; j < n; j++)
    for (long i = 0; i <= j; i++) found[j + i * n] = cj(A[i + j * lda]);
  return found;
}

static void put_back(int uplo, long n, const T *L, T *A, long lda) {
  for (long j = 0; j < n; j++)
    for (long i = j; i < n; i++)
      if (uplo == 'L')
        A[i + j * lda] = L[i + j * n];
      else
        A[j + i * lda] = cj(L[i + j * n]);
}

/* L' = L Φ(L⁻¹ A' L⁻ᴴ), where Φ takes the lower triangle with half the diagonal. */
int potrf_after(int uplo, long n, T *A, T *A_sh, long ldA, int info) {
  if (!A_sh || n <= 0) return 0;
  if (info) {
    filled(uplo, n, n, (T)__builtin_nan(""), A_sh, ldA);
    return 0;
  }
  T *L = lowered(uplo, n, A, ldA), *S = lowered(uplo, n, A_sh, ldA);
  mirrored(n, S, n);
  TRSM('L', 'L', 'N', 'N', n, n, 1, L, n, S, n);
  TRSM('R', 'L', H, 'N', n, n, 1, L, n, S, n);
  halved(n, S, n);
  TRMM('L', 'L', 'N', 'N', n, n, 1, L, n, S, n);
  put_back(uplo, n, S, A_sh, ldA);
  free(L), free(S);
  return 0;
}

typedef struct {
  T *L;
  int info;
} KeptFactor;

int potrf_aug(int uplo, long n, T *A, T *A_sh, long ldA, void **frame, void *arena) {
  KeptFactor *kept = rz_keep(arena, sizeof(KeptFactor));
  *frame = kept;
  kept->info = potrf(uplo, n, A, ldA);
  kept->L = A_sh ? kept_region(arena, uplo, n, n, A, ldA) : 0;
  return kept->info;
}

/* The adjoint of one block: ½ L⁻ᴴ (P + Pᴴ) L⁻¹ with P = Φ(Lᴴ L̄), of which the lower triangle
   counts for both. */
static void block_pull(long n, const T *L, long ldl, T *D, long ldd) {
  T *P = whole('L', n, D, ldd);
  TRMM('L', 'L', H, 'N', n, n, 1, L, ldl, P, n);
  halved(n, P, n);
  mirrored(n, P, n);
  for (long i = 0; i < n; i++) P[i + i * n] *= 2;
  TRSM('L', 'L', H, 'N', n, n, 1, L, ldl, P, n);
  TRSM('R', 'L', 'N', 'N', n, n, 1, L, ldl, P, n);
  for (long i = 0; i < n; i++) P[i + i * n] /= 2;
  copied('L', n, n, P, n, D, ldd);
  free(P);
}

/* Block by block from the end:  [R D]   rows of this block      C̄ ← C̄ D⁻¹,  B̄ -= C̄ R
                                 [B C]   rows below              D̄ -= C̄ᴴ C,  R̄ -= C̄ᴴ B
   then D̄ as one block, and R̄ -= (D̄ + D̄ᴴ) R. */
static void factor_pull(long n, const T *L, T *Z) {
  enum { BLOCK = 64 };
  for (long end = n; end > 0; end -= BLOCK) {
    long j = end > BLOCK ? end - BLOCK : 0, size = end - j, below = n - end;
    const T *R = L + j, *D = L + j + j * n, *B = L + end, *C = L + end + j * n;
    T *Rz = Z + j, *Dz = Z + j + j * n, *Bz = Z + end, *Cz = Z + end + j * n;
    if (below > 0) {
      TRSM('R', 'L', 'N', 'N', below, size, 1, D, n, Cz, n);
      GEMM('N', 'N', below, j, size, -1, Cz, n, R, n, 1, Bz, n);
      T *W = zeros(size, size);
      GEMM(H, 'N', size, size, below, -1, Cz, n, C, n, 1, W, size);
      added('L', size, size, 1, W, size, Dz, n);
      free(W);
      GEMM(H, 'N', size, j, below, -1, Cz, n, B, n, 1, Rz, n);
    }
    block_pull(size, D, n, Dz, n);
    if (j > 0) {
      T *S = whole('L', size, Dz, n);
      for (long i = 0; i < size; i++) S[i + i * size] *= 2;
      HERM('L', 'L', size, j, -1, S, size, R, n, 1, Rz, n);
      free(S);
    }
  }
}

void potrf_pull(int uplo, long n, T *A, T *A_sh, long ldA, void **frame, void *arena) {
  KeptFactor *kept = *frame;
  if (!A_sh || n <= 0) return;
  if (kept->info) {
    if (inner(uplo, n, n, A_sh, ldA, A_sh, ldA) != 0)
      rz_throw(2, "a factorisation failed, and a derivative of its result is asked for");
    return;
  }
  T *L = lowered(uplo, n, kept->L, n), *Z = lowered(uplo, n, A_sh, ldA);
  factor_pull(n, L, Z);
  put_back(uplo, n, Z, A_sh, ldA);
  free(L), free(Z);
}
#endif
