define void @f_dot(ptr %x, ptr %x.sh) {
prologue:
  br label %0

0:
  %v = load <2 x double>, ptr %x, align 16, !alias.scope !4, !noalias !5
  %1 = load <2 x double>, ptr %x.sh, align 16, !alias.scope !6, !noalias !7
  %e = extractelement <2 x double> %v, i64 0
  %2 = extractelement <2 x double> %1, i64 0
  %w = insertelement <2 x double> %v, double %e, i64 1
  %3 = insertelement <2 x double> %1, double %2, i64 1
  %m = fmul <2 x double> %v, %w
  %4 = fmul <2 x double> %w, %1
  %5 = fmul <2 x double> %v, %3
  %6 = fadd <2 x double> %4, %5
  store <2 x double> %m, ptr %x, align 16, !alias.scope !4, !noalias !5
  store <2 x double> %6, ptr %x.sh, align 16, !alias.scope !6, !noalias !7
  ret void
}
