define void @f_dot(ptr %x, ptr %x.sh, ptr %y, ptr %y.sh) {
prologue:
  br label %0

0:
  %v = load double, ptr %x, align 8, !alias.scope !4, !noalias !5
  %1 = load double, ptr %x.sh, align 8, !alias.scope !6, !noalias !7
  %w = fmul double %v, %v
  %2 = fmul double %v, %1
  %3 = fmul double %v, %1
  %4 = fadd double %2, %3
  store double %w, ptr %y, align 8, !alias.scope !4, !noalias !5
  store double %4, ptr %y.sh, align 8, !alias.scope !6, !noalias !7
  ret void
}
