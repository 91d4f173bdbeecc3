"""Kernels of numba.cuda, of the kinds that programs have."""

import math

from numba import cuda, float64


@cuda.jit
def elementwise(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.sin(x[i]) * x[i] ** 2


@cuda.jit
def scaled(x, y, factor):
    for i in range(cuda.grid(1), x.shape[0], cuda.gridsize(1)):
        y[i] = factor * math.exp(-x[i] * x[i])


@cuda.jit
def stencil(u, v):
    s = cuda.shared.array(34, float64)
    t, i, n = cuda.threadIdx.x, cuda.grid(1), u.size
    s[t + 1] = u[i] if i < n else 0.0
    if t == 0:
        s[0] = u[i - 1] if i > 0 else 0.0
    if t == cuda.blockDim.x - 1:
        s[t + 2] = u[i + 1] if i + 1 < n else 0.0
    cuda.syncthreads()
    if i < n:
        v[i] = s[t] * s[t + 1] + s[t + 2] * s[t + 2]


@cuda.jit
def matmul(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


@cuda.jit
def reduction(x, total):
    s = cuda.shared.array(32, float64)
    t, i = cuda.threadIdx.x, cuda.grid(1)
    s[t] = x[i] * x[i] if i < x.size else 0.0
    cuda.syncthreads()
    half = cuda.blockDim.x // 2
    while half > 0:
        if t < half:
            s[t] += s[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, math.sqrt(s[0]))


@cuda.jit
def histogram(x, place, bins):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(bins, place[i], x[i] * x[i])


@cuda.jit(device=True)
def pull(d):
    return d / math.sqrt(d * d + 0.1)


@cuda.jit
def nbody(p, force):
    i = cuda.grid(1)
    if i < p.size:
        total = 0.0
        for j in range(p.size):
            total += pull(p[j] - p[i])
        force[i] = total


@cuda.jit
def newton(x, y):
    i = cuda.grid(1)
    if i < x.size:
        root = 1.0 + x[i]
        for _ in range(6):
            root -= (root * root - x[i]) / (2.0 * root)
        y[i] = root


@cuda.jit
def sparse(values, column, start, x, y):
    row = cuda.grid(1)
    if row < y.size:
        total = 0.0
        for k in range(start[row], start[row + 1]):
            total += values[k] * x[column[k]]
        y[row] = total


@cuda.jit
def single(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = math.tanh(x[i]) * math.fabs(x[i]) - y[i] / (2.0 + x[i])
