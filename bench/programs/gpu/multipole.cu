// Macroscopic cross sections from poles: those of a window of energies are broadened by the Faddeeva
// function of a complex argument, after the series of Abarov and Quine, and turned by the phase shift
// of the angular momentum.
struct Complex { double re, im; };
__device__ inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
__device__ inline Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }
__device__ inline Complex operator/(Complex a, Complex b) {
  double over = 1.0 / (b.re * b.re + b.im * b.im);
  return {(a.re * b.re + a.im * b.im) * over, (a.im * b.re - a.re * b.im) * over};
}
__device__ inline Complex exponential(Complex z) {
  double size = exp(z.re);
  return {size * cos(z.im), size * sin(z.im)};
}

#define TERMS 10
#define PI 3.14159265358979323846

// w(z) for the upper half of the plane; far from the origin two terms of its continued fraction.
__device__ inline Complex faddeeva(Complex z) {
  const double period = 12.0;
  Complex unit = {0.0, 1.0}, one = {1.0, 0.0};
  if (z.re * z.re + z.im * z.im > 36.0) {
    Complex square = z * z;
    return (0.5641895835477563 * unit) * z * (one / (square - Complex{0.5, 0.0}));
  }
  Complex turned = exponential(Complex{-period * z.im, period * z.re}), sum = (one - turned) / (period * z);
#pragma unroll
  for (int n = 1; n <= TERMS; n++) {
    double s = n * PI / period, sign = n % 2 ? -1.0 : 1.0;
    Complex numerator = (2.0 * period * exp(-s * s)) * z * (sign * turned - one);
    Complex denominator = Complex{n * n * PI * PI, 0.0} - (period * period) * (z * z);
    sum = sum + numerator / denominator;
  }
  return unit * sum;
}

extern "C" __global__ void multipole(const double *__restrict__ energy, const int *__restrict__ material,
                                     const double *__restrict__ pole, const double *__restrict__ residue,
                                     const double *__restrict__ radius, const double *__restrict__ background,
                                     const int *__restrict__ first, const int *__restrict__ nuclide,
                                     const double *__restrict__ concentration, double *__restrict__ total,
                                     int lookups, int windows, int poles) {
  const double doppler = 0.05;
  int threads = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < lookups; i += threads) {
    double e = energy[i], root = sqrt(e), sums[3] = {0.0, 0.0, 0.0};
    for (int k = first[material[i]]; k < first[material[i] + 1]; k++) {
      int n = nuclide[k], window = (int)(e * windows);
      double phase = 2.0 * radius[n] * root;
      Complex shift = {cos(phase), -sin(phase)};
      double found[3];
      for (int r = 0; r < 3; r++) found[r] = background[(n * windows + window) * 3 + r] * e;
      for (int p = 0; p < poles; p++) {
        int at = (n * windows + window) * poles + p;
        Complex z = (1.0 / doppler) * (Complex{root, 0.0} - Complex{pole[2 * at], -pole[2 * at + 1]});
        Complex w = (1.7724538509055159 / doppler / e) * faddeeva(z) * shift;
        for (int r = 0; r < 3; r++) {
          Complex weight = {residue[(3 * at + r) * 2], residue[(3 * at + r) * 2 + 1]};
          found[r] += (weight * w).re;
        }
      }
      for (int r = 0; r < 3; r++) sums[r] += concentration[k] * found[r];
    }
    for (int r = 0; r < 3; r++) total[r * lookups + i] = sums[r];
  }
}
