define { double } @f_dot(double %x, double %x.dot, double %y, double %y.dot) {
prologue:
  br label %0

0:
  %u = fmul double %x, %y
  %1 = fmul double %y, %x.dot
  %2 = fmul double %x, %y.dot
  %3 = fadd double %1, %2
  %v = call double @llvm.sin.f64(double %u)
  %4 = call double @llvm.cos.f64(double %u)
  %5 = fmul double %4, %3
  %w = fdiv double %v, %y
  %6 = fmul double %w, %y.dot
  %7 = fsub double %5, %6
  %8 = fdiv double %7, %y
  %9 = insertvalue { double } poison, double %8, 0
  ret { double } %9
}
