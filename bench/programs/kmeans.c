/* The cost of k-means: the squared distance of each point from the centre nearest to it, summed.
 *
 * Its Hessian in the centres is diagonal. */

double kmeans(const double *restrict centres, const double *restrict points, int k, int n, int d)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double nearest = 1e300;
        for (int c = 0; c < k; c++) {
            double square = 0;
            for (int j = 0; j < d; j++) {
                double difference = points[i * d + j] - centres[c * d + j];
                square += difference * difference;
            }
            if (square < nearest)
                nearest = square;
        }
        total += nearest;
    }
    return total;
}
