; call lists: V(5), 5, 0.6; wrt c x
; ModuleID = 'lists.c'
source_filename = "lists.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { double, %struct.node* }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local double @lists(double* noundef %0, i32 noundef %1, double noundef %2) #0 !dbg !10 {
  %4 = alloca double*, align 8
  %5 = alloca i32, align 4
  %6 = alloca double, align 8
  %7 = alloca %struct.node*, align 8
  %8 = alloca i32, align 4
  %9 = alloca double, align 8
  %10 = alloca %struct.node*, align 8
  store double* %0, double** %4, align 8
  call void @llvm.dbg.declare(metadata double** %4, metadata !18, metadata !DIExpression()), !dbg !19
  store i32 %1, i32* %5, align 4
  call void @llvm.dbg.declare(metadata i32* %5, metadata !20, metadata !DIExpression()), !dbg !21
  store double %2, double* %6, align 8
  call void @llvm.dbg.declare(metadata double* %6, metadata !22, metadata !DIExpression()), !dbg !23
  call void @llvm.dbg.declare(metadata %struct.node** %7, metadata !24, metadata !DIExpression()), !dbg !30
  store %struct.node* null, %struct.node** %7, align 8, !dbg !30
  call void @llvm.dbg.declare(metadata i32* %8, metadata !31, metadata !DIExpression()), !dbg !33
  store i32 0, i32* %8, align 4, !dbg !33
  br label %11, !dbg !34

11:                                               ; preds = %29, %3
  %12 = load i32, i32* %8, align 4, !dbg !35
  %13 = load i32, i32* %5, align 4, !dbg !37
  %14 = icmp slt i32 %12, %13, !dbg !38
  br i1 %14, label %15, label %32, !dbg !39

15:                                               ; preds = %11
  %16 = load %struct.node*, %struct.node** %7, align 8, !dbg !40
  %17 = load double*, double** %4, align 8, !dbg !41
  %18 = load i32, i32* %8, align 4, !dbg !42
  %19 = sext i32 %18 to i64, !dbg !41
  %20 = getelementptr inbounds double, double* %17, i64 %19, !dbg !41
  %21 = load double, double* %20, align 8, !dbg !41
  %22 = load double*, double** %4, align 8, !dbg !43
  %23 = load i32, i32* %8, align 4, !dbg !44
  %24 = sext i32 %23 to i64, !dbg !43
  %25 = getelementptr inbounds double, double* %22, i64 %24, !dbg !43
  %26 = load double, double* %25, align 8, !dbg !43
  %27 = fmul double %21, %26, !dbg !45
  %28 = call %struct.node* @put(%struct.node* noundef %16, double noundef %27), !dbg !46
  store %struct.node* %28, %struct.node** %7, align 8, !dbg !47
  br label %29, !dbg !48

29:                                               ; preds = %15
  %30 = load i32, i32* %8, align 4, !dbg !49
  %31 = add nsw i32 %30, 1, !dbg !49
  store i32 %31, i32* %8, align 4, !dbg !49
  br label %11, !dbg !50, !llvm.loop !51

32:                                               ; preds = %11
  call void @llvm.dbg.declare(metadata double* %9, metadata !54, metadata !DIExpression()), !dbg !55
  %33 = load %struct.node*, %struct.node** %7, align 8, !dbg !56
  %34 = load double, double* %6, align 8, !dbg !57
  %35 = call double @horner(%struct.node* noundef %33, double noundef %34), !dbg !58
  store double %35, double* %9, align 8, !dbg !55
  br label %36, !dbg !59

36:                                               ; preds = %39, %32
  %37 = load %struct.node*, %struct.node** %7, align 8, !dbg !60
  %38 = icmp ne %struct.node* %37, null, !dbg !59
  br i1 %38, label %39, label %46, !dbg !59

39:                                               ; preds = %36
  call void @llvm.dbg.declare(metadata %struct.node** %10, metadata !61, metadata !DIExpression()), !dbg !63
  %40 = load %struct.node*, %struct.node** %7, align 8, !dbg !64
  %41 = getelementptr inbounds %struct.node, %struct.node* %40, i32 0, i32 1, !dbg !65
  %42 = load %struct.node*, %struct.node** %41, align 8, !dbg !65
  store %struct.node* %42, %struct.node** %10, align 8, !dbg !63
  %43 = load %struct.node*, %struct.node** %7, align 8, !dbg !66
  %44 = bitcast %struct.node* %43 to i8*, !dbg !66
  call void @free(i8* noundef %44) #3, !dbg !67
  %45 = load %struct.node*, %struct.node** %10, align 8, !dbg !68
  store %struct.node* %45, %struct.node** %7, align 8, !dbg !69
  br label %36, !dbg !59, !llvm.loop !70

46:                                               ; preds = %36
  %47 = load double, double* %9, align 8, !dbg !72
  ret double %47, !dbg !73
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal %struct.node* @put(%struct.node* noundef %0, double noundef %1) #0 !dbg !74 {
  %3 = alloca %struct.node*, align 8
  %4 = alloca double, align 8
  %5 = alloca %struct.node*, align 8
  store %struct.node* %0, %struct.node** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %3, metadata !77, metadata !DIExpression()), !dbg !78
  store double %1, double* %4, align 8
  call void @llvm.dbg.declare(metadata double* %4, metadata !79, metadata !DIExpression()), !dbg !80
  call void @llvm.dbg.declare(metadata %struct.node** %5, metadata !81, metadata !DIExpression()), !dbg !82
  %6 = call noalias i8* @malloc(i64 noundef 16) #3, !dbg !83
  %7 = bitcast i8* %6 to %struct.node*, !dbg !83
  store %struct.node* %7, %struct.node** %5, align 8, !dbg !82
  %8 = load double, double* %4, align 8, !dbg !84
  %9 = load %struct.node*, %struct.node** %5, align 8, !dbg !85
  %10 = getelementptr inbounds %struct.node, %struct.node* %9, i32 0, i32 0, !dbg !86
  store double %8, double* %10, align 8, !dbg !87
  %11 = load %struct.node*, %struct.node** %3, align 8, !dbg !88
  %12 = load %struct.node*, %struct.node** %5, align 8, !dbg !89
  %13 = getelementptr inbounds %struct.node, %struct.node* %12, i32 0, i32 1, !dbg !90
  store %struct.node* %11, %struct.node** %13, align 8, !dbg !91
  %14 = load %struct.node*, %struct.node** %5, align 8, !dbg !92
  ret %struct.node* %14, !dbg !93
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @horner(%struct.node* noundef %0, double noundef %1) #0 !dbg !94 {
  %3 = alloca %struct.node*, align 8
  %4 = alloca double, align 8
  store %struct.node* %0, %struct.node** %3, align 8
  call void @llvm.dbg.declare(metadata %struct.node** %3, metadata !99, metadata !DIExpression()), !dbg !100
  store double %1, double* %4, align 8
  call void @llvm.dbg.declare(metadata double* %4, metadata !101, metadata !DIExpression()), !dbg !102
  %5 = load %struct.node*, %struct.node** %3, align 8, !dbg !103
  %6 = icmp ne %struct.node* %5, null, !dbg !103
  br i1 %6, label %7, label %18, !dbg !103

7:                                                ; preds = %2
  %8 = load %struct.node*, %struct.node** %3, align 8, !dbg !104
  %9 = getelementptr inbounds %struct.node, %struct.node* %8, i32 0, i32 0, !dbg !105
  %10 = load double, double* %9, align 8, !dbg !105
  %11 = load double, double* %4, align 8, !dbg !106
  %12 = load %struct.node*, %struct.node** %3, align 8, !dbg !107
  %13 = getelementptr inbounds %struct.node, %struct.node* %12, i32 0, i32 1, !dbg !108
  %14 = load %struct.node*, %struct.node** %13, align 8, !dbg !108
  %15 = load double, double* %4, align 8, !dbg !109
  %16 = call double @horner(%struct.node* noundef %14, double noundef %15), !dbg !110
  %17 = call double @llvm.fmuladd.f64(double %11, double %16, double %10), !dbg !111
  br label %19, !dbg !103

18:                                               ; preds = %2
  br label %19, !dbg !103

19:                                               ; preds = %18, %7
  %20 = phi double [ %17, %7 ], [ 0.000000e+00, %18 ], !dbg !103
  ret double %20, !dbg !112
}

; Function Attrs: nounwind
declare void @free(i8* noundef) #2

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #2

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare double @llvm.fmuladd.f64(double, double, double) #1

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "lists.c", directory: ".", checksumkind: CSK_MD5, checksum: "84f3f31e2bbe6e23707a5f5ff83a484b")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 7, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 1}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 14.0.6"}
!10 = distinct !DISubprogram(name: "lists", scope: !1, file: !1, line: 17, type: !11, scopeLine: 17, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !17)
!11 = !DISubroutineType(types: !12)
!12 = !{!13, !14, !16, !13}
!13 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !15, size: 64)
!15 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!16 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!17 = !{}
!18 = !DILocalVariable(name: "c", arg: 1, scope: !10, file: !1, line: 17, type: !14)
!19 = !DILocation(line: 17, column: 28, scope: !10)
!20 = !DILocalVariable(name: "n", arg: 2, scope: !10, file: !1, line: 17, type: !16)
!21 = !DILocation(line: 17, column: 35, scope: !10)
!22 = !DILocalVariable(name: "x", arg: 3, scope: !10, file: !1, line: 17, type: !13)
!23 = !DILocation(line: 17, column: 45, scope: !10)
!24 = !DILocalVariable(name: "list", scope: !10, file: !1, line: 18, type: !25)
!25 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !26, size: 64)
!26 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !1, line: 4, size: 128, elements: !27)
!27 = !{!28, !29}
!28 = !DIDerivedType(tag: DW_TAG_member, name: "value", scope: !26, file: !1, line: 4, baseType: !13, size: 64)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !26, file: !1, line: 4, baseType: !25, size: 64, offset: 64)
!30 = !DILocation(line: 18, column: 18, scope: !10)
!31 = !DILocalVariable(name: "i", scope: !32, file: !1, line: 19, type: !16)
!32 = distinct !DILexicalBlock(scope: !10, file: !1, line: 19, column: 5)
!33 = !DILocation(line: 19, column: 14, scope: !32)
!34 = !DILocation(line: 19, column: 10, scope: !32)
!35 = !DILocation(line: 19, column: 21, scope: !36)
!36 = distinct !DILexicalBlock(scope: !32, file: !1, line: 19, column: 5)
!37 = !DILocation(line: 19, column: 25, scope: !36)
!38 = !DILocation(line: 19, column: 23, scope: !36)
!39 = !DILocation(line: 19, column: 5, scope: !32)
!40 = !DILocation(line: 19, column: 44, scope: !36)
!41 = !DILocation(line: 19, column: 50, scope: !36)
!42 = !DILocation(line: 19, column: 52, scope: !36)
!43 = !DILocation(line: 19, column: 57, scope: !36)
!44 = !DILocation(line: 19, column: 59, scope: !36)
!45 = !DILocation(line: 19, column: 55, scope: !36)
!46 = !DILocation(line: 19, column: 40, scope: !36)
!47 = !DILocation(line: 19, column: 38, scope: !36)
!48 = !DILocation(line: 19, column: 33, scope: !36)
!49 = !DILocation(line: 19, column: 29, scope: !36)
!50 = !DILocation(line: 19, column: 5, scope: !36)
!51 = distinct !{!51, !39, !52, !53}
!52 = !DILocation(line: 19, column: 61, scope: !32)
!53 = !{!"llvm.loop.mustprogress"}
!54 = !DILocalVariable(name: "found", scope: !10, file: !1, line: 20, type: !13)
!55 = !DILocation(line: 20, column: 12, scope: !10)
!56 = !DILocation(line: 20, column: 27, scope: !10)
!57 = !DILocation(line: 20, column: 33, scope: !10)
!58 = !DILocation(line: 20, column: 20, scope: !10)
!59 = !DILocation(line: 21, column: 5, scope: !10)
!60 = !DILocation(line: 21, column: 12, scope: !10)
!61 = !DILocalVariable(name: "next", scope: !62, file: !1, line: 22, type: !25)
!62 = distinct !DILexicalBlock(scope: !10, file: !1, line: 21, column: 18)
!63 = !DILocation(line: 22, column: 22, scope: !62)
!64 = !DILocation(line: 22, column: 29, scope: !62)
!65 = !DILocation(line: 22, column: 35, scope: !62)
!66 = !DILocation(line: 23, column: 14, scope: !62)
!67 = !DILocation(line: 23, column: 9, scope: !62)
!68 = !DILocation(line: 24, column: 16, scope: !62)
!69 = !DILocation(line: 24, column: 14, scope: !62)
!70 = distinct !{!70, !59, !71, !53}
!71 = !DILocation(line: 25, column: 5, scope: !10)
!72 = !DILocation(line: 26, column: 12, scope: !10)
!73 = !DILocation(line: 26, column: 5, scope: !10)
!74 = distinct !DISubprogram(name: "put", scope: !1, file: !1, line: 6, type: !75, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!75 = !DISubroutineType(types: !76)
!76 = !{!25, !25, !13}
!77 = !DILocalVariable(name: "list", arg: 1, scope: !74, file: !1, line: 6, type: !25)
!78 = !DILocation(line: 6, column: 38, scope: !74)
!79 = !DILocalVariable(name: "value", arg: 2, scope: !74, file: !1, line: 6, type: !13)
!80 = !DILocation(line: 6, column: 51, scope: !74)
!81 = !DILocalVariable(name: "made", scope: !74, file: !1, line: 7, type: !25)
!82 = !DILocation(line: 7, column: 18, scope: !74)
!83 = !DILocation(line: 7, column: 25, scope: !74)
!84 = !DILocation(line: 8, column: 19, scope: !74)
!85 = !DILocation(line: 8, column: 5, scope: !74)
!86 = !DILocation(line: 8, column: 11, scope: !74)
!87 = !DILocation(line: 8, column: 17, scope: !74)
!88 = !DILocation(line: 9, column: 18, scope: !74)
!89 = !DILocation(line: 9, column: 5, scope: !74)
!90 = !DILocation(line: 9, column: 11, scope: !74)
!91 = !DILocation(line: 9, column: 16, scope: !74)
!92 = !DILocation(line: 10, column: 12, scope: !74)
!93 = !DILocation(line: 10, column: 5, scope: !74)
!94 = distinct !DISubprogram(name: "horner", scope: !1, file: !1, line: 13, type: !95, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !17)
!95 = !DISubroutineType(types: !96)
!96 = !{!13, !97, !13}
!97 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !98, size: 64)
!98 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !26)
!99 = !DILocalVariable(name: "list", arg: 1, scope: !94, file: !1, line: 13, type: !97)
!100 = !DILocation(line: 13, column: 41, scope: !94)
!101 = !DILocalVariable(name: "x", arg: 2, scope: !94, file: !1, line: 13, type: !13)
!102 = !DILocation(line: 13, column: 54, scope: !94)
!103 = !DILocation(line: 14, column: 12, scope: !94)
!104 = !DILocation(line: 14, column: 19, scope: !94)
!105 = !DILocation(line: 14, column: 25, scope: !94)
!106 = !DILocation(line: 14, column: 33, scope: !94)
!107 = !DILocation(line: 14, column: 44, scope: !94)
!108 = !DILocation(line: 14, column: 50, scope: !94)
!109 = !DILocation(line: 14, column: 56, scope: !94)
!110 = !DILocation(line: 14, column: 37, scope: !94)
!111 = !DILocation(line: 14, column: 31, scope: !94)
!112 = !DILocation(line: 14, column: 5, scope: !94)
