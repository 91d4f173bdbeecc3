// A global struct of settings: two fields are active during the call, the rest constant.
// rz: double simulate(double rate, double noise, int steps=5)
// also: steps=0
static struct {
    int steps;
    double rate, noise;
    double floor;
    const char *name;
} settings = {0, 0.0, 0.0, 0.125, "default"};

static double advance(double v)
{
    return v + settings.rate * v * (1.0 - v) + settings.noise * settings.floor;
}

double simulate(double rate, double noise, int steps)
{
    settings.steps = steps;
    settings.rate = 0.2 * rate;
    settings.noise = noise;
    double v = settings.floor;
    for (int i = 0; i < settings.steps; i++)
        v = advance(v);
    return v * settings.rate + settings.noise * v;
}
