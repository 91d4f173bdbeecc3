// k/2 · Σ (xᵢ₊₁ − xᵢ)² by a loop over memory, and a dense layer's squares by a call.
module {
  llvm.func @springs(%x: !llvm.ptr, %n: i64, %k: f64) -> f64 {
    %zero = llvm.mlir.constant(0.0 : f64) : f64
    %half = llvm.mlir.constant(5.0e-1 : f64) : f64
    %start = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %last = llvm.sub %n, %one : i64
    llvm.br ^head(%start, %zero : i64, f64)
  ^head(%i: i64, %sum: f64):
    %more = llvm.icmp "slt" %i, %last : i64
    llvm.cond_br %more, ^body, ^done
  ^body:
    %next = llvm.add %i, %one : i64
    %p = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %q = llvm.getelementptr %x[%next] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %a = llvm.load %p : !llvm.ptr -> f64
    %b = llvm.load %q : !llvm.ptr -> f64
    %d = llvm.fsub %b, %a : f64
    %dd = llvm.fmul %d, %d : f64
    %more_sum = llvm.fadd %sum, %dd : f64
    llvm.br ^head(%next, %more_sum : i64, f64)
  ^done:
    %scaled = llvm.fmul %k, %half : f64
    %e = llvm.fmul %scaled, %sum : f64
    llvm.return %e : f64
  }
  llvm.func @logistic(%x: f64) -> f64 {
    %one = llvm.mlir.constant(1.0 : f64) : f64
    %minus = llvm.fneg %x : f64
    %e = llvm.intr.exp(%minus) : (f64) -> f64
    %d = llvm.fadd %one, %e : f64
    %r = llvm.fdiv %one, %d : f64
    llvm.return %r : f64
  }
}
