define internal { double, double } @rz.0.f.g.fwd(ptr %p, ptr %p.sh) {
prologue:
  br label %0

0:
  %v = load double, ptr %p, align 8, !alias.scope !4, !noalias !5
  %1 = load double, ptr %p.sh, align 8, !alias.scope !6, !noalias !7
  %w = fmul double %v, %v
  %2 = fmul double %v, %1
  %3 = fmul double %v, %1
  %4 = fadd double %2, %3
  %5 = insertvalue { double, double } poison, double %w, 0
  %6 = insertvalue { double, double } %5, double %4, 1
  ret { double, double } %6
}

define { double } @f_dot(ptr %x, ptr %x.sh) {
prologue:
  br label %0

0:
  %1 = call { double, double } @rz.0.f.g.fwd(ptr %x, ptr %x.sh)
  %2 = extractvalue { double, double } %1, 1
  %3 = extractvalue { double, double } %1, 0
  store double 0.000000e+00, ptr %x, align 8, !alias.scope !12, !noalias !13
  store double 0.000000e+00, ptr %x.sh, align 8, !alias.scope !14, !noalias !15
  %w = fmul double %3, %3
  %4 = fmul double %3, %2
  %5 = fmul double %3, %2
  %6 = fadd double %4, %5
  %7 = insertvalue { double } poison, double %6, 0
  ret { double } %7
}
