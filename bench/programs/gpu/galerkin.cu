// A stage of a discontinuous Galerkin method for advection on squares, nodal, in strong form: a block
// has an element, a thread one of its nodes. Neighbours meet in the upwind flux.
#define NODES 4
#define ALL (NODES * NODES)

// The derivative matrix and the weight at the ends for the nodes of Gauss, Legendre and Lobatto.
__device__ __constant__ const double D[ALL] = {
  -3.0, 4.04508497187473712, -1.54508497187473712, 0.5,
  -0.80901699437494742, 0.0, 1.11803398874989485, -0.30901699437494742,
  0.30901699437494742, -1.11803398874989485, 0.0, 0.80901699437494742,
  -0.5, 1.54508497187473712, -4.04508497187473712, 3.0};
#define LIFT 6.0

// What the upwind flux has more than the inner one, where `speed` is that across the edge, outwards.
__device__ inline double upwind(double inside, double outside, double speed) {
  return speed > 0.0 ? 0.0 : speed * (outside - inside);
}

extern "C" __global__ void galerkin(const double *__restrict__ u, const double *__restrict__ speed,
                                    double *__restrict__ next, double dt, double width, int nx, int ny, int per) {
  __shared__ double value[ALL];
  int t = threadIdx.x, i = t % NODES, j = t / NODES;
  double scale = 2.0 / width;
  for (int turn = 0; turn < per; turn++) {
    int element = turn * gridDim.x + blockIdx.x, ex = element % nx, ey = element / nx;
    double own = u[element * ALL + t], a = speed[2 * (element * ALL + t)], b = speed[2 * (element * ALL + t) + 1];
    __syncthreads();
    value[t] = own;
    __syncthreads();
    double dx = 0.0, dy = 0.0;
#pragma unroll
    for (int k = 0; k < NODES; k++) {
      dx += D[i * NODES + k] * value[j * NODES + k];
      dy += D[j * NODES + k] * value[k * NODES + i];
    }
    double rate = -(a * dx + b * dy);
    int west = ey * nx + (ex + nx - 1) % nx, east = ey * nx + (ex + 1) % nx;
    int south = (ey + ny - 1) % ny * nx + ex, north = (ey + 1) % ny * nx + ex;
    if (i == 0) rate -= LIFT * upwind(own, u[west * ALL + t + NODES - 1], -a);
    if (i == NODES - 1) rate -= LIFT * upwind(own, u[east * ALL + t - NODES + 1], a);
    if (j == 0) rate -= LIFT * upwind(own, u[south * ALL + t + ALL - NODES], -b);
    if (j == NODES - 1) rate -= LIFT * upwind(own, u[north * ALL + t - ALL + NODES], b);
    next[element * ALL + t] = own + dt * scale * rate;
  }
}
