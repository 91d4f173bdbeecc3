/* Reaction rates of materials: for each energy the cross sections of all nuclides of a material,
 * each found in a grid of its own by bisection and interpolated. */
void crosssection(const double *restrict grids, const double *restrict tables,
                  const double *restrict densities, const int *restrict nuclides,
                  const int *restrict first, const double *restrict energies,
                  const int *restrict materials, double *restrict rates, int lookups, int points)
{
    for (int k = 0; k < lookups; k++) {
        double sums[5] = {0, 0, 0, 0, 0}, energy = energies[k];
        for (int i = first[materials[k]]; i < first[materials[k] + 1]; i++) {
            const double *grid = grids + (long)nuclides[i] * points;
            int low = 0, high = points - 1;
            while (high - low > 1) {
                int middle = (low + high) / 2;
                if (grid[middle] > energy)
                    high = middle;
                else
                    low = middle;
            }
            const double *lower = tables + 5 * ((long)nuclides[i] * points + low);
            double share = (grid[high] - energy) / (grid[high] - grid[low]);
            for (int j = 0; j < 5; j++)
                sums[j] += densities[i] * (lower[5 + j] - share * (lower[5 + j] - lower[j]));
        }
        for (int j = 0; j < 5; j++)
            rates[5 * k + j] = sums[j];
    }
}
