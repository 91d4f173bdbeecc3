// Objects behind base classes, of which one does not begin where the object does, are cast to what they are.
// rz: double total(double v[4] in, double x=0.7)
struct Shape {
    double scale;
    virtual double area() const = 0;
    virtual ~Shape() = default;
};
struct Named {
    double weight;
    virtual ~Named() = default;
};
struct Square : Shape {
    double side;
    double area() const override { return side * side * scale; }
};
struct Disc : Shape, Named {
    double radius;
    double area() const override { return 3.0 * radius * radius * scale; }
};

__attribute__((noinline)) static double weighted(const Shape *shape, double x)
{
    double s = shape->area();
    if (auto disc = dynamic_cast<const Disc *>(shape))
        s *= disc->weight + disc->radius * x;
    if (auto square = dynamic_cast<const Square *>(shape))
        s += square->side * x;
    return s;
}
__attribute__((noinline)) static void widen(Named *named, double by)
{
    if (auto disc = dynamic_cast<Disc *>(named)) {
        disc->radius *= by;
        disc->scale += by * by;
    } else
        named->weight *= by;
}

extern "C" double total(const double *v, double x)
{
    Square square;
    Disc disc;
    Named named;
    square.scale = v[0];
    square.side = v[1] * x;
    disc.scale = v[1];
    disc.weight = v[2];
    disc.radius = v[3] * x;
    named.weight = v[3];
    widen(&disc, x);
    widen(&named, x);
    double s = weighted(&square, x) + weighted(&disc, x) * named.weight;
    return s;
}
