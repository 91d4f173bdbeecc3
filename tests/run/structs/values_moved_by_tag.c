// Values copied whole after one of their members was looked at, by a tag.
// rz: double f(double x, double y)
struct cell;
typedef struct { union { struct cell *cell; double number; } as; int tag; } value;
struct cell { value first, rest; };
static value number(double x) { value v; v.tag = 0; v.as.number = x; return v; }
double f(double x, double y) {
    value v[6];
    for (int i = 0; i < 6; i++) v[i] = number(x + i * y);
    struct cell own = {v[1], v[2]};
    v[3].tag = 1;
    v[3].as.cell = &own;
    double s = 0;
    for (int i = 0; i < 6; i++) {
        value t = v[i];
        if (t.tag == 1) s += t.as.cell->first.as.number * x;
        v[(i + 2) % 6] = t;
    }
    for (int i = 0; i < 6; i++) {
        value t = v[i];
        if (t.tag == 0) s = s * 0.7 + t.as.number * t.as.number;
        v[(i + 5) % 6] = t;
    }
    for (int i = 0; i < 6; i++) s += v[i].tag ? v[i].as.cell->rest.as.number * y : v[i].as.number;
    return s;
}
