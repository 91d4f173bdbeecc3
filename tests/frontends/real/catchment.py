"""Water and heat in a column of soil, with snow above and a river below: the misfit to what was
measured. `cost` is differentiated by the first state, the rain and the parameters.

A soil is a row of an array: its places have names. So do the places of the parameters, and those
of a row of a matrix with three diagonals and a right side. Lengths are metres, times are days;
heat is counted in megajoules.

The water follows Richards' equation, with the retention of van Genuchten and the conductivity of
Mualem, and is solved by Celia's rounds, each a system of equations with three diagonals. Frozen
soil lets less of it pass. Rain that falls on cold days lies as snow, whose melting depends on the
temperature; what the surface does not take runs off, beside what drains at the bottom, through
three reservoirs.
"""

import math

import numpy as np
from numba import njit

jit = njit(error_model="numpy")

CELL = 0.05
STEPS = 4
STEP = 1.0 / STEPS
ROUNDS = 40
CLOSE = 1e-11
STORES = 3
DEPTHS = (0.1, 0.42, 0.85)

# Places of a soil's row, after van Genuchten and Mualem.
ALPHA, SHAPE, EXPONENT, POROSITY, RESIDUAL, KS = range(6)

# Places of the parameters.
P_ALPHA, P_SHAPE, P_KS, P_DECAY, P_MELTING, P_TIME, P_EVAPORATION, P_POROSITY = range(8)

# Places of a matrix's row.
BELOW, DIAGONAL, ABOVE, RIGHT = range(4)


# ---- numbers ------------------------------------------------------------------------------------


@jit
def logistic(x):
    """A step from 0 to 1 that is smooth."""
    return 1.0 / (1.0 + math.exp(-x))


@jit
def softplus(x, width):
    """The greater of x and 0, smooth over some width."""
    s = x / width
    if s > 30.0:
        return x
    return width * math.log1p(math.exp(s))


@jit
def huber(residual, width):
    """A square near 0, a straight line farther away."""
    size = abs(residual)
    if size < width:
        return 0.5 * residual * residual
    return width * (size - 0.5 * width)


@jit
def couple(matrix, i, conductance, flow):
    """What flows between a cell and the one below it."""
    matrix[i, ABOVE] = -conductance
    matrix[i, DIAGONAL] += conductance
    matrix[i, RIGHT] -= flow
    matrix[i + 1, BELOW] = -conductance
    matrix[i + 1, DIAGONAL] += conductance
    matrix[i + 1, RIGHT] += flow


@jit
def solve(matrix, x):
    """Eliminates downwards, in place, and substitutes upwards."""
    n = x.size
    for i in range(1, n):
        factor = matrix[i, BELOW] / matrix[i - 1, DIAGONAL]
        matrix[i, DIAGONAL] -= factor * matrix[i - 1, ABOVE]
        matrix[i, RIGHT] -= factor * matrix[i - 1, RIGHT]
    x[n - 1] = matrix[n - 1, RIGHT] / matrix[n - 1, DIAGONAL]
    for i in range(n - 2, -1, -1):
        x[i] = (matrix[i, RIGHT] - matrix[i, ABOVE] * x[i + 1]) / matrix[i, DIAGONAL]


# ---- soil ---------------------------------------------------------------------------------------


@jit
def layered(n, p):
    """The soils of a column, which change with the depth."""
    soil = np.empty((n, 6))
    depth = (np.arange(n) + 0.5) * CELL
    soil[:, ALPHA] = p[P_ALPHA]
    soil[:, SHAPE] = p[P_SHAPE]
    soil[:, EXPONENT] = 1.0 - 1.0 / p[P_SHAPE]
    soil[:, POROSITY] = p[P_POROSITY] * np.exp(-0.05 * depth)
    soil[:, RESIDUAL] = 0.06
    soil[:, KS] = p[P_KS] * np.exp(-p[P_DECAY] * depth)
    return soil


@jit
def saturation(soil, head):
    """How much of the pores holds water, from 0 to 1."""
    if head >= 0.0:
        return 1.0
    return (1.0 + (-soil[ALPHA] * head) ** soil[SHAPE]) ** -soil[EXPONENT]


@jit
def moisture(soil, head):
    """The water in a volume of soil."""
    return soil[RESIDUAL] + (soil[POROSITY] - soil[RESIDUAL]) * saturation(soil, head)


@jit
def retention(soil, head):
    """The moisture, and how it changes with the head."""
    if head >= 0.0:
        return soil[POROSITY], 1e-6
    extent = soil[POROSITY] - soil[RESIDUAL]
    m = soil[EXPONENT]
    p = (-soil[ALPHA] * head) ** soil[SHAPE]
    se = (1.0 + p) ** -m
    slope = m * soil[SHAPE] * p / -head * se / (1.0 + p)
    return soil[RESIDUAL] + extent * se, extent * slope + 1e-6


@jit
def conductivity(soil, head, warmth):
    """How well water passes; frozen soil holds it back."""
    flow = logistic(2.0 * (warmth + 1.0))
    se = saturation(soil, head)
    if se >= 1.0:
        return soil[KS] * flow
    m = soil[EXPONENT]
    part = 1.0 - (1.0 - se ** (1.0 / m)) ** m
    return soil[KS] * math.sqrt(se) * part * part * flow


@jit
def assemble_water(soil, head, water, paths, supply, matrix):
    """One round of Celia's scheme, which keeps mass: the matrix of the heads."""
    n = head.size
    matrix[:] = 0.0
    for i in range(n):
        wet, c = retention(soil[i], head[i])
        matrix[i, DIAGONAL] = c / STEP
        matrix[i, RIGHT] = (c * head[i] - (wet - water[i])) / STEP
    for i in range(n - 1):
        mean = 0.5 * (paths[i] + paths[i + 1])
        couple(matrix, i, mean / (CELL * CELL), mean / CELL)
    matrix[0, RIGHT] += supply / CELL
    matrix[n - 1, RIGHT] -= paths[n - 1] / CELL


@jit
def seep(soil, head, water, heat, supply, work):
    """Water moves for a step; the answer is what drains at the bottom."""
    matrix, paths, following = work
    n = head.size
    drained = 0.0
    for _ in range(ROUNDS):
        for i in range(n):
            paths[i] = conductivity(soil[i], head[i], heat[i])
        assemble_water(soil, head, water, paths, supply, matrix)
        solve(matrix, following)
        moved = 0.0
        for i in range(n):
            moved = max(moved, abs(following[i] - head[i]))
            head[i] = following[i]
        drained = paths[n - 1]
        if moved < CLOSE:
            break
    for i in range(n):
        water[i] = moisture(soil[i], head[i])
    return drained


@jit
def assemble_heat(soil, water, heat, paths, air, matrix):
    """The matrix of the temperatures: the air above, nothing from below."""
    n = heat.size
    matrix[:] = 0.0
    for i in range(n):
        volume = 2.0 * (1.0 - soil[i, POROSITY]) + 4.18 * water[i]
        c = volume * CELL * CELL / STEP
        matrix[i, DIAGONAL] = c
        matrix[i, RIGHT] = c * heat[i]
    for i in range(n - 1):
        couple(matrix, i, 2.0 * paths[i] * paths[i + 1] / (paths[i] + paths[i + 1]), 0.0)
    matrix[0, DIAGONAL] += 2.0 * paths[0]
    matrix[0, RIGHT] += 2.0 * paths[0] * air


@jit
def conduct(soil, head, water, heat, air, work):
    """Heat moves for a step."""
    matrix, paths, following = work
    for i in range(head.size):
        paths[i] = 0.03 + 0.14 * saturation(soil[i], head[i])
    assemble_heat(soil, water, heat, paths, air, matrix)
    solve(matrix, following)
    heat[:] = following


@jit
def wetness(soil, water):
    """How wet the surface is, from 0 to 1."""
    return (water[0] - soil[0, RESIDUAL]) / (soil[0, POROSITY] - soil[0, RESIDUAL])


@jit
def at_depth(water, depth):
    """The moisture between the middles of two cells."""
    place = depth / CELL - 0.5
    i = min(int(place), water.size - 2)
    t = place - i
    return (1.0 - t) * water[i] + t * water[i + 1]


# ---- what lies above and below ------------------------------------------------------------------


@jit
def melt(snow, rain, air, rate):
    """The snow after a step, and what reaches the soil."""
    frozen = rain * logistic(-2.0 * air)
    snow += frozen * STEP
    most = rate * softplus(air, 0.5) * (1.0 - math.exp(-snow / 0.01))
    melted = min(most, 0.9 * snow / STEP)
    return snow - melted * STEP, rain - frozen + melted


@jit
def route(stores, inflow, time):
    """Water passes through reservoirs, one behind the other."""
    for s in range(stores.size):
        out = stores[s] / time
        stores[s] += STEP * (inflow - out)
        inflow = out
    return inflow


# ---- the model ----------------------------------------------------------------------------------


@jit
def missed(seen, discharge, water):
    """How far a day's discharge and moisture are from what was measured."""
    total = huber(100.0 * (discharge - seen[len(DEPTHS)]), 1.0)
    for d, depth in enumerate(DEPTHS):
        total += huber(20.0 * (at_depth(water, depth) - seen[d]), 0.5)
    return total


@jit
def checked(h0, t0, rain, air, seen, p):
    """The number of cells; an error where the arguments do not fit each other."""
    if p.size != 8:
        raise ValueError("there are eight parameters")
    if h0.size < 2 or h0.size != t0.size:
        raise ValueError("head and temperature are given for each of two or more cells")
    if rain.size == 0 or rain.size != air.size or seen.shape[0] != rain.size:
        raise ValueError("rain, air and what was measured are given for each day")
    if seen.shape[1] != len(DEPTHS) + 1:
        raise ValueError("a day has three moistures and a discharge")
    return h0.size


@jit
def cost(h0, t0, rain, air, seen, p):
    """The mean misfit of all days; `seen` has a row for each: three moistures and the discharge."""
    n = checked(h0, t0, rain, air, seen, p)
    soil = layered(n, p)
    head = h0.copy()
    heat = t0.copy()
    water = np.empty(n)
    for i in range(n):
        water[i] = moisture(soil[i], head[i])
    work = (np.empty((n, 4)), np.empty(n), np.empty(n))
    stores = 0.001 * (np.arange(STORES) + 1.0)
    snow = 0.02
    misfit = 0.0
    for day in range(rain.size):
        discharge = 0.0
        for _ in range(STEPS):
            snow, supply = melt(snow, rain[day], air[day], p[P_MELTING])
            excess = softplus(supply - soil[0, KS], 0.005)
            wet = wetness(soil, water)
            evaporated = p[P_EVAPORATION] * logistic(air[day] - 4.0) * wet
            drained = seep(soil, head, water, heat, supply - excess - evaporated, work)
            conduct(soil, head, water, heat, air[day], work)
            discharge += STEP * route(stores, excess + drained, p[P_TIME])
        misfit += missed(seen[day], discharge, water)
    return misfit / rain.size
