/* Tensors of torch by libtorch's C interface: no header of torch, no C++. */
typedef void *tensor;
typedef int32_t failed;
extern failed aoti_torch_get_dim(tensor, int64_t *);
extern failed aoti_torch_get_sizes(tensor, int64_t **);
extern failed aoti_torch_get_strides(tensor, int64_t **);
extern failed aoti_torch_get_dtype(tensor, int32_t *);
extern failed aoti_torch_is_contiguous(tensor, _Bool *);
extern failed torch_get_mutable_data_ptr(tensor, void **);
extern failed torch_get_const_data_ptr(tensor, const void **);
extern failed aoti_torch_empty_strided(int64_t, const int64_t *, const int64_t *, int32_t, int32_t,
                                       int32_t, tensor *);
extern failed aoti_torch_copy_(tensor, tensor, int32_t);
extern failed aoti_torch_delete_tensor_object(tensor);

enum { CPU = 0 };

static tensor fresh(int64_t rank, const int64_t *sizes, int32_t dtype)
{
    int64_t strides[RANK], step = 1;
    tensor made = 0;
    for (int64_t i = rank - 1; i >= 0; i--) {
        strides[i] = step;
        step *= sizes[i] > 1 ? sizes[i] : 1;
    }
    return aoti_torch_empty_strided(rank, sizes, strides, dtype, CPU, 0, &made) ? 0 : made;
}

/* What is wrong with an input, or null; afterwards it is contiguous. */
static const char *prepared(uint64_t *slot, const port *port)
{
    int32_t dtype;
    int64_t rank, *sizes;
    _Bool contiguous;
    tensor given = (tensor)*slot;
    if (aoti_torch_get_dtype(given, &dtype) || aoti_torch_get_dim(given, &rank) ||
        aoti_torch_get_sizes(given, &sizes) || aoti_torch_is_contiguous(given, &contiguous))
        return "an input is no ordinary tensor";
    if (dtype != port->dtype)
        return "an input has the wrong dtype";
    if (rank > RANK)
        return "an input has too many dimensions";
    if (contiguous)
        return 0;
    tensor copy = fresh(rank, sizes, dtype);
    if (!copy || aoti_torch_copy_(copy, given, 0))
        return "an input cannot be copied";
    aoti_torch_delete_tensor_object(given);
    *slot = (uint64_t)copy;
    return 0;
}

static int64_t product(const int64_t *sizes, int64_t count)
{
    int64_t total = 1;
    for (int64_t i = 0; i < count; i++)
        total *= sizes[i];
    return total;
}

typedef struct {
    const operation *op;
    uint64_t *stack; /* handles of the inputs, then the words */
    int64_t batched, lead;
    int64_t front[RANK]; /* the batch's sizes */
} frame;

static int has_batch(const frame *f, int64_t input) { return f->lead && f->batched >> input & 1; }

/* Enter an input; its sizes without the batch's go to `sizes`, their number is the result. */
static int64_t item_of(const frame *f, int64_t input, int64_t **sizes)
{
    int64_t rank, skipped = has_batch(f, input) ? f->lead : 0;
    aoti_torch_get_dim((tensor)f->stack[input], &rank);
    aoti_torch_get_sizes((tensor)f->stack[input], sizes);
    *sizes += skipped;
    return rank - skipped;
}

static const char *inputs(frame *f, int64_t *call)
{
    const operation *op = f->op;
    for (int64_t i = 0; i < op->inputs; i++) {
        const char *wrong = prepared(f->stack + i, op->ports + i);
        if (wrong)
            return wrong;
    }
    for (int64_t i = 0; i < op->inputs; i++) {
        int64_t *sizes, rank = item_of(f, i, &sizes);
        const void *data;
        if (rank < 0)
            return "a batch has more dimensions than its tensors";
        if (op->ports[i].like < 0 && product(sizes, rank) != 1)
            return "a parameter passed by value takes one number";
        if (has_batch(f, i))
            for (int64_t k = 0; k < f->lead; k++)
                f->front[k] = sizes[k - f->lead];
        if (torch_get_const_data_ptr((tensor)f->stack[i], &data))
            return "an input has no memory";
        enter(call, i, data, product(sizes, rank) * op->ports[i].size, !has_batch(f, i));
    }
    return 0;
}

static const char *outputs(frame *f, int64_t *call, tensor *made)
{
    const operation *op = f->op;
    for (int64_t j = 0; j < op->outputs; j++) {
        const port *port = op->ports + op->inputs + j;
        int64_t sizes[RANK], rank = f->lead, *core, count = 0;
        void *data;
        for (int64_t k = 0; k < f->lead; k++)
            sizes[k] = f->front[k];
        if (port->like >= 0)
            count = item_of(f, port->like, &core);
        else if (port->word >= 0) {
            core = (int64_t *)f->stack + op->inputs + port->word;
            count = 1;
        }
        if (rank + count > RANK)
            return "an output has too many dimensions";
        for (int64_t k = 0; k < count; k++) {
            if (core[k] < 0)
                return "an output's shape has a negative length";
            sizes[rank++] = core[k];
        }
        made[j] = fresh(rank, sizes, port->dtype);
        if (!made[j] || torch_get_mutable_data_ptr(made[j], &data))
            return "no memory for an output";
        enter(call, op->inputs + j, data, product(sizes + f->lead, rank - f->lead) * port->size, 0);
    }
    return 0;
}

/* Enter inputs and outputs into a call; what is wrong, or null. `made` gets the outputs. */
static const char *entered(frame *f, int64_t *call, tensor *made)
{
    const operation *op = f->op;
    for (int64_t j = 0; j < op->outputs; j++)
        made[j] = 0;
    if (f->lead < 0 || f->lead > RANK)
        return "a batch has more dimensions than tensors may have";
    for (int64_t k = 0; k < f->lead; k++)
        f->front[k] = 0;
    const char *wrong = inputs(f, call);
    if (!wrong)
        wrong = outputs(f, call, made);
    call[0] = product(f->front, f->lead);
    for (int64_t w = 0; w < op->words; w++)
        call[HEAD + PER_TENSOR * (op->inputs + op->outputs) + w] =
            (int64_t)f->stack[op->inputs + w];
    return wrong;
}

static void dropped(const operation *op, tensor *made)
{
    for (int64_t j = 0; j < op->outputs; j++)
        if (made[j])
            aoti_torch_delete_tensor_object(made[j]);
}
