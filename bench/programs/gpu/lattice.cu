// A step of the lattice Boltzmann method, D3Q19 with one relaxation time (Bhatnagar, Gross, Krook):
// densities are pulled from the neighbours, walls give them back, cells relax to equilibrium under a
// body force. The box is periodic; densities lie direction by direction.
#define DIRECTIONS(Q)                                                                  \
  Q(0, 0, 0, 0, 12, 0) Q(1, 1, 0, 0, 2, 2) Q(2, -1, 0, 0, 2, 1) Q(3, 0, 1, 0, 2, 4)    \
  Q(4, 0, -1, 0, 2, 3) Q(5, 0, 0, 1, 2, 6) Q(6, 0, 0, -1, 2, 5) Q(7, 1, 1, 0, 1, 8)    \
  Q(8, -1, -1, 0, 1, 7) Q(9, 1, -1, 0, 1, 10) Q(10, -1, 1, 0, 1, 9) Q(11, 1, 0, 1, 1, 12) \
  Q(12, -1, 0, -1, 1, 11) Q(13, 1, 0, -1, 1, 14) Q(14, -1, 0, 1, 1, 13)                \
  Q(15, 0, 1, 1, 1, 16) Q(16, 0, -1, -1, 1, 15) Q(17, 0, 1, -1, 1, 18) Q(18, 0, -1, 1, 1, 17)

// A product that is no instruction where the factor is 0, nor is adding it: x + -0 is x.
#define TIMES(c, x) ((c) ? (c) * (x) : -0.0)

__device__ inline int around(int x, int size) { return x < 0 ? x + size : x >= size ? x - size : x; }

extern "C" __global__ void lattice(const double *__restrict__ before, const int *__restrict__ wall,
                                   const double *__restrict__ push, double *__restrict__ after,
                                   double omega, int nx, int ny, int nz) {
  int cells = nx * ny * nz;
  for (int cell = blockIdx.x * blockDim.x + threadIdx.x; cell < cells; cell += gridDim.x * blockDim.x) {
    int x = cell % nx, y = cell / nx % ny, z = cell / (nx * ny);
    if (wall[cell]) {
#define KEPT(q, cx, cy, cz, w, back) after[q * cells + cell] = before[q * cells + cell];
      DIRECTIONS(KEPT)
      continue;
    }
    double rho = 0.0, ux = 0.0, uy = 0.0, uz = 0.0;
#define PULLED(q, cx, cy, cz, w, back)                                                          \
  int from##q = (around(z - cz, nz) * ny + around(y - cy, ny)) * nx + around(x - cx, nx);       \
  double f##q = wall[from##q] ? before[back * cells + cell] : before[q * cells + from##q];      \
  rho += f##q, ux += TIMES(cx, f##q), uy += TIMES(cy, f##q), uz += TIMES(cz, f##q);
    DIRECTIONS(PULLED)
    double over = 1.0 / rho;
    ux = ux * over + push[0], uy = uy * over + push[1], uz = uz * over + push[2];
    double square = 1.0 - 1.5 * (ux * ux + uy * uy + uz * uz);
#define RELAXED(q, cx, cy, cz, w, back)                                                         \
  double along##q = TIMES(cx, ux) + TIMES(cy, uy) + TIMES(cz, uz);                              \
  double rest##q = w / 36.0 * rho * (square + 3.0 * along##q + 4.5 * along##q * along##q);      \
  after[q * cells + cell] = f##q + omega * (rest##q - f##q);
    DIRECTIONS(RELAXED)
  }
}
