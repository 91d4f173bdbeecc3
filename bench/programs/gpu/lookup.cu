// Macroscopic cross sections of a material at an energy, from tables of its nuclides over a unionised
// grid of energies: one search in the union gives the place in each nuclide's own table, five
// reactions are interpolated there and summed by concentration.
#define REACTIONS 5

extern "C" __global__ void lookup(const double *__restrict__ energy, const int *__restrict__ material,
                                  const double *__restrict__ unionised, const int *__restrict__ place,
                                  const double *__restrict__ grid, const double *__restrict__ table,
                                  const int *__restrict__ first, const int *__restrict__ nuclide,
                                  const double *__restrict__ concentration, double *__restrict__ total,
                                  int lookups, int points, int nuclides, int each) {
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lookups; i += threads) {
    double e = energy[i];
    int low = 0, high = points - 1;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      if (unionised[middle] > e) high = middle; else low = middle;
    }
    double sum[REACTIONS] = {0.0, 0.0, 0.0, 0.0, 0.0};
    for (int k = first[material[i]]; k < first[material[i] + 1]; k++) {
      int row = nuclide[k] * each + place[low * nuclides + nuclide[k]];
      double part = (grid[row + 1] - e) / (grid[row + 1] - grid[row]);
#pragma unroll
      for (int r = 0; r < REACTIONS; r++) {
        double above = table[(row + 1) * REACTIONS + r], below = table[row * REACTIONS + r];
        sum[r] += concentration[k] * (above - part * (above - below));
      }
    }
#pragma unroll
    for (int r = 0; r < REACTIONS; r++) total[r * lookups + i] = sum[r];
  }
}
