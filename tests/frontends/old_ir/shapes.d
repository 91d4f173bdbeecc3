// A tagged union, `final switch`, a table made at compile time, `static foreach`, mixins.
enum Kind : int { circle, box, nothing }

struct Shape {
    Kind kind;
    union {
        double radius;
        double[2] sides;
    }

    double area() const {
        final switch (kind) {
        case Kind.circle: return 3.25 * radius * radius;
        case Kind.box: return sides[0] * sides[1];
        case Kind.nothing: return 0;
        }
    }
}

double[n] inverses(size_t n)() {
    double[n] made;
    foreach (i, ref v; made) v = 1.0 / (i + 1);
    return made;
}

extern (C) double shapes(const(double)* x) {
    static immutable weights = inverses!3();
    Shape[3] all;
    all[0].kind = Kind.circle;
    all[0].radius = x[0];
    all[1].kind = Kind.box;
    all[1].sides = [x[1], x[2]];
    all[2].kind = Kind.nothing;
    double sum = 0;
    static foreach (i; 0 .. 3) {
        mixin("sum += weights[i] * all[i].area() * x[i];");
    }
    return sum;
}
