/* One TensorFlow operation for everything, through TensorFlow's C interface: no header, no C++.
 *
 * Which operation of ours it is says the attribute `key`; a callback turns that into native code,
 * once per kernel. The words are the attribute `sizes`, or the last input where there is one (`given`).
 */
typedef void any;
typedef void stub(any *context);
typedef stub *finder(const char *key);
extern any *TF_NewStatus(void);
extern void TF_DeleteStatus(any *);
extern int TF_GetCode(any *);
extern void TF_SetStatus(any *, int, const char *);
extern any *TF_NewOpDefinitionBuilder(const char *);
extern void TF_OpDefinitionBuilderAddAttr(any *, const char *);
extern void TF_OpDefinitionBuilderAddInput(any *, const char *);
extern void TF_OpDefinitionBuilderAddOutput(any *, const char *);
extern void TF_OpDefinitionBuilderSetShapeInferenceFunction(any *, void (*)(any *, any *));
extern void TF_ShapeInferenceContextSetUnknownShape(any *, any *);
extern void TF_RegisterOpDefinition(any *, any *);
extern any *TF_NewKernelBuilder(const char *, const char *, any *(*)(any *), void (*)(any *, any *),
                                void (*)(any *));
extern void TF_RegisterKernelBuilder(const char *, any *, any *);
extern void TF_OpKernelConstruction_GetAttrString(any *, const char *, char *, size_t, any *);
extern void TF_OpKernelConstruction_GetAttrInt64(any *, const char *, int64_t *, any *);
extern void TF_OpKernelConstruction_GetAttrSize(any *, const char *, int32_t *, int32_t *, any *);
extern void TF_OpKernelConstruction_GetAttrInt64List(any *, const char *, int64_t *, int, any *);
extern void TF_OpKernelConstruction_Failure(any *, any *);
extern void TF_OpKernelContext_Failure(any *, any *);
extern int TF_NumInputs(any *);
extern int TF_NumOutputs(any *);
extern void TF_GetInput(any *, int, any **, any *);
extern any *TF_AllocateOutput(any *, int, int, const int64_t *, int, size_t, any *);
extern int TF_TensorType(any *);
extern int TF_NumDims(any *);
extern int64_t TF_Dim(any *, int);
extern void *TF_TensorData(any *);
extern void TF_DeleteTensor(any *);
extern void *malloc(size_t);
extern void free(void *);

#define TYPES "{half,bfloat16,float,double,int8,int16,int32,int64,uint8,uint16,uint32,uint64,bool}"
enum { INVALID_ARGUMENT = 3, NOT_FOUND = 5, RESOURCE_EXHAUSTED = 8, INTERNAL = 13, KEY = 1024 };

typedef struct {
    stub *run;
    int64_t batched, lead, given;
    int32_t count; /* of the words, where they are not given by an input */
    int64_t *words;
    any *spare; /* a status for one call at a time */
} kernel;

typedef struct {
    any *context;
    kernel *kernel;
} invocation;

static finder *find;

static void read_words(any *construction, kernel *made, any *status)
{
    int32_t bytes;
    TF_OpKernelConstruction_GetAttrSize(construction, "sizes", &made->count, &bytes, status);
    if (TF_GetCode(status) || made->count <= 0)
        return;
    made->words = malloc(made->count * sizeof *made->words);
    TF_OpKernelConstruction_GetAttrInt64List(construction, "sizes", made->words, made->count,
                                             status);
}

static any *create(any *construction)
{
    any *status = TF_NewStatus();
    kernel *made = malloc(sizeof *made);
    char key[KEY] = {0};
    made->run = 0, made->count = 0, made->words = 0, made->spare = 0;
    TF_OpKernelConstruction_GetAttrString(construction, "key", key, KEY - 1, status);
    if (!TF_GetCode(status))
        TF_OpKernelConstruction_GetAttrInt64(construction, "batched", &made->batched, status);
    if (!TF_GetCode(status))
        TF_OpKernelConstruction_GetAttrInt64(construction, "lead", &made->lead, status);
    if (!TF_GetCode(status))
        TF_OpKernelConstruction_GetAttrInt64(construction, "given", &made->given, status);
    if (!TF_GetCode(status) && !made->given)
        read_words(construction, made, status);
    if (!TF_GetCode(status) && !(made->run = find(key))) {
        char text[KEY + 200] = "ribozyme has no function '";
        say(text, sizeof text, key);
        say(text, sizeof text, "' in this process: import the module that defines it first");
        TF_SetStatus(status, NOT_FOUND, text);
    }
    if (TF_GetCode(status))
        TF_OpKernelConstruction_Failure(construction, status);
    TF_DeleteStatus(status);
    return made;
}

static void destroy(any *made)
{
    kernel *k = made;
    if (k->spare)
        TF_DeleteStatus(k->spare);
    free(k->words);
    free(k);
}

static void compute(any *made, any *context)
{
    invocation call = {context, made};
    if (call.kernel->run)
        call.kernel->run(&call);
}

static void unknown_shape(any *context, any *status)
{
    TF_ShapeInferenceContextSetUnknownShape(context, status);
}

int rz_tf_register(const char *name, finder *finder)
{
    any *status = TF_NewStatus();
    any *op = TF_NewOpDefinitionBuilder(name);
    find = finder;
    TF_OpDefinitionBuilderAddAttr(op, "Tin: list(" TYPES ")");
    TF_OpDefinitionBuilderAddAttr(op, "Tout: list(" TYPES ")");
    TF_OpDefinitionBuilderAddAttr(op, "key: string");
    TF_OpDefinitionBuilderAddAttr(op, "batched: int");
    TF_OpDefinitionBuilderAddAttr(op, "lead: int");
    TF_OpDefinitionBuilderAddAttr(op, "given: int >= 0");
    TF_OpDefinitionBuilderAddAttr(op, "sizes: list(int) = []");
    TF_OpDefinitionBuilderAddInput(op, "args: Tin");
    TF_OpDefinitionBuilderAddInput(op, "words: given * int64");
    TF_OpDefinitionBuilderAddOutput(op, "outs: Tout");
    TF_OpDefinitionBuilderSetShapeInferenceFunction(op, unknown_shape);
    TF_RegisterOpDefinition(op, status);
    int code = TF_GetCode(status);
    if (!code) {
        TF_RegisterKernelBuilder(
            name, TF_NewKernelBuilder(name, "CPU", create, compute, destroy), status);
        code = TF_GetCode(status);
    }
    TF_DeleteStatus(status);
    return code;
}

/* The sizes of one item of a tensor, those of the batch left out; how many there are. */
static int64_t item_of(any *tensor, int64_t skipped, int64_t *sizes)
{
    int64_t rank = TF_NumDims(tensor);
    for (int64_t i = skipped; i < rank; i++)
        sizes[i - skipped] = TF_Dim(tensor, (int)i);
    return rank - skipped;
}

static int64_t product(const int64_t *sizes, int64_t count)
{
    int64_t total = 1;
    for (int64_t i = 0; i < count; i++)
        total *= sizes[i];
    return total;
}

/* Enter inputs and outputs; what is wrong, or null. */
static const char *entered(const invocation *of, const operation *op, any **tensors,
                           const int64_t *words, int64_t *call, any *status)
{
    int64_t batched = of->kernel->batched, lead = of->kernel->lead;
    int64_t front[RANK] = {0}, sizes[RANK];
    for (int64_t i = 0; i < op->inputs; i++) {
        int64_t skipped = lead && batched >> i & 1 ? lead : 0;
        int64_t rank = TF_NumDims(tensors[i]);
        if (TF_TensorType(tensors[i]) != op->ports[i].dtype)
            return "an input has the wrong dtype";
        if (rank < skipped || rank > RANK)
            return "an input has the wrong number of dimensions";
        for (int64_t k = 0; k < skipped; k++)
            front[k] = TF_Dim(tensors[i], (int)k);
        rank = item_of(tensors[i], skipped, sizes);
        int64_t items = product(sizes, rank);
        if (op->ports[i].like < 0 && items != 1)
            return "a parameter passed by value takes one number";
        enter(call, i, TF_TensorData(tensors[i]), items * op->ports[i].size, !skipped);
    }
    call[0] = product(front, lead);
    for (int64_t w = 0; w < op->words; w++)
        call[HEAD + PER_TENSOR * (op->inputs + op->outputs) + w] = words[w];
    for (int64_t j = 0; j < op->outputs; j++) {
        const port *port = op->ports + op->inputs + j;
        int64_t rank = 0;
        if (port->like >= 0)
            rank = item_of(tensors[port->like], lead && batched >> port->like & 1 ? lead : 0,
                           sizes);
        else if (port->word >= 0)
            sizes[rank++] = words[port->word];
        int64_t whole[2 * RANK], items = product(sizes, rank);
        if (items < 0)
            return "an output's shape has a negative length";
        for (int64_t k = 0; k < lead + rank; k++)
            whole[k] = k < lead ? front[k] : sizes[k - lead];
        any *made = TF_AllocateOutput(of->context, (int)j, (int)port->dtype, whole,
                                      (int)(lead + rank), call[0] * items * port->size, status);
        if (TF_GetCode(status))
            return 0;
        enter(call, op->inputs + j, TF_TensorData(made), items * port->size, 0);
        TF_DeleteTensor(made);
    }
    return 0;
}

static int64_t length(any *vector) { return TF_NumDims(vector) == 1 ? TF_Dim(vector, 0) : -1; }

static const char *called(const invocation *of, const operation *op, any **tensors, int64_t *held,
                          int64_t *call, any *status)
{
    int64_t given = of->kernel->given ? 1 : 0, count = of->kernel->count;
    const int64_t *words = of->kernel->words;
    if (TF_NumInputs(of->context) != op->inputs + given || TF_NumOutputs(of->context) != op->outputs)
        return "a call that does not fit the operation";
    for (; *held < op->inputs + given; ++*held) {
        TF_GetInput(of->context, (int)*held, &tensors[*held], status);
        if (TF_GetCode(status))
            return 0;
    }
    if (given) {
        count = length(tensors[op->inputs]);
        words = TF_TensorData(tensors[op->inputs]);
    }
    if (count != op->words)
        return "a call with the wrong number of words";
    return entered(of, op, tensors, words, call, status);
}

void rz_tf_call(invocation *of, const operation *op, adaptor *run)
{
    kernel *k = of->kernel;
    any *status = __atomic_exchange_n(&k->spare, 0, __ATOMIC_ACQ_REL);
    any *tensors[op->inputs + 1];
    int64_t call[call_words(op)], held = 0;
    char report[REPORT], text[REPORT + 200];
    report[0] = text[0] = 0; /* not all of it: that is what a small call costs */
    if (!status)
        status = TF_NewStatus();
    const char *wrong = called(of, op, tensors, &held, call, status);
    if (wrong)
        TF_SetStatus(status, INVALID_ARGUMENT, wrong);
    int failed = TF_GetCode(status);
    int found = failed ? 0 : run(call, report);
    if (found) {
        explain(text, sizeof text, op, found, report);
        TF_SetStatus(status, found == 1 ? RESOURCE_EXHAUSTED : INTERNAL, text);
    }
    for (int64_t i = 0; i < held; i++)
        TF_DeleteTensor(tensors[i]);
    if (failed || found)
        TF_OpKernelContext_Failure(of->context, status);
    else
        status = __atomic_exchange_n(&k->spare, status, __ATOMIC_ACQ_REL);
    if (status)
        TF_DeleteStatus(status);
}
