// One cell is overwritten in every iteration of a nest and read in the next one.
// rz: double cell(double x, double y, int n=5)
// also: n=0
// also: n=1
double cell(double x, double y, int n)
{
    double box[1] = {x};
    for (int i = 0; i < n; i++) {
        box[0] = box[0] * y;
        for (int j = 0; j <= i; j++)
            box[0] = box[0] - 0.1 * box[0] * box[0] * x;
    }
    return box[0] * x;
}
