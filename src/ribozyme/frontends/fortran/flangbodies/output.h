/* Input and output, element by element. Numbers that are printed have no derivative, and those that
   are read are constants: the functions that print or read one of them are known. */

typedef struct statement statement;

_Bool output_real(statement *, int type, double) __asm__("rz.fortran.output.real");
_Bool output_complex(statement *, int type, double, double) __asm__("rz.fortran.output.complex");
_Bool output_whole(statement *, int type, size length, index) __asm__("rz.fortran.output.whole");
_Bool output_text(statement *, const byte *, size) __asm__("rz.fortran.output.text");
_Bool output_any(statement *, const descriptor *) __asm__("rz.fortran.output");

PRIVATE _Bool output(statement *to, int type, size length, const byte *at) {
    switch (type) {
    case FLOAT: return output_real(to, type, *(const float *)at);
    case DOUBLE: return output_real(to, type, *(const double *)at);
    case COMPLEX4: return output_complex(to, type, ((const float *)at)[0], ((const float *)at)[1]);
    case COMPLEX8: return output_complex(to, type, ((const double *)at)[0], ((const double *)at)[1]);
    case CHARACTER: return output_text(to, at, length);
    default: return output_whole(to, type, length, integer_at(length, at));
    }
}

PRIVATE int is_known_here(int type) {
    return type == FLOAT || type == DOUBLE || type == COMPLEX4 || type == COMPLEX8 ||
           (type >= INT8 && type <= INT64) || (type >= LOGICAL16 && type <= LOGICAL64) ||
           type == BOOL || type == CHARACTER;
}

INLINED _Bool _FortranAioOutputDescriptor(statement *to, const descriptor *d) {
    if (!is_known_here(d->type)) return output_any(to, d);
    _Bool done = 1;
    index n = count(d);
    for (index k = 0; k < n; k++) done = output(to, d->type, d->length, element(d, k)) && done;
    return done;
}

/* The next item is read by the first of these functions, and returned by the others. */
_Bool input_next(statement *, int type, size length) __asm__("rz.fortran.input");
double input_real(void) __asm__("rz.fortran.input.real");
double input_imaginary(void) __asm__("rz.fortran.input.imaginary");
index input_whole(void) __asm__("rz.fortran.input.whole");
byte input_byte(size) __asm__("rz.fortran.input.byte");

PRIVATE _Bool input(statement *from, int type, size length, byte *at) {
    if (!input_next(from, type, length)) return 0;
    switch (type) {
    case FLOAT: *(float *)at = (float)input_real(); break;
    case DOUBLE: *(double *)at = input_real(); break;
    case COMPLEX4:
        ((float *)at)[0] = (float)input_real();
        ((float *)at)[1] = (float)input_imaginary();
        break;
    case COMPLEX8:
        ((double *)at)[0] = input_real();
        ((double *)at)[1] = input_imaginary();
        break;
    case CHARACTER:
        for (size k = 0; k < length; k++) at[k] = input_byte(k);
        break;
    default: put_integer(length, at, input_whole());
    }
    return 1;
}

INLINED _Bool _FortranAioInputReal32(statement *from, float *x) {
    return input(from, FLOAT, 4, (byte *)x);
}
INLINED _Bool _FortranAioInputReal64(statement *from, double *x) {
    return input(from, DOUBLE, 8, (byte *)x);
}
INLINED _Bool _FortranAioInputComplex32(statement *from, float *x) {
    return input(from, COMPLEX4, 8, (byte *)x);
}
INLINED _Bool _FortranAioInputComplex64(statement *from, double *x) {
    return input(from, COMPLEX8, 16, (byte *)x);
}
INLINED _Bool _FortranAioInputInteger(statement *from, byte *x, int kind) {
    return input(from, integer_code(kind), kind, x);
}
INLINED _Bool _FortranAioInputLogical(statement *from, byte *x) { return input(from, BOOL, 1, x); }
INLINED _Bool _FortranAioInputAscii(statement *from, byte *x, size length) {
    return input(from, CHARACTER, length, x);
}

INLINED _Bool _FortranAioInputDescriptor(statement *from, const descriptor *d) {
    if (!is_known_here(d->type)) {
        _FortranAReportFatalUserError("an object of a derived type is read as a whole: there is no "
                                      "derivative of that", "", 0);
    }
    index n = count(d);
    for (index k = 0; k < n; k++)
        if (!input(from, d->type, d->length, element(d, k))) return 0;
    return 1;
}

/* ---- random numbers ---------------------------------------------------------------------------- */

double random_real(void) __asm__("rz.fortran.random");

INLINED void _FortranARandomNumber(const descriptor *d, const char *file, int line) {
    index n = count(d);
    for (index k = 0; k < n; k++) {
        if (d->type == DOUBLE) *(double *)element(d, k) = random_real();
        else if (d->type == FLOAT) *(float *)element(d, k) = (float)random_real();
        else _FortranAReportFatalUserError("random numbers of this kind are not supported", file, line);
    }
}
