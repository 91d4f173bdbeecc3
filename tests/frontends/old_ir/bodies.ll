; call bodies: V(5), 5, 6; wrt x
; ModuleID = 'bodies.c'
source_filename = "bodies.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.body = type { double, double, i32 }

; Function Attrs: nounwind uwtable
define dso_local double @bodies(double* nocapture noundef readonly %0, i32 noundef %1, i32 noundef %2) local_unnamed_addr #0 !dbg !9 {
  call void @llvm.dbg.value(metadata double* %0, metadata !17, metadata !DIExpression()), !dbg !48
  call void @llvm.dbg.value(metadata i32 %1, metadata !18, metadata !DIExpression()), !dbg !48
  call void @llvm.dbg.value(metadata i32 %2, metadata !19, metadata !DIExpression()), !dbg !48
  %4 = sext i32 %1 to i64, !dbg !49
  %5 = mul nsw i64 %4, 24, !dbg !50
  %6 = call noalias i8* @malloc(i64 noundef %5) #5, !dbg !51
  %7 = bitcast i8* %6 to %struct.body*, !dbg !51
  call void @llvm.dbg.value(metadata %struct.body* %7, metadata !28, metadata !DIExpression()), !dbg !48
  call void @llvm.dbg.value(metadata i32 0, metadata !35, metadata !DIExpression()), !dbg !52
  %8 = icmp sgt i32 %1, 0, !dbg !53
  br i1 %8, label %9, label %11, !dbg !55

9:                                                ; preds = %3
  %10 = zext i32 %1 to i64, !dbg !53
  br label %15, !dbg !55

11:                                               ; preds = %15, %3
  call void @llvm.dbg.value(metadata i32 0, metadata !37, metadata !DIExpression()), !dbg !56
  %12 = icmp sgt i32 %2, 0, !dbg !57
  br i1 %12, label %13, label %29, !dbg !58

13:                                               ; preds = %11
  %14 = zext i32 %1 to i64
  br label %27, !dbg !58

15:                                               ; preds = %9, %15
  %16 = phi i64 [ 0, %9 ], [ %25, %15 ]
  call void @llvm.dbg.value(metadata i64 %16, metadata !35, metadata !DIExpression()), !dbg !52
  %17 = getelementptr inbounds double, double* %0, i64 %16, !dbg !59
  %18 = load double, double* %17, align 8, !dbg !59, !tbaa !60
  %19 = fsub double 5.000000e-01, %18, !dbg !64
  %20 = trunc i64 %16 to i32, !dbg !65
  %21 = urem i32 %20, 3, !dbg !65
  %22 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %16, i32 0, !dbg !66
  store double %18, double* %22, align 8, !dbg !66, !tbaa.struct !67
  %23 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %16, i32 1, !dbg !66
  store double %19, double* %23, align 8, !dbg !66, !tbaa.struct !70
  %24 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %16, i32 2, !dbg !66
  store i32 %21, i32* %24, align 8, !dbg !66, !tbaa.struct !71
  %25 = add nuw nsw i64 %16, 1, !dbg !72
  call void @llvm.dbg.value(metadata i64 %25, metadata !35, metadata !DIExpression()), !dbg !52
  %26 = icmp eq i64 %25, %10, !dbg !53
  br i1 %26, label %11, label %15, !dbg !55, !llvm.loop !73

27:                                               ; preds = %13, %32
  %28 = phi i32 [ %33, %32 ], [ 0, %13 ]
  call void @llvm.dbg.value(metadata i32 %28, metadata !37, metadata !DIExpression()), !dbg !56
  call void @llvm.dbg.value(metadata i32 0, metadata !39, metadata !DIExpression()), !dbg !77
  br i1 %8, label %35, label %32, !dbg !78

29:                                               ; preds = %32, %11
  call void @llvm.dbg.value(metadata i32 0, metadata !46, metadata !DIExpression()), !dbg !79
  call void @llvm.dbg.value(metadata double 0.000000e+00, metadata !45, metadata !DIExpression()), !dbg !48
  br i1 %8, label %30, label %60, !dbg !80

30:                                               ; preds = %29
  %31 = zext i32 %1 to i64, !dbg !81
  br label %62, !dbg !80

32:                                               ; preds = %54, %27
  %33 = add nuw nsw i32 %28, 1, !dbg !83
  call void @llvm.dbg.value(metadata i32 %33, metadata !37, metadata !DIExpression()), !dbg !56
  %34 = icmp eq i32 %33, %2, !dbg !57
  br i1 %34, label %29, label %27, !dbg !58, !llvm.loop !84

35:                                               ; preds = %27, %54
  %36 = phi i64 [ %58, %54 ], [ 0, %27 ]
  call void @llvm.dbg.value(metadata i64 %36, metadata !39, metadata !DIExpression()), !dbg !77
  %37 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %36, i32 0, !dbg !86
  %38 = load double, double* %37, align 8, !dbg !86
  call void @llvm.dbg.value(metadata double %38, metadata !42, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !87
  %39 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %36, i32 1, !dbg !86
  %40 = load double, double* %39, align 8, !dbg !86
  call void @llvm.dbg.value(metadata double %40, metadata !42, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !87
  call void @llvm.dbg.value(metadata i64 undef, metadata !42, metadata !DIExpression(DW_OP_LLVM_fragment, 128, 64)), !dbg !87
  call void @llvm.dbg.value(metadata !DIArgList(%struct.body* %7, i64 %36), metadata !88, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_constu, 24, DW_OP_mul, DW_OP_plus, DW_OP_stack_value)) #5, !dbg !97
  call void @llvm.dbg.value(metadata double (double)** undef, metadata !96, metadata !DIExpression()) #5, !dbg !97
  %41 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %36, i32 2, !dbg !99
  %42 = load i32, i32* %41, align 8, !dbg !99, !tbaa !100
  switch i32 %42, label %49 [
    i32 0, label %43
    i32 1, label %45
  ], !dbg !102

43:                                               ; preds = %35
  call void @llvm.dbg.value(metadata double %38, metadata !103, metadata !DIExpression()), !dbg !106
  %44 = fneg double %38, !dbg !109
  br label %54, !dbg !110

45:                                               ; preds = %35
  call void @llvm.dbg.value(metadata double %40, metadata !111, metadata !DIExpression()) #5, !dbg !114
  %46 = fmul double %40, -3.000000e-01, !dbg !116
  %47 = call double @llvm.fabs.f64(double %40) #5, !dbg !117
  %48 = fmul double %46, %47, !dbg !118
  br label %54, !dbg !119

49:                                               ; preds = %35
  call void @llvm.dbg.value(metadata double %38, metadata !103, metadata !DIExpression()), !dbg !120
  call void @llvm.dbg.value(metadata double %40, metadata !111, metadata !DIExpression()) #5, !dbg !122
  %50 = fmul double %40, -3.000000e-01, !dbg !124
  %51 = call double @llvm.fabs.f64(double %40) #5, !dbg !125
  %52 = fmul double %50, %51, !dbg !126
  %53 = fsub double %52, %38, !dbg !127
  br label %54, !dbg !128

54:                                               ; preds = %43, %45, %49
  %55 = phi double [ %53, %49 ], [ %48, %45 ], [ %44, %43 ], !dbg !129
  %56 = call double @llvm.fmuladd.f64(double %55, double 5.000000e-02, double %40), !dbg !130
  call void @llvm.dbg.value(metadata double %56, metadata !42, metadata !DIExpression(DW_OP_LLVM_fragment, 64, 64)), !dbg !87
  %57 = call double @llvm.fmuladd.f64(double %56, double 5.000000e-02, double %38), !dbg !131
  call void @llvm.dbg.value(metadata double %57, metadata !42, metadata !DIExpression(DW_OP_LLVM_fragment, 0, 64)), !dbg !87
  store double %57, double* %37, align 8, !dbg !132, !tbaa.struct !67
  store double %56, double* %39, align 8, !dbg !132, !tbaa.struct !70
  %58 = add nuw nsw i64 %36, 1, !dbg !133
  call void @llvm.dbg.value(metadata i64 %58, metadata !39, metadata !DIExpression()), !dbg !77
  %59 = icmp eq i64 %58, %14, !dbg !134
  br i1 %59, label %32, label %35, !dbg !78, !llvm.loop !135

60:                                               ; preds = %62, %29
  %61 = phi double [ 0.000000e+00, %29 ], [ %72, %62 ], !dbg !48
  call void @free(i8* noundef %6) #5, !dbg !137
  ret double %61, !dbg !138

62:                                               ; preds = %30, %62
  %63 = phi i64 [ 0, %30 ], [ %73, %62 ]
  %64 = phi double [ 0.000000e+00, %30 ], [ %72, %62 ]
  call void @llvm.dbg.value(metadata i64 %63, metadata !46, metadata !DIExpression()), !dbg !79
  call void @llvm.dbg.value(metadata double %64, metadata !45, metadata !DIExpression()), !dbg !48
  %65 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %63, i32 0, !dbg !139
  %66 = load double, double* %65, align 8, !dbg !139, !tbaa !140
  %67 = getelementptr inbounds %struct.body, %struct.body* %7, i64 %63, i32 1, !dbg !141
  %68 = load double, double* %67, align 8, !dbg !141, !tbaa !142
  %69 = fmul double %68, 5.000000e-01, !dbg !143
  %70 = fmul double %68, %69, !dbg !144
  %71 = call double @llvm.fmuladd.f64(double %66, double %66, double %70), !dbg !145
  %72 = fadd double %64, %71, !dbg !146
  call void @llvm.dbg.value(metadata double %72, metadata !45, metadata !DIExpression()), !dbg !48
  %73 = add nuw nsw i64 %63, 1, !dbg !147
  call void @llvm.dbg.value(metadata i64 %73, metadata !46, metadata !DIExpression()), !dbg !79
  %74 = icmp eq i64 %73, %31, !dbg !81
  br i1 %74, label %60, label %62, !dbg !80, !llvm.loop !148
}

; Function Attrs: inaccessiblememonly mustprogress nofree nounwind willreturn
declare noalias noundef i8* @malloc(i64 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: inaccessiblemem_or_argmemonly mustprogress nounwind willreturn
declare void @free(i8* nocapture noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare double @llvm.fabs.f64(double) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { inaccessiblememonly mustprogress nofree nounwind willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #3 = { inaccessiblemem_or_argmemonly mustprogress nounwind willreturn "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "bodies.c", directory: ".", checksumkind: CSK_MD5, checksum: "6e433a02cf1699f2abdffa23ec3b5dd5")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{!"Debian clang version 14.0.6"}
!9 = distinct !DISubprogram(name: "bodies", scope: !1, file: !1, line: 19, type: !10, scopeLine: 19, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !16)
!10 = !DISubroutineType(types: !11)
!11 = !{!12, !13, !15, !15}
!12 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !14, size: 64)
!14 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!15 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!16 = !{!17, !18, !19, !20, !28, !35, !37, !39, !42, !45, !46}
!17 = !DILocalVariable(name: "x", arg: 1, scope: !9, file: !1, line: 19, type: !13)
!18 = !DILocalVariable(name: "n", arg: 2, scope: !9, file: !1, line: 19, type: !15)
!19 = !DILocalVariable(name: "steps", arg: 3, scope: !9, file: !1, line: 19, type: !15)
!20 = !DILocalVariable(name: "laws", scope: !9, file: !1, line: 20, type: !21)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !22, size: 128, elements: !26)
!22 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !23)
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !24, size: 64)
!24 = !DISubroutineType(types: !25)
!25 = !{!12, !12}
!26 = !{!27}
!27 = !DISubrange(count: 2)
!28 = !DILocalVariable(name: "all", scope: !9, file: !1, line: 21, type: !29)
!29 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
!30 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "body", file: !1, line: 6, size: 192, elements: !31)
!31 = !{!32, !33, !34}
!32 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !30, file: !1, line: 6, baseType: !12, size: 64)
!33 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !30, file: !1, line: 6, baseType: !12, size: 64, offset: 64)
!34 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !30, file: !1, line: 6, baseType: !15, size: 32, offset: 128)
!35 = !DILocalVariable(name: "i", scope: !36, file: !1, line: 22, type: !15)
!36 = distinct !DILexicalBlock(scope: !9, file: !1, line: 22, column: 5)
!37 = !DILocalVariable(name: "s", scope: !38, file: !1, line: 23, type: !15)
!38 = distinct !DILexicalBlock(scope: !9, file: !1, line: 23, column: 5)
!39 = !DILocalVariable(name: "i", scope: !40, file: !1, line: 24, type: !15)
!40 = distinct !DILexicalBlock(scope: !41, file: !1, line: 24, column: 9)
!41 = distinct !DILexicalBlock(scope: !38, file: !1, line: 23, column: 5)
!42 = !DILocalVariable(name: "next", scope: !43, file: !1, line: 25, type: !30)
!43 = distinct !DILexicalBlock(scope: !44, file: !1, line: 24, column: 37)
!44 = distinct !DILexicalBlock(scope: !40, file: !1, line: 24, column: 9)
!45 = !DILocalVariable(name: "sum", scope: !9, file: !1, line: 31, type: !12)
!46 = !DILocalVariable(name: "i", scope: !47, file: !1, line: 32, type: !15)
!47 = distinct !DILexicalBlock(scope: !9, file: !1, line: 32, column: 5)
!48 = !DILocation(line: 0, scope: !9)
!49 = !DILocation(line: 21, column: 31, scope: !9)
!50 = !DILocation(line: 21, column: 33, scope: !9)
!51 = !DILocation(line: 21, column: 24, scope: !9)
!52 = !DILocation(line: 0, scope: !36)
!53 = !DILocation(line: 22, column: 23, scope: !54)
!54 = distinct !DILexicalBlock(scope: !36, file: !1, line: 22, column: 5)
!55 = !DILocation(line: 22, column: 5, scope: !36)
!56 = !DILocation(line: 0, scope: !38)
!57 = !DILocation(line: 23, column: 23, scope: !41)
!58 = !DILocation(line: 23, column: 5, scope: !38)
!59 = !DILocation(line: 22, column: 56, scope: !54)
!60 = !{!61, !61, i64 0}
!61 = !{!"double", !62, i64 0}
!62 = !{!"omnipotent char", !63, i64 0}
!63 = !{!"Simple C/C++ TBAA"}
!64 = !DILocation(line: 22, column: 66, scope: !54)
!65 = !DILocation(line: 22, column: 76, scope: !54)
!66 = !DILocation(line: 22, column: 42, scope: !54)
!67 = !{i64 0, i64 8, !60, i64 8, i64 8, !60, i64 16, i64 4, !68}
!68 = !{!69, !69, i64 0}
!69 = !{!"int", !62, i64 0}
!70 = !{i64 0, i64 8, !60, i64 8, i64 4, !68}
!71 = !{i64 0, i64 4, !68}
!72 = !DILocation(line: 22, column: 29, scope: !54)
!73 = distinct !{!73, !55, !74, !75, !76}
!74 = !DILocation(line: 22, column: 79, scope: !36)
!75 = !{!"llvm.loop.mustprogress"}
!76 = !{!"llvm.loop.unroll.disable"}
!77 = !DILocation(line: 0, scope: !40)
!78 = !DILocation(line: 24, column: 9, scope: !40)
!79 = !DILocation(line: 0, scope: !47)
!80 = !DILocation(line: 32, column: 5, scope: !47)
!81 = !DILocation(line: 32, column: 23, scope: !82)
!82 = distinct !DILexicalBlock(scope: !47, file: !1, line: 32, column: 5)
!83 = !DILocation(line: 23, column: 33, scope: !41)
!84 = distinct !{!84, !58, !85, !75, !76}
!85 = !DILocation(line: 30, column: 9, scope: !38)
!86 = !DILocation(line: 26, column: 13, scope: !43)
!87 = !DILocation(line: 0, scope: !43)
!88 = !DILocalVariable(name: "b", arg: 1, scope: !89, file: !1, line: 11, type: !92)
!89 = distinct !DISubprogram(name: "force", scope: !1, file: !1, line: 11, type: !90, scopeLine: 11, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !95)
!90 = !DISubroutineType(types: !91)
!91 = !{!12, !92, !94}
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !93, size: 64)
!93 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !30)
!94 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!95 = !{!88, !96}
!96 = !DILocalVariable(name: "laws", arg: 2, scope: !89, file: !1, line: 11, type: !94)
!97 = !DILocation(line: 0, scope: !89, inlinedAt: !98)
!98 = distinct !DILocation(line: 27, column: 30, scope: !43)
!99 = !DILocation(line: 12, column: 16, scope: !89, inlinedAt: !98)
!100 = !{!101, !69, i64 16}
!101 = !{!"body", !61, i64 0, !61, i64 8, !69, i64 16}
!102 = !DILocation(line: 12, column: 5, scope: !89, inlinedAt: !98)
!103 = !DILocalVariable(name: "x", arg: 1, scope: !104, file: !1, line: 8, type: !12)
!104 = distinct !DISubprogram(name: "spring", scope: !1, file: !1, line: 8, type: !24, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !105)
!105 = !{!103}
!106 = !DILocation(line: 0, scope: !104, inlinedAt: !107)
!107 = distinct !DILocation(line: 13, column: 20, scope: !108, inlinedAt: !98)
!108 = distinct !DILexicalBlock(scope: !89, file: !1, line: 12, column: 22)
!109 = !DILocation(line: 8, column: 41, scope: !104, inlinedAt: !107)
!110 = !DILocation(line: 13, column: 13, scope: !108, inlinedAt: !98)
!111 = !DILocalVariable(name: "x", arg: 1, scope: !112, file: !1, line: 9, type: !12)
!112 = distinct !DISubprogram(name: "drag", scope: !1, file: !1, line: 9, type: !24, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !113)
!113 = !{!111}
!114 = !DILocation(line: 0, scope: !112, inlinedAt: !115)
!115 = distinct !DILocation(line: 14, column: 20, scope: !108, inlinedAt: !98)
!116 = !DILocation(line: 9, column: 44, scope: !112, inlinedAt: !115)
!117 = !DILocation(line: 9, column: 50, scope: !112, inlinedAt: !115)
!118 = !DILocation(line: 9, column: 48, scope: !112, inlinedAt: !115)
!119 = !DILocation(line: 14, column: 13, scope: !108, inlinedAt: !98)
!120 = !DILocation(line: 0, scope: !104, inlinedAt: !121)
!121 = distinct !DILocation(line: 15, column: 21, scope: !108, inlinedAt: !98)
!122 = !DILocation(line: 0, scope: !112, inlinedAt: !123)
!123 = distinct !DILocation(line: 15, column: 37, scope: !108, inlinedAt: !98)
!124 = !DILocation(line: 9, column: 44, scope: !112, inlinedAt: !123)
!125 = !DILocation(line: 9, column: 50, scope: !112, inlinedAt: !123)
!126 = !DILocation(line: 9, column: 48, scope: !112, inlinedAt: !123)
!127 = !DILocation(line: 15, column: 35, scope: !108, inlinedAt: !98)
!128 = !DILocation(line: 15, column: 14, scope: !108, inlinedAt: !98)
!129 = !DILocation(line: 0, scope: !108, inlinedAt: !98)
!130 = !DILocation(line: 27, column: 20, scope: !43)
!131 = !DILocation(line: 28, column: 20, scope: !43)
!132 = !DILocation(line: 29, column: 22, scope: !43)
!133 = !DILocation(line: 24, column: 33, scope: !44)
!134 = !DILocation(line: 24, column: 27, scope: !44)
!135 = distinct !{!135, !78, !136, !75, !76}
!136 = !DILocation(line: 30, column: 9, scope: !40)
!137 = !DILocation(line: 33, column: 5, scope: !9)
!138 = !DILocation(line: 34, column: 5, scope: !9)
!139 = !DILocation(line: 32, column: 47, scope: !82)
!140 = !{!101, !61, i64 0}
!141 = !DILocation(line: 32, column: 75, scope: !82)
!142 = !{!101, !61, i64 8}
!143 = !DILocation(line: 32, column: 66, scope: !82)
!144 = !DILocation(line: 32, column: 77, scope: !82)
!145 = !DILocation(line: 32, column: 60, scope: !82)
!146 = !DILocation(line: 32, column: 37, scope: !82)
!147 = !DILocation(line: 32, column: 29, scope: !82)
!148 = distinct !{!148, !80, !149, !75, !76}
!149 = !DILocation(line: 32, column: 86, scope: !47)
