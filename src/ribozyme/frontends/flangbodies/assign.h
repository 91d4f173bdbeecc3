/* Assignment, copies for contiguous arguments, allocation, pointers. What is done with elements of
   derived types is written for each program (frontends/derivedtypes.py). */

PRIVATE int managed(const void *type);
PRIVATE void assign_of(const void *type, byte *to, const byte *from);
PRIVATE void initialize_of(const void *type, byte *at);
PRIVATE void destroy_of(const void *type, byte *at);

PRIVATE int is_managed(const descriptor *d) {
    return d->type == STRUCT && (d->extra & 1) && managed(added(d)->type);
}

PRIVATE void element_assigned(const descriptor *a, const descriptor *b, byte *to, byte *from) {
    if (is_managed(a)) assign_of(added(a)->type, to, from);
    else move_between(a, b, to, from);
}

PRIVATE void elements_destroyed(const descriptor *d) {
    if (!d->base || !is_managed(d)) return;
    index n = count(d);
    for (index k = 0; k < n; k++) destroy_of(added(d)->type, element(d, k));
}

PRIVATE void elements_initialized(const descriptor *d) {
    if (!is_managed(d)) return;
    index n = count(d);
    for (index k = 0; k < n; k++) initialize_of(added(d)->type, element(d, k));
}

PRIVATE const byte *first(const descriptor *d) {
    const byte *at = d->base;
    for (int k = 0; k < d->rank; k++)
        if (d->dim[k].stride < 0) at += (d->dim[k].extent - 1) * d->dim[k].stride;
    return at;
}

PRIVATE const byte *last(const descriptor *d) {
    const byte *at = (const byte *)d->base + d->length;
    for (int k = 0; k < d->rank; k++)
        if (d->dim[k].stride > 0) at += (d->dim[k].extent - 1) * d->dim[k].stride;
    return at;
}

/* An intrinsic assignment; an allocatable left-hand side takes the shape of the right one. */
INLINED void _FortranAAssign(descriptor *to, const descriptor *from, const char *file, int line) {
    if (from->rank == 0 && to->rank != 0) {
        index n = count(to);
        for (index k = 0; k < n; k++) element_assigned(to, from, element(to, k), from->base);
        return;
    }
    index n = count(from);
    if (to->attribute == ALLOCATABLE && (!to->base || !same_shape(to, from))) {
        size length = to->type == CHARACTER ? from->length : length_in(to, from);
        byte *made = malloc(n > 0 ? n * length : 1), *old = to->base;
        for (index k = 0; k < n; k++) {
            if (is_managed(to)) initialize_of(added(to)->type, made + k * length);
            element_assigned(to, from, made + k * length, element(from, k));
        }
        elements_destroyed(to);
        to->length = length;
        for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
        to->base = made;
        if (old) free(old);
        return;
    }
    if (n <= 0) return;
    if (to->rank == 0 || first(to) >= last(from) || first(from) >= last(to)) {
        for (index k = 0; k < n; k++) element_assigned(to, from, element(to, k), element(from, k));
        return;
    }
    size length = length_in(to, from);
    byte *copy = malloc(bytes(from, n));
    for (index k = 0; k < n; k++) {
        if (is_managed(to)) initialize_of(added(to)->type, copy + k * length);
        element_assigned(to, from, copy + k * length, element(from, k));
    }
    for (index k = 0; k < n; k++) {
        element_assigned(to, from, element(to, k), copy + k * length);
        if (is_managed(to)) destroy_of(added(to)->type, copy + k * length);
    }
    free(copy);
}

INLINED void _FortranAAssignTemporary(descriptor *to, const descriptor *from, const char *file,
                                      int line) {
    elements_initialized(to);
    _FortranAAssign(to, from, file, line);
}

INLINED void _FortranAAssignPolymorphic(descriptor *to, const descriptor *from, const char *file,
                                        int line) {
    if (to->base) {
        elements_destroyed(to);
        free(to->base);
    }
    int attribute = to->attribute;
    describe(to, from, from->rank);
    to->attribute = attribute;
    for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
    byte *made = allocated(to);
    index n = count(from);
    for (index k = 0; k < n; k++) {
        if (is_managed(from)) initialize_of(added(from)->type, made + k * from->length);
        element_assigned(from, from, made + k * from->length, element(from, k));
    }
}

INLINED _Bool _FortranAIsContiguousUpTo(const descriptor *d, int dims) {
    index stride = d->length, n = count(d);
    if (n <= 1) return 1;
    for (int k = 0; k < dims; k++) {
        if (d->dim[k].extent != 1 && d->dim[k].stride != stride) return 0;
        stride *= d->dim[k].extent;
    }
    return 1;
}

INLINED _Bool _FortranAIsContiguous(const descriptor *d) {
    return _FortranAIsContiguousUpTo(d, d->rank);
}

/* A contiguous copy of an argument, and back: `var` is null where nothing was written. */
INLINED void _FortranACopyInAssign(descriptor *temp, const descriptor *var, const char *file,
                                   int line) {
    describe(temp, var, var->rank);
    for (int k = 0; k < var->rank; k++) extent(temp, k, var->dim[k].extent);
    byte *made = allocated(temp);
    index n = count(var);
    for (index k = 0; k < n; k++) {
        if (is_managed(var)) initialize_of(added(var)->type, made + k * var->length);
        element_assigned(var, var, made + k * var->length, element(var, k));
    }
}

INLINED void _FortranACopyOutAssign(descriptor *var, descriptor *temp, const char *file, int line) {
    byte *made = temp->base;
    if (var) {
        index n = count(var);
        for (index k = 0; k < n; k++)
            element_assigned(var, var, element(var, k), made + k * var->length);
    }
    elements_destroyed(temp);
    free(made);
}

INLINED void _FortranAShallowCopyDirect(const descriptor *to, const descriptor *from,
                                        const char *file, int line) {
    index n = count(from);
    for (index k = 0; k < n; k++) move_between(to, from, element(to, k), element(from, k));
}

INLINED void _FortranAShallowCopy(descriptor *to, const descriptor *from, const char *file,
                                  int line) {
    describe(to, from, from->rank);
    for (int k = 0; k < from->rank; k++) extent(to, k, from->dim[k].extent);
    allocated(to);
    _FortranAShallowCopyDirect(to, from, file, line);
}

INLINED void _FortranAInitialize(const descriptor *d, const char *file, int line) {
    elements_initialized(d);
}

INLINED void _FortranADestroy(const descriptor *d) { elements_destroyed(d); }

INLINED void _FortranADestroyWithoutFinalization(const descriptor *d) { elements_destroyed(d); }
