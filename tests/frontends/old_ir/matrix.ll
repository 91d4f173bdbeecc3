; call matrix: V(36), V(6), 6; wrt a x
; ModuleID = 'matrix.c'
source_filename = "matrix.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind memory(readwrite, argmem: read) uwtable
define dso_local double @matrix(ptr noalias nocapture noundef readonly %0, ptr noalias nocapture noundef readonly %1, i32 noundef %2) local_unnamed_addr #0 !dbg !9 {
  call void @llvm.dbg.value(metadata ptr %0, metadata !18, metadata !DIExpression()), !dbg !32
  call void @llvm.dbg.value(metadata ptr %1, metadata !19, metadata !DIExpression()), !dbg !32
  call void @llvm.dbg.value(metadata i32 %2, metadata !20, metadata !DIExpression()), !dbg !32
  %4 = sext i32 %2 to i64, !dbg !33
  %5 = shl nsw i64 %4, 3, !dbg !34
  %6 = tail call noalias ptr @malloc(i64 noundef %5) #5, !dbg !35
  call void @llvm.dbg.value(metadata ptr %6, metadata !21, metadata !DIExpression()), !dbg !32
  call void @llvm.dbg.value(metadata i32 0, metadata !23, metadata !DIExpression()), !dbg !36
  %7 = icmp sgt i32 %2, 0, !dbg !37
  br i1 %7, label %8, label %97, !dbg !38

8:                                                ; preds = %3
  %9 = zext i32 %2 to i64, !dbg !37
  %10 = and i64 %9, 3
  %11 = icmp ult i32 %2, 4
  %12 = and i64 %9, 4294967292
  %13 = icmp eq i64 %10, 0
  br label %14, !dbg !38

14:                                               ; preds = %8, %69
  %15 = phi i64 [ 0, %8 ], [ %71, %69 ]
  call void @llvm.dbg.value(metadata i64 %15, metadata !23, metadata !DIExpression()), !dbg !36
  %16 = getelementptr inbounds double, ptr %6, i64 %15, !dbg !39
  call void @llvm.dbg.value(metadata i32 0, metadata !25, metadata !DIExpression()), !dbg !40
  %17 = mul nsw i64 %15, %4
  br i1 %11, label %52, label %18, !dbg !41

18:                                               ; preds = %14, %18
  %19 = phi i64 [ %49, %18 ], [ 0, %14 ], !dbg !40
  %20 = phi double [ %48, %18 ], [ 0.000000e+00, %14 ], !dbg !40
  %21 = phi i64 [ %50, %18 ], [ 0, %14 ]
  call void @llvm.dbg.value(metadata i64 %19, metadata !25, metadata !DIExpression()), !dbg !40
  %22 = add nsw i64 %19, %17, !dbg !42
  %23 = getelementptr inbounds double, ptr %0, i64 %22, !dbg !44
  %24 = load double, ptr %23, align 8, !dbg !44, !tbaa !45
  %25 = getelementptr inbounds double, ptr %1, i64 %19, !dbg !49
  %26 = load double, ptr %25, align 8, !dbg !49, !tbaa !45
  %27 = tail call double @llvm.fmuladd.f64(double %24, double %26, double %20), !dbg !50
  %28 = or i64 %19, 1, !dbg !51
  call void @llvm.dbg.value(metadata i64 %28, metadata !25, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata i64 %28, metadata !25, metadata !DIExpression()), !dbg !40
  %29 = add nsw i64 %28, %17, !dbg !42
  %30 = getelementptr inbounds double, ptr %0, i64 %29, !dbg !44
  %31 = load double, ptr %30, align 8, !dbg !44, !tbaa !45
  %32 = getelementptr inbounds double, ptr %1, i64 %28, !dbg !49
  %33 = load double, ptr %32, align 8, !dbg !49, !tbaa !45
  %34 = tail call double @llvm.fmuladd.f64(double %31, double %33, double %27), !dbg !50
  %35 = or i64 %19, 2, !dbg !51
  call void @llvm.dbg.value(metadata i64 %35, metadata !25, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata i64 %35, metadata !25, metadata !DIExpression()), !dbg !40
  %36 = add nsw i64 %35, %17, !dbg !42
  %37 = getelementptr inbounds double, ptr %0, i64 %36, !dbg !44
  %38 = load double, ptr %37, align 8, !dbg !44, !tbaa !45
  %39 = getelementptr inbounds double, ptr %1, i64 %35, !dbg !49
  %40 = load double, ptr %39, align 8, !dbg !49, !tbaa !45
  %41 = tail call double @llvm.fmuladd.f64(double %38, double %40, double %34), !dbg !50
  %42 = or i64 %19, 3, !dbg !51
  call void @llvm.dbg.value(metadata i64 %42, metadata !25, metadata !DIExpression()), !dbg !40
  call void @llvm.dbg.value(metadata i64 %42, metadata !25, metadata !DIExpression()), !dbg !40
  %43 = add nsw i64 %42, %17, !dbg !42
  %44 = getelementptr inbounds double, ptr %0, i64 %43, !dbg !44
  %45 = load double, ptr %44, align 8, !dbg !44, !tbaa !45
  %46 = getelementptr inbounds double, ptr %1, i64 %42, !dbg !49
  %47 = load double, ptr %46, align 8, !dbg !49, !tbaa !45
  %48 = tail call double @llvm.fmuladd.f64(double %45, double %47, double %41), !dbg !50
  %49 = add nuw nsw i64 %19, 4, !dbg !51
  call void @llvm.dbg.value(metadata i64 %49, metadata !25, metadata !DIExpression()), !dbg !40
  %50 = add i64 %21, 4, !dbg !41
  %51 = icmp eq i64 %50, %12, !dbg !41
  br i1 %51, label %52, label %18, !dbg !41, !llvm.loop !52

52:                                               ; preds = %18, %14
  %53 = phi double [ undef, %14 ], [ %48, %18 ]
  %54 = phi i64 [ 0, %14 ], [ %49, %18 ]
  %55 = phi double [ 0.000000e+00, %14 ], [ %48, %18 ]
  br i1 %13, label %69, label %56, !dbg !41

56:                                               ; preds = %52, %56
  %57 = phi i64 [ %66, %56 ], [ %54, %52 ], !dbg !40
  %58 = phi double [ %65, %56 ], [ %55, %52 ], !dbg !40
  %59 = phi i64 [ %67, %56 ], [ 0, %52 ]
  call void @llvm.dbg.value(metadata i64 %57, metadata !25, metadata !DIExpression()), !dbg !40
  %60 = add nsw i64 %57, %17, !dbg !42
  %61 = getelementptr inbounds double, ptr %0, i64 %60, !dbg !44
  %62 = load double, ptr %61, align 8, !dbg !44, !tbaa !45
  %63 = getelementptr inbounds double, ptr %1, i64 %57, !dbg !49
  %64 = load double, ptr %63, align 8, !dbg !49, !tbaa !45
  %65 = tail call double @llvm.fmuladd.f64(double %62, double %64, double %58), !dbg !50
  %66 = add nuw nsw i64 %57, 1, !dbg !51
  call void @llvm.dbg.value(metadata i64 %66, metadata !25, metadata !DIExpression()), !dbg !40
  %67 = add i64 %59, 1, !dbg !41
  %68 = icmp eq i64 %67, %10, !dbg !41
  br i1 %68, label %69, label %56, !dbg !41, !llvm.loop !55

69:                                               ; preds = %56, %52
  %70 = phi double [ %53, %52 ], [ %65, %56 ], !dbg !50
  store double %70, ptr %16, align 8, !dbg !50, !tbaa !45
  %71 = add nuw nsw i64 %15, 1, !dbg !57
  call void @llvm.dbg.value(metadata i64 %71, metadata !23, metadata !DIExpression()), !dbg !36
  %72 = icmp eq i64 %71, %9, !dbg !37
  br i1 %72, label %73, label %14, !dbg !38, !llvm.loop !58

73:                                               ; preds = %69
  call void @llvm.dbg.value(metadata i32 0, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double 0.000000e+00, metadata !29, metadata !DIExpression()), !dbg !32
  br i1 %7, label %74, label %97, !dbg !61

74:                                               ; preds = %73
  %75 = and i64 %9, 3, !dbg !61
  %76 = icmp ult i32 %2, 4, !dbg !61
  br i1 %76, label %79, label %77, !dbg !61

77:                                               ; preds = %74
  %78 = and i64 %9, 4294967292, !dbg !61
  br label %99, !dbg !61

79:                                               ; preds = %99, %74
  %80 = phi double [ undef, %74 ], [ %129, %99 ]
  %81 = phi i64 [ 0, %74 ], [ %130, %99 ]
  %82 = phi double [ 0.000000e+00, %74 ], [ %129, %99 ]
  %83 = icmp eq i64 %75, 0, !dbg !61
  br i1 %83, label %97, label %84, !dbg !61

84:                                               ; preds = %79, %84
  %85 = phi i64 [ %94, %84 ], [ %81, %79 ]
  %86 = phi double [ %93, %84 ], [ %82, %79 ]
  %87 = phi i64 [ %95, %84 ], [ 0, %79 ]
  call void @llvm.dbg.value(metadata i64 %85, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double %86, metadata !29, metadata !DIExpression()), !dbg !32
  %88 = getelementptr inbounds double, ptr %6, i64 %85, !dbg !62
  %89 = load double, ptr %88, align 8, !dbg !62, !tbaa !45
  %90 = fmul double %89, %89, !dbg !64
  %91 = getelementptr inbounds double, ptr %1, i64 %85, !dbg !65
  %92 = load double, ptr %91, align 8, !dbg !65, !tbaa !45
  %93 = tail call double @llvm.fmuladd.f64(double %90, double %92, double %86), !dbg !66
  call void @llvm.dbg.value(metadata double %93, metadata !29, metadata !DIExpression()), !dbg !32
  %94 = add nuw nsw i64 %85, 1, !dbg !67
  call void @llvm.dbg.value(metadata i64 %94, metadata !30, metadata !DIExpression()), !dbg !60
  %95 = add i64 %87, 1, !dbg !61
  %96 = icmp eq i64 %95, %75, !dbg !61
  br i1 %96, label %97, label %84, !dbg !61, !llvm.loop !68

97:                                               ; preds = %79, %84, %3, %73
  %98 = phi double [ 0.000000e+00, %73 ], [ 0.000000e+00, %3 ], [ %80, %79 ], [ %93, %84 ], !dbg !32
  tail call void @free(ptr noundef %6) #6, !dbg !69
  ret double %98, !dbg !70

99:                                               ; preds = %99, %77
  %100 = phi i64 [ 0, %77 ], [ %130, %99 ]
  %101 = phi double [ 0.000000e+00, %77 ], [ %129, %99 ]
  %102 = phi i64 [ 0, %77 ], [ %131, %99 ]
  call void @llvm.dbg.value(metadata i64 %100, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double %101, metadata !29, metadata !DIExpression()), !dbg !32
  %103 = getelementptr inbounds double, ptr %6, i64 %100, !dbg !62
  %104 = load double, ptr %103, align 8, !dbg !62, !tbaa !45
  %105 = fmul double %104, %104, !dbg !64
  %106 = getelementptr inbounds double, ptr %1, i64 %100, !dbg !65
  %107 = load double, ptr %106, align 8, !dbg !65, !tbaa !45
  %108 = tail call double @llvm.fmuladd.f64(double %105, double %107, double %101), !dbg !66
  call void @llvm.dbg.value(metadata double %108, metadata !29, metadata !DIExpression()), !dbg !32
  %109 = or i64 %100, 1, !dbg !67
  call void @llvm.dbg.value(metadata i64 %109, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata i64 %109, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double %108, metadata !29, metadata !DIExpression()), !dbg !32
  %110 = getelementptr inbounds double, ptr %6, i64 %109, !dbg !62
  %111 = load double, ptr %110, align 8, !dbg !62, !tbaa !45
  %112 = fmul double %111, %111, !dbg !64
  %113 = getelementptr inbounds double, ptr %1, i64 %109, !dbg !65
  %114 = load double, ptr %113, align 8, !dbg !65, !tbaa !45
  %115 = tail call double @llvm.fmuladd.f64(double %112, double %114, double %108), !dbg !66
  call void @llvm.dbg.value(metadata double %115, metadata !29, metadata !DIExpression()), !dbg !32
  %116 = or i64 %100, 2, !dbg !67
  call void @llvm.dbg.value(metadata i64 %116, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata i64 %116, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double %115, metadata !29, metadata !DIExpression()), !dbg !32
  %117 = getelementptr inbounds double, ptr %6, i64 %116, !dbg !62
  %118 = load double, ptr %117, align 8, !dbg !62, !tbaa !45
  %119 = fmul double %118, %118, !dbg !64
  %120 = getelementptr inbounds double, ptr %1, i64 %116, !dbg !65
  %121 = load double, ptr %120, align 8, !dbg !65, !tbaa !45
  %122 = tail call double @llvm.fmuladd.f64(double %119, double %121, double %115), !dbg !66
  call void @llvm.dbg.value(metadata double %122, metadata !29, metadata !DIExpression()), !dbg !32
  %123 = or i64 %100, 3, !dbg !67
  call void @llvm.dbg.value(metadata i64 %123, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata i64 %123, metadata !30, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.value(metadata double %122, metadata !29, metadata !DIExpression()), !dbg !32
  %124 = getelementptr inbounds double, ptr %6, i64 %123, !dbg !62
  %125 = load double, ptr %124, align 8, !dbg !62, !tbaa !45
  %126 = fmul double %125, %125, !dbg !64
  %127 = getelementptr inbounds double, ptr %1, i64 %123, !dbg !65
  %128 = load double, ptr %127, align 8, !dbg !65, !tbaa !45
  %129 = tail call double @llvm.fmuladd.f64(double %126, double %128, double %122), !dbg !66
  call void @llvm.dbg.value(metadata double %129, metadata !29, metadata !DIExpression()), !dbg !32
  %130 = add nuw nsw i64 %100, 4, !dbg !67
  call void @llvm.dbg.value(metadata i64 %130, metadata !30, metadata !DIExpression()), !dbg !60
  %131 = add i64 %102, 4, !dbg !61
  %132 = icmp eq i64 %131, %78, !dbg !61
  br i1 %132, label %79, label %99, !dbg !61, !llvm.loop !71
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare !dbg !73 noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare !dbg !82 void @free(ptr allocptr nocapture noundef) local_unnamed_addr #3

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { nounwind memory(readwrite, argmem: read) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nounwind allocsize(0) }
attributes #6 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 16.0.6 (15~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "matrix.c", directory: ".", checksumkind: CSK_MD5, checksum: "421bf76dfbffa82115bd216686ac14e1")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"Debian clang version 16.0.6 (15~deb12u1)"}
!9 = distinct !DISubprogram(name: "matrix", scope: !1, file: !1, line: 4, type: !10, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !17)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !13, !13, !16}
!12 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!13 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !14)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{!18, !19, !20, !21, !23, !25, !29, !30}
!18 = !DILocalVariable(name: "a", arg: 1, scope: !9, file: !1, line: 4, type: !13)
!19 = !DILocalVariable(name: "x", arg: 2, scope: !9, file: !1, line: 4, type: !13)
!20 = !DILocalVariable(name: "n", arg: 3, scope: !9, file: !1, line: 4, type: !16)
!21 = !DILocalVariable(name: "y", scope: !9, file: !1, line: 5, type: !22)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !12, size: 64)
!23 = !DILocalVariable(name: "i", scope: !24, file: !1, line: 6, type: !16)
!24 = distinct !DILexicalBlock(scope: !9, file: !1, line: 6, column: 5)
!25 = !DILocalVariable(name: "j", scope: !26, file: !1, line: 8, type: !16)
!26 = distinct !DILexicalBlock(scope: !27, file: !1, line: 8, column: 9)
!27 = distinct !DILexicalBlock(scope: !28, file: !1, line: 6, column: 33)
!28 = distinct !DILexicalBlock(scope: !24, file: !1, line: 6, column: 5)
!29 = !DILocalVariable(name: "sum", scope: !9, file: !1, line: 10, type: !12)
!30 = !DILocalVariable(name: "i", scope: !31, file: !1, line: 11, type: !16)
!31 = distinct !DILexicalBlock(scope: !9, file: !1, line: 11, column: 5)
!32 = !DILocation(line: 0, scope: !9)
!33 = !DILocation(line: 5, column: 24, scope: !9)
!34 = !DILocation(line: 5, column: 26, scope: !9)
!35 = !DILocation(line: 5, column: 17, scope: !9)
!36 = !DILocation(line: 0, scope: !24)
!37 = !DILocation(line: 6, column: 23, scope: !28)
!38 = !DILocation(line: 6, column: 5, scope: !24)
!39 = !DILocation(line: 7, column: 9, scope: !27)
!40 = !DILocation(line: 0, scope: !26)
!41 = !DILocation(line: 8, column: 9, scope: !26)
!42 = !DILocation(line: 8, column: 53, scope: !43)
!43 = distinct !DILexicalBlock(scope: !26, file: !1, line: 8, column: 9)
!44 = !DILocation(line: 8, column: 45, scope: !43)
!45 = !{!46, !46, i64 0}
!46 = !{!"double", !47, i64 0}
!47 = !{!"omnipotent char", !48, i64 0}
!48 = !{!"Simple C/C++ TBAA"}
!49 = !DILocation(line: 8, column: 60, scope: !43)
!50 = !DILocation(line: 8, column: 42, scope: !43)
!51 = !DILocation(line: 8, column: 33, scope: !43)
!52 = distinct !{!52, !41, !53, !54}
!53 = !DILocation(line: 8, column: 63, scope: !26)
!54 = !{!"llvm.loop.mustprogress"}
!55 = distinct !{!55, !56}
!56 = !{!"llvm.loop.unroll.disable"}
!57 = !DILocation(line: 6, column: 29, scope: !28)
!58 = distinct !{!58, !38, !59, !54}
!59 = !DILocation(line: 9, column: 5, scope: !24)
!60 = !DILocation(line: 0, scope: !31)
!61 = !DILocation(line: 11, column: 5, scope: !31)
!62 = !DILocation(line: 11, column: 40, scope: !63)
!63 = distinct !DILexicalBlock(scope: !31, file: !1, line: 11, column: 5)
!64 = !DILocation(line: 11, column: 45, scope: !63)
!65 = !DILocation(line: 11, column: 54, scope: !63)
!66 = !DILocation(line: 11, column: 37, scope: !63)
!67 = !DILocation(line: 11, column: 29, scope: !63)
!68 = distinct !{!68, !56}
!69 = !DILocation(line: 12, column: 5, scope: !9)
!70 = !DILocation(line: 13, column: 5, scope: !9)
!71 = distinct !{!71, !61, !72, !54}
!72 = !DILocation(line: 11, column: 57, scope: !31)
!73 = !DISubprogram(name: "malloc", scope: !74, file: !74, line: 553, type: !75, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !81)
!74 = !DIFile(filename: "/usr/include/stdlib.h", directory: ".", checksumkind: CSK_MD5, checksum: "4b47dc81a92f1fe77a152c0aac236718")
!75 = !DISubroutineType(types: !76)
!76 = !{!77, !78}
!77 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!78 = !DIDerivedType(tag: DW_TAG_typedef, name: "size_t", file: !79, line: 46, baseType: !80)
!79 = !DIFile(filename: "/usr/lib/llvm-16/lib/clang/16/include/stddef.h", directory: ".", checksumkind: CSK_MD5, checksum: "f95079da609b0e8f201cb8136304bf3b")
!80 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!81 = !{}
!82 = !DISubprogram(name: "free", scope: !74, file: !74, line: 568, type: !83, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !81)
!83 = !DISubroutineType(types: !84)
!84 = !{null, !77}
