; call cubic: 0.8, 0.3; wrt a b
; ModuleID = 'cubic.c'
source_filename = "cubic.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local double @cubic(double noundef %0, double noundef %1) local_unnamed_addr #0 !dbg !9 {
  call void @llvm.dbg.value(metadata double %0, metadata !14, metadata !DIExpression()), !dbg !21
  call void @llvm.dbg.value(metadata double %1, metadata !15, metadata !DIExpression()), !dbg !21
  call void @llvm.dbg.value(metadata double 4.000000e-01, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !21
  call void @llvm.dbg.value(metadata double 1.000000e-01, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !21
  call void @llvm.dbg.value(metadata i32 0, metadata !18, metadata !DIExpression()), !dbg !22
  br label %10, !dbg !23

3:                                                ; preds = %79
  %4 = tail call double @llvm.fmuladd.f64(double %87, double %87, double 1.000000e+00), !dbg !24
  %5 = tail call double @llvm.sqrt.f64(double %4), !dbg !25
  %6 = tail call double @llvm.fabs.f64(double %87), !dbg !26
  %7 = fneg double %6, !dbg !27
  %8 = tail call double @llvm.exp.f64(double %7), !dbg !28
  %9 = tail call double @llvm.fmuladd.f64(double %86, double %5, double %8), !dbg !29
  ret double %9, !dbg !30

10:                                               ; preds = %2, %79
  %11 = phi i32 [ 0, %2 ], [ %88, %79 ]
  %12 = phi double [ 4.000000e-01, %2 ], [ %86, %79 ]
  %13 = phi double [ 1.000000e-01, %2 ], [ %87, %79 ]
  call void @llvm.dbg.value(metadata i32 %11, metadata !18, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.value(metadata double %12, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !21
  call void @llvm.dbg.value(metadata double %13, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !21
  %14 = fmul double %12, %12, !dbg !31
  %15 = fmul double %13, %13, !dbg !31
  %16 = fmul double %13, %12, !dbg !31
  %17 = fsub double %14, %15, !dbg !31
  %18 = fadd double %16, %16, !dbg !31
  %19 = fcmp uno double %17, 0.000000e+00, !dbg !31
  br i1 %19, label %20, label %26, !dbg !31, !prof !33

20:                                               ; preds = %10
  %21 = fcmp uno double %18, 0.000000e+00, !dbg !31
  br i1 %21, label %22, label %26, !dbg !31, !prof !33

22:                                               ; preds = %20
  %23 = tail call { double, double } @__muldc3(double noundef %12, double noundef %13, double noundef %12, double noundef %13) #3, !dbg !31
  %24 = extractvalue { double, double } %23, 0, !dbg !31
  %25 = extractvalue { double, double } %23, 1, !dbg !31
  br label %26, !dbg !31

26:                                               ; preds = %22, %20, %10
  %27 = phi double [ %17, %10 ], [ %17, %20 ], [ %24, %22 ], !dbg !31
  %28 = phi double [ %18, %10 ], [ %18, %20 ], [ %25, %22 ], !dbg !31
  %29 = fmul double %12, %27, !dbg !34
  %30 = fmul double %13, %28, !dbg !34
  %31 = fmul double %13, %27, !dbg !34
  %32 = fmul double %12, %28, !dbg !34
  %33 = fsub double %29, %30, !dbg !34
  %34 = fadd double %31, %32, !dbg !34
  %35 = fcmp uno double %33, 0.000000e+00, !dbg !34
  br i1 %35, label %36, label %42, !dbg !34, !prof !33

36:                                               ; preds = %26
  %37 = fcmp uno double %34, 0.000000e+00, !dbg !34
  br i1 %37, label %38, label %42, !dbg !34, !prof !33

38:                                               ; preds = %36
  %39 = tail call { double, double } @__muldc3(double noundef %27, double noundef %28, double noundef %12, double noundef %13) #3, !dbg !34
  %40 = extractvalue { double, double } %39, 0, !dbg !34
  %41 = extractvalue { double, double } %39, 1, !dbg !34
  br label %42, !dbg !34

42:                                               ; preds = %38, %36, %26
  %43 = phi double [ %33, %26 ], [ %33, %36 ], [ %40, %38 ], !dbg !34
  %44 = phi double [ %34, %26 ], [ %34, %36 ], [ %41, %38 ], !dbg !34
  %45 = fmul double %12, %0, !dbg !35
  %46 = fmul double %13, %0, !dbg !35
  %47 = fadd double %45, %43, !dbg !36
  %48 = fadd double %46, %44, !dbg !36
  %49 = fadd double %47, %1, !dbg !37
  %50 = fmul double %12, 3.000000e+00, !dbg !38
  %51 = fmul double %13, 0.000000e+00, !dbg !38
  %52 = fmul double %13, 3.000000e+00, !dbg !38
  %53 = fmul double %12, 0.000000e+00, !dbg !38
  %54 = fsub double %50, %51, !dbg !38
  %55 = fadd double %52, %53, !dbg !38
  %56 = fcmp uno double %54, 0.000000e+00, !dbg !38
  br i1 %56, label %57, label %63, !dbg !38, !prof !33

57:                                               ; preds = %42
  %58 = fcmp uno double %55, 0.000000e+00, !dbg !38
  br i1 %58, label %59, label %63, !dbg !38, !prof !33

59:                                               ; preds = %57
  %60 = tail call { double, double } @__muldc3(double noundef 3.000000e+00, double noundef 0.000000e+00, double noundef %12, double noundef %13) #3, !dbg !38
  %61 = extractvalue { double, double } %60, 0, !dbg !38
  %62 = extractvalue { double, double } %60, 1, !dbg !38
  br label %63, !dbg !38

63:                                               ; preds = %59, %57, %42
  %64 = phi double [ %54, %42 ], [ %54, %57 ], [ %61, %59 ], !dbg !38
  %65 = phi double [ %55, %42 ], [ %55, %57 ], [ %62, %59 ], !dbg !38
  %66 = fmul double %12, %64, !dbg !39
  %67 = fmul double %13, %65, !dbg !39
  %68 = fmul double %13, %64, !dbg !39
  %69 = fmul double %12, %65, !dbg !39
  %70 = fsub double %66, %67, !dbg !39
  %71 = fadd double %68, %69, !dbg !39
  %72 = fcmp uno double %70, 0.000000e+00, !dbg !39
  br i1 %72, label %73, label %79, !dbg !39, !prof !33

73:                                               ; preds = %63
  %74 = fcmp uno double %71, 0.000000e+00, !dbg !39
  br i1 %74, label %75, label %79, !dbg !39, !prof !33

75:                                               ; preds = %73
  %76 = tail call { double, double } @__muldc3(double noundef %64, double noundef %65, double noundef %12, double noundef %13) #3, !dbg !39
  %77 = extractvalue { double, double } %76, 0, !dbg !39
  %78 = extractvalue { double, double } %76, 1, !dbg !39
  br label %79, !dbg !39

79:                                               ; preds = %75, %73, %63
  %80 = phi double [ %70, %63 ], [ %70, %73 ], [ %77, %75 ], !dbg !39
  %81 = phi double [ %71, %63 ], [ %71, %73 ], [ %78, %75 ], !dbg !39
  %82 = fadd double %80, %0, !dbg !40
  %83 = tail call { double, double } @__divdc3(double noundef %49, double noundef %48, double noundef %82, double noundef %81) #3, !dbg !41
  %84 = extractvalue { double, double } %83, 0, !dbg !41
  %85 = extractvalue { double, double } %83, 1, !dbg !41
  %86 = fsub double %12, %84, !dbg !42
  %87 = fsub double %13, %85, !dbg !42
  call void @llvm.dbg.value(metadata double %86, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !21
  call void @llvm.dbg.value(metadata double %87, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !21
  %88 = add nuw nsw i32 %11, 1, !dbg !43
  call void @llvm.dbg.value(metadata i32 %88, metadata !18, metadata !DIExpression()), !dbg !22
  call void @llvm.dbg.value(metadata double %86, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !21
  call void @llvm.dbg.value(metadata double %87, metadata !16, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !21
  %89 = icmp eq i32 %88, 12, !dbg !44
  br i1 %89, label %3, label %10, !dbg !23, !llvm.loop !45
}

declare { double, double } @__muldc3(double, double, double, double) local_unnamed_addr

declare { double, double } @__divdc3(double, double, double, double) local_unnamed_addr

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.exp.f64(double) #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #2

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "cubic.c", directory: ".", checksumkind: CSK_MD5, checksum: "9d6a470ab5c4b61890c2bd68805ffcc1")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!9 = distinct !DISubprogram(name: "cubic", scope: !1, file: !1, line: 5, type: !10, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !13)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !12, !12}
!12 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!13 = !{!14, !15, !16, !18}
!14 = !DILocalVariable(name: "a", arg: 1, scope: !9, file: !1, line: 5, type: !12)
!15 = !DILocalVariable(name: "b", arg: 2, scope: !9, file: !1, line: 5, type: !12)
!16 = !DILocalVariable(name: "z", scope: !9, file: !1, line: 6, type: !17)
!17 = !DIBasicType(name: "complex", size: 128, encoding: DW_ATE_complex_float)
!18 = !DILocalVariable(name: "i", scope: !19, file: !1, line: 7, type: !20)
!19 = distinct !DILexicalBlock(scope: !9, file: !1, line: 7, column: 5)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DILocation(line: 0, scope: !9)
!22 = !DILocation(line: 0, scope: !19)
!23 = !DILocation(line: 7, column: 5, scope: !19)
!24 = !DILocation(line: 8, column: 30, scope: !9)
!25 = !DILocation(line: 8, column: 23, scope: !9)
!26 = !DILocation(line: 8, column: 60, scope: !9)
!27 = !DILocation(line: 8, column: 59, scope: !9)
!28 = !DILocation(line: 8, column: 55, scope: !9)
!29 = !DILocation(line: 8, column: 53, scope: !9)
!30 = !DILocation(line: 8, column: 5, scope: !9)
!31 = !DILocation(line: 7, column: 42, scope: !32)
!32 = distinct !DILexicalBlock(scope: !19, file: !1, line: 7, column: 5)
!33 = !{!"branch_weights", i32 1, i32 1048575}
!34 = !DILocation(line: 7, column: 46, scope: !32)
!35 = !DILocation(line: 7, column: 54, scope: !32)
!36 = !DILocation(line: 7, column: 50, scope: !32)
!37 = !DILocation(line: 7, column: 58, scope: !32)
!38 = !DILocation(line: 7, column: 68, scope: !32)
!39 = !DILocation(line: 7, column: 72, scope: !32)
!40 = !DILocation(line: 7, column: 76, scope: !32)
!41 = !DILocation(line: 7, column: 63, scope: !32)
!42 = !DILocation(line: 7, column: 36, scope: !32)
!43 = !DILocation(line: 7, column: 30, scope: !32)
!44 = !DILocation(line: 7, column: 23, scope: !32)
!45 = distinct !{!45, !23, !46, !47, !48}
!46 = !DILocation(line: 7, column: 79, scope: !19)
!47 = !{!"llvm.loop.mustprogress"}
!48 = !{!"llvm.loop.unroll.disable"}
