define void @f_grad(ptr noalias %0, ptr noalias %1, ptr noalias %2, ptr noalias %3) mustprogress {
prologue:
  br label %4

4:
  %v = load double, ptr %0, align 8, !alias.scope !4, !noalias !5
  %w = fadd double %v, 1.000000e+00
  store double %w, ptr %0, align 8, !alias.scope !4, !noalias !5
  call void @llvm.memcpy.p0.p0.i64(ptr %2, ptr %0, i64 8, i1 false)
  br label %turn

turn:
  br label %reverse

reverse:
  br label %rev0

rev0:
  %5 = load double, ptr %3, align 1
  store double 0.000000e+00, ptr %3, align 1
  %6 = load double, ptr %1, align 1
  %7 = fadd reassoc nsz contract double %6, %5
  store double %7, ptr %1, align 1
  %8 = load double, ptr %1, align 8, !alias.scope !6, !noalias !7
  store double 0.000000e+00, ptr %1, align 8, !alias.scope !6, !noalias !7
  %9 = load double, ptr %1, align 8, !alias.scope !6, !noalias !7
  %10 = fadd reassoc nsz contract double %9, %8
  store double %10, ptr %1, align 8, !alias.scope !6, !noalias !7
  br label %done

done:
  ret void
}
