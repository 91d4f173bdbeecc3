/* Functions that give a rearranged array. */

/* Elements that own memory are not copied here. */
PRIVATE void plain(const descriptor *d, const char *file, int line) {
    if (is_managed(d))
        _FortranAReportFatalUserError(
            "an array function of elements with allocatable components is not supported", file,
            line);
}

PRIVATE void put(const descriptor *like, byte *made, index n, const byte *from) {
    move(like->type, like->length, made + n * like->length, from);
}

INLINED void _FortranASpread(descriptor *to, const descriptor *from, int dim, index copies,
                             const char *file, int line) {
    plain(from, file, line);
    if (copies < 0) copies = 0;
    describe(to, from, from->rank + 1);
    index inner = 1;
    for (int k = 0; k < dim - 1; k++) inner *= from->dim[k].extent;
    for (int k = 0; k < from->rank + 1; k++)
        extent(to, k, k < dim - 1 ? from->dim[k].extent
                      : k == dim - 1 ? copies : from->dim[k - 1].extent);
    byte *made = allocated(to);
    index n = count(to);
    for (index k = 0; k < n; k++) {
        index low = k % inner, high = k / (inner * copies);
        put(from, made, k, element(from, low + high * inner));
    }
}

INLINED void _FortranAPack(descriptor *to, const descriptor *from, const descriptor *mask,
                           const descriptor *rest, const char *file, int line) {
    plain(from, file, line);
    index n = count(from), found = 0;
    for (index k = 0; k < n; k++) found += chosen(mask, k);
    index total = rest ? rest->dim[0].extent : found;
    describe(to, from, 1);
    extent(to, 0, total);
    byte *made = allocated(to);
    index at = 0;
    for (index k = 0; k < n; k++)
        if (chosen(mask, k)) put(from, made, at++, element(from, k));
    for (; at < total; at++) put(from, made, at, element(rest, at));
}

INLINED void _FortranAUnpack(descriptor *to, const descriptor *from, const descriptor *mask,
                             const descriptor *field, const char *file, int line) {
    plain(from, file, line);
    describe(to, from, mask->rank);
    for (int k = 0; k < mask->rank; k++) extent(to, k, mask->dim[k].extent);
    byte *made = allocated(to);
    index n = count(to), at = 0;
    for (index k = 0; k < n; k++) {
        if (chosen(mask, k)) put(from, made, k, element(from, at++));
        else put(from, made, k, element(field, k));
    }
}

INLINED void _FortranATranspose(descriptor *to, const descriptor *from, const char *file,
                                int line) {
    plain(from, file, line);
    describe(to, from, 2);
    extent(to, 0, from->dim[1].extent);
    extent(to, 1, from->dim[0].extent);
    byte *made = allocated(to);
    index rows = from->dim[0].extent, columns = from->dim[1].extent;
    for (index i = 0; i < rows; i++)
        for (index j = 0; j < columns; j++)
            put(from, made, i * columns + j,
                (byte *)from->base + i * from->dim[0].stride + j * from->dim[1].stride);
}

INLINED void _FortranAReshape(descriptor *to, const descriptor *from, const descriptor *shape,
                              const descriptor *pad, const descriptor *order, const char *file,
                              int line) {
    plain(from, file, line);
    int rank = shape->dim[0].extent;
    describe(to, from, rank);
    for (int k = 0; k < rank; k++) extent(to, k, integer(shape, k));
    byte *made = allocated(to);
    index n = count(to), own = count(from), others = pad ? count(pad) : 0;
    for (index k = 0; k < n; k++) {
        index rest = k, at = 0;
        for (int j = 0; j < rank; j++) {
            int d = order ? integer(order, j) - 1 : j;
            at += rest % to->dim[d].extent * to->dim[d].stride;
            rest /= to->dim[d].extent;
        }
        if (k < own) move(from->type, from->length, made + at, element(from, k));
        else if (others > 0)
            move(from->type, from->length, made + at, element(pad, (k - own) % others));
    }
}

/* ---- shifts ------------------------------------------------------------------------------------ */

PRIVATE byte *shaped(descriptor *to, const descriptor *from) {
    describe(to, from, from->rank);
    for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
    return allocated(to);
}

PRIVATE void turned(const descriptor *from, byte *made, lines l, index line, index shift) {
    for (index n = 0; n < l.along; n++) {
        index there = (n + shift) % l.along;
        if (there < 0) there += l.along;
        put(from, made, on_line(l, line, n), element(from, on_line(l, line, there)));
    }
}

INLINED void _FortranACshift(descriptor *to, const descriptor *from, const descriptor *shift,
                             int dim, const char *file, int line) {
    plain(from, file, line);
    byte *made = shaped(to, from);
    lines l = lines_of(from, dim);
    index all = l.along > 0 ? count(from) / l.along : 0;
    for (index at = 0; at < all; at++) turned(from, made, l, at, integer(shift, at));
}

INLINED void _FortranACshiftVector(descriptor *to, const descriptor *from, index shift,
                                   const char *file, int line) {
    plain(from, file, line);
    byte *made = shaped(to, from);
    lines l = {1, from->dim[0].extent};
    if (l.along > 0) turned(from, made, l, 0, shift);
}

PRIVATE void shifted(const descriptor *from, byte *made, lines l, index line, index shift,
                     const byte *edge) {
    for (index n = 0; n < l.along; n++) {
        index to = on_line(l, line, n), there = n + shift;
        if (there >= 0 && there < l.along) put(from, made, to, element(from, on_line(l, line, there)));
        else if (edge) put(from, made, to, edge);
        else __builtin_memset(made + to * from->length, from->type == CHARACTER ? ' ' : 0, from->length);
    }
}

INLINED void _FortranAEoshift(descriptor *to, const descriptor *from, const descriptor *shift,
                              const descriptor *edges, int dim, const char *file, int line) {
    plain(from, file, line);
    byte *made = shaped(to, from);
    lines l = lines_of(from, dim);
    index all = l.along > 0 ? count(from) / l.along : 0;
    for (index at = 0; at < all; at++) {
        const byte *edge = !edges ? 0 : edges->rank ? element(edges, at) : edges->base;
        shifted(from, made, l, at, integer(shift, at), edge);
    }
}

INLINED void _FortranAEoshiftVector(descriptor *to, const descriptor *from, index shift,
                                    const descriptor *edge, const char *file, int line) {
    plain(from, file, line);
    byte *made = shaped(to, from);
    lines l = {1, from->dim[0].extent};
    shifted(from, made, l, 0, shift, edge ? edge->base : 0);
}
