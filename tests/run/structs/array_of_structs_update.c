// Particles as an array of structs; fields are updated from other fields.
// rz: void push(double p[4*n] inout, int n=4, int steps=3, double dt=0.1)
// also: n=0
// also: steps=1
struct particle {
    double x, v, mass, charge;
};

void push(double *p, int n, int steps, double dt)
{
    struct particle *q = (struct particle *)p;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++) {
            double force = 0.0;
            for (int j = 0; j < n; j++)
                if (j != i)
                    force += q[i].charge * q[j].charge * (q[i].x - q[j].x);
            q[i].v += dt * force / q[i].mass;
            q[i].x += dt * q[i].v;
        }
}
