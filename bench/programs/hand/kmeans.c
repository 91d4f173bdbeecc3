/* Gradient and diagonal of the Hessian of kmeans.c by hand: sums and counts of the nearest. */

double kmeans_gradient_hand(const double *restrict centres, double *restrict d_centres,
                            const double *restrict points, int k, int n, int d, double seed)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double nearest = 1e300;
        int which = 0;
        for (int c = 0; c < k; c++) {
            double square = 0;
            for (int j = 0; j < d; j++) {
                double difference = points[i * d + j] - centres[c * d + j];
                square += difference * difference;
            }
            if (square < nearest) {
                nearest = square;
                which = c;
            }
        }
        total += nearest;
        for (int j = 0; j < d; j++)
            d_centres[which * d + j] += 2 * seed * (centres[which * d + j] - points[i * d + j]);
    }
    return total;
}

double kmeans_hessian_hand(const double *restrict centres, const double *restrict direction,
                           double *restrict d_centres, double *restrict diagonal,
                           const double *restrict points, int k, int n, int d, double seed)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double nearest = 1e300;
        int which = 0;
        for (int c = 0; c < k; c++) {
            double square = 0;
            for (int j = 0; j < d; j++) {
                double difference = points[i * d + j] - centres[c * d + j];
                square += difference * difference;
            }
            if (square < nearest) {
                nearest = square;
                which = c;
            }
        }
        total += nearest;
        for (int j = 0; j < d; j++) {
            d_centres[which * d + j] += 2 * seed * (centres[which * d + j] - points[i * d + j]);
            diagonal[which * d + j] += 2 * seed * direction[which * d + j];
        }
    }
    return total;
}
