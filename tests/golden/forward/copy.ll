define void @f_dot(ptr noalias %x, ptr noalias %x.sh, ptr noalias %y, ptr noalias %y.sh) {
prologue:
  br label %0

0:
  %v = load double, ptr %x, align 8, !alias.scope !4, !noalias !5
  %1 = load double, ptr %x.sh, align 8, !alias.scope !6, !noalias !7
  %w = fadd double %v, 1.000000e+00
  store double %w, ptr %x, align 8, !alias.scope !4, !noalias !5
  store double %1, ptr %x.sh, align 8, !alias.scope !6, !noalias !7
  call void @llvm.memcpy.p0.p0.i64(ptr %y.sh, ptr %x.sh, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)
  ret void
}
