// A function without a body writes the caller's array, whose address lies in a struct behind another.
// rz: void f(const double x[n] in, double y[n] inout, int n=4)
struct view {
    double *numbers;
    int count;
};

struct state {
    struct view *view;
    double time;
};

void advance(struct state *state);

void f(const double *x, double *y, int n)
{
    struct view view = {y, n};
    struct state state = {&view, 0};
    for (int i = 0; i < n; i++)
        y[i] *= x[i];
    advance(&state);  // error: NoDerivative RZ201
}
