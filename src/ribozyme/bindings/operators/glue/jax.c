/* An XLA FFI handler by XLA's C structures, version 0.1 of its interface: no header of XLA.
 *
 * The attribute `rz` is an array of int64: which inputs have the batch's dimensions in front (a bit
 * each), how many dimensions those are, and the words.
 */
typedef struct extension {
    size_t size;
    int type;
    struct extension *next;
} extension;
typedef struct {
    size_t size;
    extension *more;
    int major, minor;
} version;
typedef struct {
    size_t size;
    version api;
    uint32_t traits;
} metadata;
typedef struct {
    extension base;
    metadata *metadata;
} metadata_extension;
typedef struct {
    size_t size;
    extension *more;
    const char *message;
    int code;
} error_args;
typedef struct {
    size_t size;
    extension *more;
    version api;
    const void *internal;
    void *(*error)(error_args *);
} api;
typedef struct {
    size_t size;
    extension *more;
    int dtype;
    void *data;
    int64_t rank;
    int64_t *dims;
} buffer;
typedef struct {
    size_t size;
    extension *more;
    int64_t count;
    int *types;
    buffer **values;
} buffers;
typedef struct {
    int dtype;
    size_t count;
    int64_t *data;
} array;
typedef struct {
    size_t size;
    extension *more;
    int64_t count;
    int *types;
    void **names;
    array **values;
} attributes;
typedef struct {
    size_t size;
    extension *more;
    const api *api;
    void *context;
    int stage;
    buffers args, rets;
    attributes attrs;
} frame;

enum { METADATA = 1, ARRAY = 1, S64 = 5, INVALID_ARGUMENT = 3, RESOURCE_EXHAUSTED = 8, INTERNAL = 13 };

static void *fault(const frame *f, int code, const char *message)
{
    error_args args = {sizeof args, 0, message, code};
    return f->api->error(&args);
}

static int64_t product(const int64_t *sizes, int64_t count)
{
    int64_t total = 1;
    for (int64_t i = 0; i < count; i++)
        total *= sizes[i];
    return total;
}

/* Enter the tensors; what is wrong with them, or null. */
static const char *entered(const frame *f, const operation *op, int64_t *call, const array *how)
{
    int64_t batched = how->data[0], lead = how->data[1], count = 1;
    for (int64_t i = 0; i < op->inputs + op->outputs; i++) {
        int is_input = i < op->inputs;
        const buffer *b = is_input ? f->args.values[i] : f->rets.values[i - op->inputs];
        int shared = is_input && !(lead && batched >> i & 1);
        int64_t skipped = shared ? 0 : lead;
        if (b->dtype != op->ports[i].dtype)
            return "a buffer has the wrong dtype";
        if (b->rank < skipped)
            return "a batch has more dimensions than its buffers";
        int64_t items = product(b->dims + skipped, b->rank - skipped);
        if (is_input && op->ports[i].like < 0 && items != 1)
            return "a parameter passed by value takes one number";
        if (!shared)
            count = product(b->dims, lead);
        enter(call, i, b->data, items * op->ports[i].size, shared);
    }
    call[0] = count;
    return 0;
}

void *rz_jax_call(frame *f, const operation *op, adaptor *run)
{
    if (f->more && f->more->type == METADATA) { /* asked what this is, when it is registered */
        metadata *about = ((metadata_extension *)f->more)->metadata;
        about->api.major = 0;
        about->api.minor = 1;
        about->traits = 0;
        return 0;
    }
    const array *how = f->attrs.count == 1 && f->attrs.types[0] == ARRAY ? f->attrs.values[0] : 0;
    if (!how || how->dtype != S64 || (int64_t)how->count != 2 + op->words ||
        f->args.count != op->inputs || f->rets.count != op->outputs)
        return fault(f, INVALID_ARGUMENT, "a call that does not fit the operation");
    int64_t call[call_words(op)];
    char report[REPORT], text[REPORT + 200];
    report[0] = text[0] = 0; /* not all of it: that is what a small call costs */
    const char *wrong = entered(f, op, call, how);
    if (wrong)
        return fault(f, INVALID_ARGUMENT, wrong);
    for (int64_t w = 0; w < op->words; w++)
        call[HEAD + PER_TENSOR * (op->inputs + op->outputs) + w] = how->data[2 + w];
    int status = run(call, report);
    if (!status)
        return 0;
    explain(text, sizeof text, op, status, report);
    return fault(f, status == 1 ? RESOURCE_EXHAUSTED : INTERNAL, text);
}
