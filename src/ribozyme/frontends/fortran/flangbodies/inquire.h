/* Questions about arrays of any rank and objects of any type. */

PRIVATE const void *parent_of(const void *type);

PRIVATE _Bool extends(const void *type, const void *ancestor) {
    for (; type; type = parent_of(type))
        if (type == ancestor) return 1;
    return 0;
}

INLINED _Bool _FortranAClassIs(const descriptor *d, const void *type) {
    return extends(type_of(d), type);
}

INLINED _Bool _FortranASameTypeAs(const descriptor *a, const descriptor *b) {
    return a->type == b->type && type_of(a) == type_of(b);
}

INLINED _Bool _FortranAExtendsTypeOf(const descriptor *a, const descriptor *b) {
    return type_of(b) ? extends(type_of(a), type_of(b)) : a->type == b->type;
}

INLINED _Bool _FortranAIsAssumedSize(const descriptor *d) {
    return d->rank > 0 && d->dim[d->rank - 1].extent == -1;
}

INLINED void _FortranACopyAndUpdateDescriptor(descriptor *to, const descriptor *from,
                                              const void *type, code attribute, int lower) {
    enum { PRESERVED, ONES, ZEROES };
    to->base = from->base;
    to->length = from->length;
    to->version = from->version;
    to->rank = from->rank;
    to->type = from->type;
    to->attribute = attribute;
    to->extra = from->extra;
    for (int k = 0; k < from->rank; k++) {
        to->dim[k] = from->dim[k];
        if (lower != PRESERVED) to->dim[k].lower = lower == ONES;
    }
    if (!(from->extra & 1)) return;
    added(to)->type = type ? type : added(from)->type;
    added(to)->parameter = 0;
}

INLINED index _FortranASize(const descriptor *d, const char *file, int line) { return count(d); }

INLINED index _FortranASizeDim(const descriptor *d, int dim, const char *file, int line) {
    return d->dim[dim - 1].extent;
}

INLINED index _FortranALboundDim(const descriptor *d, int dim, const char *file, int line) {
    return d->dim[dim - 1].extent == 0 ? 1 : d->dim[dim - 1].lower;
}

INLINED void _FortranAShape(byte *to, const descriptor *d, int kind, const char *file, int line) {
    for (int k = 0; k < d->rank; k++) put_integer(kind, to + k * kind, d->dim[k].extent);
}

INLINED void _FortranALbound(byte *to, const descriptor *d, int kind, const char *file, int line) {
    for (int k = 0; k < d->rank; k++)
        put_integer(kind, to + k * kind, d->dim[k].extent == 0 ? 1 : d->dim[k].lower);
}

INLINED void _FortranAUbound(byte *to, const descriptor *d, int kind, const char *file, int line) {
    for (int k = 0; k < d->rank; k++)
        put_integer(kind, to + k * kind,
                    d->dim[k].extent == 0 ? 0 : d->dim[k].lower + d->dim[k].extent - 1);
}
