; call springs: V(6), 6, {"k": 1.5, "rest": 0.3}; wrt x s
; ModuleID = 'springs.d'
source_filename = "springs.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%springs.Spring = type { double, double }
%nest.springs = type { %springs.Spring* }

@_D7springs6Spring6__initZ = constant %springs.Spring { double 0x7FF8000000000000, double 0x7FF8000000000000 }, align 8


; Function Attrs: uwtable
define double @_D7springs6Spring6energyMxFdZd(%springs.Spring* nonnull %.this_arg, double %x_arg) #0 !dbg !9 {
  %x = alloca double, align 8
  %d = alloca double, align 8
  call void @llvm.dbg.declare(metadata %springs.Spring* %.this_arg, metadata !18, metadata !DIExpression()), !dbg !23
  store double %x_arg, double* %x, align 8, !dbg !23
  call void @llvm.dbg.declare(metadata double* %x, metadata !20, metadata !DIExpression()), !dbg !23
  call void @llvm.dbg.declare(metadata double* %d, metadata !21, metadata !DIExpression()), !dbg !24
  %1 = load double, double* %x, align 8, !dbg !25
  %2 = getelementptr inbounds %springs.Spring, %springs.Spring* %.this_arg, i32 0, i32 1
  %3 = load double, double* %2, align 8, !dbg !25
  %4 = fsub double %1, %3, !dbg !25
  store double %4, double* %d, align 8, !dbg !25
  %5 = getelementptr inbounds %springs.Spring, %springs.Spring* %.this_arg, i32 0, i32 0
  %6 = load double, double* %5, align 8, !dbg !26
  %7 = fmul double 5.000000e-01, %6, !dbg !26
  %8 = load double, double* %d, align 8, !dbg !26
  %9 = fmul double %7, %8, !dbg !26
  %10 = load double, double* %d, align 8, !dbg !26
  %11 = fmul double %9, %10, !dbg !26
  ret double %11, !dbg !26
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1


; Function Attrs: uwtable
define double @springs(double* %x_arg, i64 %n_arg, %springs.Spring* dereferenceable(16) %s) #0 !dbg !27 {
  %x = alloca double*, align 8
  %n = alloca i64, align 8
  %.frame = alloca %nest.springs, align 8
  store double* %x_arg, double** %x, align 8, !dbg !36
  call void @llvm.dbg.declare(metadata double** %x, metadata !29, metadata !DIExpression()), !dbg !36
  store i64 %n_arg, i64* %n, align 8, !dbg !36
  call void @llvm.dbg.declare(metadata i64* %n, metadata !32, metadata !DIExpression()), !dbg !36
  %s1 = getelementptr inbounds %nest.springs, %nest.springs* %.frame, i32 0, i32 0
  store %springs.Spring* %s, %springs.Spring** %s1, align 8, !dbg !36
  call void @llvm.dbg.declare(metadata %springs.Spring** %s1, metadata !34, metadata !DIExpression()), !dbg !36
  %1 = load i64, i64* %n, align 8, !dbg !37
  %2 = load double*, double** %x, align 8, !dbg !37
  %lowerbound = getelementptr inbounds double, double* %2, i64 0
  %3 = sub i64 %1, 0, !dbg !37
  %4 = insertvalue { i64, double* } undef, i64 %3, 0, !dbg !37
  %5 = insertvalue { i64, double* } %4, double* %lowerbound, 1, !dbg !37
  %6 = bitcast %nest.springs* %.frame to i8*, !dbg !37
  %7 = insertvalue { i8*, double (i8*, double)* } undef, i8* %6, 0, !dbg !37
  %.func = insertvalue { i8*, double (i8*, double)* } %7, double (i8*, double)* @_D7springsQiUPxdmKxSQs6SpringZ9__lambda4MFdZd, 1, !dbg !37
  %8 = call double @_D7springs__T5totalTdTDFdZdZQpFAxdMQnZd({ i64, double* } %5, { i8*, double (i8*, double)* } %.func) #2, !dbg !37
  ret double %8, !dbg !37
}


; Function Attrs: uwtable
define weak_odr double @_D7springs__T5totalTdTDFdZdZQpFAxdMQnZd({ i64, double* } %values_arg, { i8*, double (i8*, double)* } %f_arg) #0 !dbg !38 {
  %values = alloca { i64, double* }, align 8
  %f = alloca { i8*, double (i8*, double)* }, align 8
  %sum = alloca double, align 8
  %__r3 = alloca { i64, double* }, align 8
  %__key2 = alloca i64, align 8
  %v = alloca double, align 8
  %i = alloca i64, align 8
  store { i64, double* } %values_arg, { i64, double* }* %values, align 8, !dbg !60
  call void @llvm.dbg.declare(metadata { i64, double* }* %values, metadata !40, metadata !DIExpression()), !dbg !60
  store { i8*, double (i8*, double)* } %f_arg, { i8*, double (i8*, double)* }* %f, align 8, !dbg !60
  call void @llvm.dbg.declare(metadata { i8*, double (i8*, double)* }* %f, metadata !45, metadata !DIExpression()), !dbg !60
  call void @llvm.dbg.declare(metadata double* %sum, metadata !53, metadata !DIExpression()), !dbg !61
  store double 0.000000e+00, double* %sum, align 8, !dbg !62
  call void @llvm.dbg.declare(metadata { i64, double* }* %__r3, metadata !54, metadata !DIExpression()), !dbg !63
  %1 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 1
  %.ptr = load double*, double** %1, align 8, !dbg !63
  %2 = getelementptr inbounds { i64, double* }, { i64, double* }* %values, i32 0, i32 0
  %.len = load i64, i64* %2, align 8, !dbg !63
  %3 = insertvalue { i64, double* } undef, i64 %.len, 0, !dbg !63
  %4 = insertvalue { i64, double* } %3, double* %.ptr, 1, !dbg !63
  %5 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 0
  store i64 %.len, i64* %5, align 8, !dbg !63
  %6 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 1
  store double* %.ptr, double** %6, align 8, !dbg !63
  call void @llvm.dbg.declare(metadata i64* %__key2, metadata !56, metadata !DIExpression()), !dbg !63
  store i64 0, i64* %__key2, align 8, !dbg !63
  br label %forcond

forcond:                                          ; preds = %forinc, %0
  %7 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 0
  %.len1 = load i64, i64* %7, align 8, !dbg !64
  %8 = load i64, i64* %__key2, align 8, !dbg !64
  %9 = icmp ult i64 %8, %.len1, !dbg !64
  br i1 %9, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  call void @llvm.dbg.declare(metadata double* %v, metadata !57, metadata !DIExpression()), !dbg !64
  %10 = load i64, i64* %__key2, align 8, !dbg !64
  %11 = getelementptr inbounds { i64, double* }, { i64, double* }* %__r3, i32 0, i32 1
  %.ptr2 = load double*, double** %11, align 8, !dbg !64
  %12 = getelementptr inbounds double, double* %.ptr2, i64 %10
  %13 = load double, double* %12, align 8, !dbg !64
  store double %13, double* %v, align 8, !dbg !64
  call void @llvm.dbg.declare(metadata i64* %i, metadata !59, metadata !DIExpression()), !dbg !64
  %14 = load i64, i64* %__key2, align 8, !dbg !64
  store i64 %14, i64* %i, align 8, !dbg !64
  %15 = load i64, i64* %i, align 8, !dbg !65
  %16 = add i64 %15, 1, !dbg !65
  %17 = uitofp i64 %16 to double
  %18 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %f, i32 0, i32 1
  %.funcptr = load double (i8*, double)*, double (i8*, double)** %18, align 8, !dbg !65
  %19 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %f, i32 0, i32 0
  %.ptr3 = load i8*, i8** %19, align 8, !dbg !65
  %20 = load double, double* %v, align 8, !dbg !65
  %21 = call double %.funcptr(i8* nonnull %.ptr3, double %20), !dbg !65
  %22 = fmul double %17, %21, !dbg !65
  %23 = load double, double* %sum, align 8, !dbg !65
  %24 = fadd double %23, %22, !dbg !65
  store double %24, double* %sum, align 8, !dbg !65
  br label %forinc

forinc:                                           ; preds = %forbody
  %25 = load i64, i64* %__key2, align 8, !dbg !65
  %26 = add i64 %25, 1, !dbg !65
  store i64 %26, i64* %__key2, align 8, !dbg !65
  br label %forcond

endfor:                                           ; preds = %forcond
  %27 = load double, double* %sum, align 8, !dbg !66
  %28 = load double, double* %sum, align 8, !dbg !66
  ret double %28, !dbg !66
}


; Function Attrs: uwtable
define linkonce_odr hidden double @_D7springsQiUPxdmKxSQs6SpringZ9__lambda4MFdZd(i8* nonnull %.nest_arg, double %v_arg) #0 !dbg !67 {
  %v = alloca double, align 8
  store double %v_arg, double* %v, align 8, !dbg !71
  call void @llvm.dbg.declare(metadata double* %v, metadata !69, metadata !DIExpression()), !dbg !71
  %1 = bitcast i8* %.nest_arg to %nest.springs*, !dbg !72
  %s = getelementptr inbounds %nest.springs, %nest.springs* %1, i32 0, i32 0
  %2 = load %springs.Spring*, %springs.Spring** %s, align 8, !dbg !72
  call void @llvm.dbg.declare(metadata i8* %.nest_arg, metadata !70, metadata !DIExpression(DW_OP_plus_uconst, 0)), !dbg !73
  %3 = load double, double* %v, align 8, !dbg !72
  %4 = call double @_D7springs6Spring6energyMxFdZd(%springs.Spring* nonnull %2, double %3) #0, !dbg !72
  %5 = load double, double* %v, align 8, !dbg !72
  %6 = fmul double %4, %5, !dbg !72
  ret double %6, !dbg !72
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!llvm.ident = !{!8}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_D, file: !2, producer: "LDC 1.30.0 (LLVM 14.0.6)", isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, imports: !3)
!2 = !DIFile(filename: "springs.d", directory: ".")
!3 = !{!4}
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !6, file: !2)
!5 = !DIModule(scope: !2, name: "springs")
!6 = !DIModule(scope: !7, name: "object")
!7 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!8 = !{!"ldc version 1.30.0"}
!9 = distinct !DISubprogram(name: "energy", linkageName: "_D7springs6Spring6energyMxFdZd", scope: !10, file: !2, line: 6, type: !15, scopeLine: 6, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !17)
!10 = !DICompositeType(tag: DW_TAG_structure_type, name: "Spring", scope: !5, file: !2, line: 2, size: 128, align: 64, elements: !11, identifier: "S7springs6Spring")
!11 = !{!12, !14}
!12 = !DIDerivedType(tag: DW_TAG_member, name: "k", file: !2, line: 3, baseType: !13, size: 64, align: 64, flags: DIFlagPublic)
!13 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "rest", file: !2, line: 4, baseType: !13, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!15 = !DISubroutineType(types: !16)
!16 = !{!13}
!17 = !{!18, !20, !21}
!18 = !DILocalVariable(name: "this", arg: 1, scope: !9, file: !2, line: 6, type: !19, flags: DIFlagArtificial | DIFlagObjectPointer)
!19 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64, align: 64)
!20 = !DILocalVariable(name: "x", arg: 2, scope: !9, file: !2, line: 6, type: !13)
!21 = !DILocalVariable(name: "d", scope: !9, file: !2, line: 7, type: !22)
!22 = !DIBasicType(name: "immutable(double)", size: 64, encoding: DW_ATE_float)
!23 = !DILocation(line: 6, column: 12, scope: !9)
!24 = !DILocation(line: 7, column: 19, scope: !9)
!25 = !DILocation(line: 7, column: 9, scope: !9)
!26 = !DILocation(line: 8, column: 9, scope: !9)
!27 = distinct !DISubprogram(name: "springs", linkageName: "springs", scope: !5, file: !2, line: 18, type: !15, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !28)
!28 = !{!29, !32, !34}
!29 = !DILocalVariable(name: "x", arg: 1, scope: !27, file: !2, line: 18, type: !30)
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "const(double)*", baseType: !31, size: 64)
!31 = !DIBasicType(name: "const(double)", size: 64, encoding: DW_ATE_float)
!32 = !DILocalVariable(name: "n", arg: 2, scope: !27, file: !2, line: 18, type: !33)
!33 = !DIBasicType(name: "ulong", size: 64, encoding: DW_ATE_unsigned)
!34 = !DILocalVariable(name: "s", arg: 3, scope: !27, file: !2, line: 18, type: !35)
!35 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !10, size: 64, align: 64)
!36 = !DILocation(line: 18, column: 19, scope: !27)
!37 = !DILocation(line: 19, column: 5, scope: !27)
!38 = distinct !DISubprogram(name: "total!(double, double delegate(double) @system)", linkageName: "_D7springs__T5totalTdTDFdZdZQpFAxdMQnZd", scope: !5, file: !2, line: 12, type: !15, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !39)
!39 = !{!40, !45, !53, !54, !56, !57, !59}
!40 = !DILocalVariable(name: "values", arg: 1, scope: !38, file: !2, line: 12, type: !41)
!41 = !DICompositeType(tag: DW_TAG_structure_type, name: "const(double)[]", file: !2, size: 128, align: 64, elements: !42, identifier: "Axd")
!42 = !{!43, !44}
!43 = !DIDerivedType(tag: DW_TAG_member, name: "length", file: !2, baseType: !33, size: 64, align: 64, flags: DIFlagPublic)
!44 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !2, baseType: !30, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!45 = !DILocalVariable(name: "f", arg: 2, scope: !38, file: !2, line: 12, type: !46)
!46 = !DICompositeType(tag: DW_TAG_structure_type, name: "double delegate(double) @system", file: !2, size: 128, align: 64, elements: !47, identifier: "DFdZd")
!47 = !{!48, !51}
!48 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !2, baseType: !49, size: 64, align: 64, flags: DIFlagPublic)
!49 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "void*", baseType: !50, size: 64)
!50 = !DIBasicType(name: "ubyte", size: 8, encoding: DW_ATE_unsigned)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "funcptr", file: !2, baseType: !52, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!52 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "double function(double) @system", baseType: !15, size: 64)
!53 = !DILocalVariable(name: "sum", scope: !38, file: !2, line: 13, type: !13)
!54 = !DILocalVariable(name: "__r3", scope: !55, file: !2, line: 14, type: !41)
!55 = distinct !DILexicalBlock(scope: !38, file: !2, line: 14, column: 5)
!56 = !DILocalVariable(name: "__key2", scope: !55, file: !2, line: 14, type: !33)
!57 = !DILocalVariable(name: "v", scope: !58, file: !2, line: 14, type: !31)
!58 = distinct !DILexicalBlock(scope: !55, file: !2, line: 14, column: 5)
!59 = !DILocalVariable(name: "i", scope: !58, file: !2, line: 14, type: !33)
!60 = !DILocation(line: 12, column: 3, scope: !38)
!61 = !DILocation(line: 13, column: 7, scope: !38)
!62 = !DILocation(line: 13, column: 5, scope: !38)
!63 = !DILocation(line: 14, column: 5, scope: !55)
!64 = !DILocation(line: 14, column: 5, scope: !58)
!65 = !DILocation(line: 14, column: 28, scope: !58)
!66 = !DILocation(line: 15, column: 5, scope: !38)
!67 = distinct !DISubprogram(name: "__lambda4", linkageName: "_D7springsQiUPxdmKxSQs6SpringZ9__lambda4MFdZd", scope: !27, file: !2, line: 19, type: !15, scopeLine: 19, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !68)
!68 = !{!69, !70}
!69 = !DILocalVariable(name: "v", arg: 2, scope: !67, file: !2, line: 19, type: !13)
!70 = !DILocalVariable(name: "s", scope: !67, file: !2, line: 18, type: !35)
!71 = !DILocation(line: 19, column: 29, scope: !67)
!72 = !DILocation(line: 19, column: 43, scope: !67)
!73 = !DILocation(line: 18, column: 19, scope: !67)
