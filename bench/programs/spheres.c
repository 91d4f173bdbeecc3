/* A picture of spheres: for each pixel the nearest sphere that a ray meets, its light, and one
 * reflection; half the sum of squares of the distances from a given picture. */
#include <math.h>

static int nearest(const double *scene, int n, const double *from, const double *along, double *far)
{
    int found = -1;
    *far = 1e30;
    for (int k = 0; k < n; k++) {
        const double *s = scene + 5 * k;
        double to[3] = {s[0] - from[0], s[1] - from[1], s[2] - from[2]};
        double middle = to[0] * along[0] + to[1] * along[1] + to[2] * along[2];
        double inside = middle * middle - (to[0] * to[0] + to[1] * to[1] + to[2] * to[2])
                        + s[3] * s[3];
        if (inside <= 0)
            continue;
        double at = middle - sqrt(inside);
        if (at > 1e-6 && at < *far) {
            *far = at;
            found = k;
        }
    }
    return found;
}

static double light(const double *scene, int n, const double *from, const double *along, int depth)
{
    double far, place[3], out[3];
    int hit = nearest(scene, n, from, along, &far);
    if (hit < 0)
        return 0.1 + 0.1 * along[1];
    const double *s = scene + 5 * hit;
    for (int k = 0; k < 3; k++) {
        place[k] = from[k] + far * along[k];
        out[k] = (place[k] - s[k]) / s[3];
    }
    double lit = out[0] * 0.57735 + out[1] * 0.57735 - out[2] * 0.57735;
    double own = s[4] * (0.1 + (lit > 0 ? lit : 0));
    if (depth == 0)
        return own;
    double turned[3], back = 2 * (along[0] * out[0] + along[1] * out[1] + along[2] * out[2]);
    for (int k = 0; k < 3; k++)
        turned[k] = along[k] - back * out[k];
    return own + 0.3 * light(scene, n, place, turned, depth - 1);
}

double spheres(const double *restrict scene, const double *restrict picture, int n, int width)
{
    double sum = 0, eye[3] = {0, 0, -4};
    for (int i = 0; i < width; i++)
        for (int j = 0; j < width; j++) {
            double along[3] = {(j + 0.5) / width - 0.5, 0.5 - (i + 0.5) / width, 1};
            double size = sqrt(along[0] * along[0] + along[1] * along[1] + 1);
            for (int k = 0; k < 3; k++)
                along[k] /= size;
            double off = light(scene, n, eye, along, 1) - picture[i * width + j];
            sum += 0.5 * off * off;
        }
    return sum;
}
