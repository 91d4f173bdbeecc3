// A force step of Lagrangian hydrodynamics on hexahedra: pressure of an ideal gas and an artificial
// viscosity (von Neumann and Richtmyer), as forces of an element on its eight nodes. Elements add
// into nodes that they share.
#define GLOBAL extern "C" __global__ void

struct Corners { double x[8], y[8], z[8]; };

// The outward area of a face, a quarter to each of its corners.
__device__ inline void face(const Corners &p, Corners &area, int a, int b, int c, int d) {
  double rx = p.x[c] + p.x[d] - p.x[a] - p.x[b], sx = p.x[b] + p.x[c] - p.x[a] - p.x[d];
  double ry = p.y[c] + p.y[d] - p.y[a] - p.y[b], sy = p.y[b] + p.y[c] - p.y[a] - p.y[d];
  double rz = p.z[c] + p.z[d] - p.z[a] - p.z[b], sz = p.z[b] + p.z[c] - p.z[a] - p.z[d];
  double ax = 0.0625 * (sy * rz - sz * ry), ay = 0.0625 * (sz * rx - sx * rz), az = 0.0625 * (sx * ry - sy * rx);
  area.x[a] += ax, area.x[b] += ax, area.x[c] += ax, area.x[d] += ax;
  area.y[a] += ay, area.y[b] += ay, area.y[c] += ay, area.y[d] += ay;
  area.z[a] += az, area.z[b] += az, area.z[c] += az, area.z[d] += az;
}

__device__ inline double dot(const Corners &p, const Corners &q) {
  double sum = 0.0;
#pragma unroll
  for (int k = 0; k < 8; k++) sum += p.x[k] * q.x[k] + p.y[k] * q.y[k] + p.z[k] * q.z[k];
  return sum;
}

GLOBAL hydro(const double *__restrict__ position, const double *__restrict__ velocity,
             const double *__restrict__ energy, const double *__restrict__ mass,
             const int *__restrict__ node, double *__restrict__ force, int elements) {
  const double gamma = 1.4, linear = 0.5, quadratic = 1.5;
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < elements; e += gridDim.x * blockDim.x) {
    Corners at, speed, area;
#pragma unroll
    for (int k = 0; k < 8; k++) {
      int n = 3 * node[k * elements + e];
      at.x[k] = position[n], at.y[k] = position[n + 1], at.z[k] = position[n + 2];
      speed.x[k] = velocity[n], speed.y[k] = velocity[n + 1], speed.z[k] = velocity[n + 2];
      area.x[k] = area.y[k] = area.z[k] = 0.0;
    }
    face(at, area, 0, 3, 2, 1);
    face(at, area, 4, 5, 6, 7);
    face(at, area, 0, 1, 5, 4);
    face(at, area, 1, 2, 6, 5);
    face(at, area, 2, 3, 7, 6);
    face(at, area, 3, 0, 4, 7);
    double volume = dot(at, area) / 3.0, growth = dot(speed, area) / volume;
    double density = mass[e] / volume, pressure = (gamma - 1.0) * density * energy[e];
    double sound = sqrt(gamma * pressure / density), length = cbrt(volume), viscosity = 0.0;
    if (growth < 0.0) {
      double jump = -growth * length;
      viscosity = density * jump * (quadratic * jump + linear * sound);
    }
    double total = pressure + viscosity;
#pragma unroll
    for (int k = 0; k < 8; k++) {
      int n = 3 * node[k * elements + e];
      atomicAdd(&force[n], total * area.x[k]);
      atomicAdd(&force[n + 1], total * area.y[k]);
      atomicAdd(&force[n + 2], total * area.z[k]);
    }
  }
}
