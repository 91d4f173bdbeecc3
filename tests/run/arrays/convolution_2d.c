// A 3x3 convolution with zero padding by bounds tests.
// rz: void convolve(const double img[h*w] in, const double k[9] in, double out[h*w] out, int h=4, int w=5)
// also: h=1, w=1
void convolve(const double *img, const double *k, double *out, int h, int w)
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            double s = 0.0;
            for (int di = -1; di <= 1; di++)
                for (int dj = -1; dj <= 1; dj++) {
                    int r = i + di, c = j + dj;
                    if (r >= 0 && r < h && c >= 0 && c < w)
                        s += k[(di + 1) * 3 + dj + 1] * img[r * w + c];
                }
            out[i * w + j] = s > 0.0 ? s : 0.1 * s;
        }
}
