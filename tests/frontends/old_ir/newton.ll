; call newton: 0.6, 1.8; wrt a b
; ModuleID = 'newton.d'
source_filename = "newton.d"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%nest.newton = type { double, double }


; Function Attrs: uwtable
define double @_D6newton4rootFMDFNbNidZdMQkdZd({ i8*, double (i8*, double)* } %f_arg, { i8*, double (i8*, double)* } %slope_arg, double %x_arg) #0 !dbg !12 {
  %f = alloca { i8*, double (i8*, double)* }, align 8
  %slope = alloca { i8*, double (i8*, double)* }, align 8
  %x = alloca double, align 8
  %step = alloca double, align 8
  store { i8*, double (i8*, double)* } %f_arg, { i8*, double (i8*, double)* }* %f, align 8, !dbg !31
  call void @llvm.dbg.declare(metadata { i8*, double (i8*, double)* }* %f, metadata !17, metadata !DIExpression()), !dbg !31
  store { i8*, double (i8*, double)* } %slope_arg, { i8*, double (i8*, double)* }* %slope, align 8, !dbg !31
  call void @llvm.dbg.declare(metadata { i8*, double (i8*, double)* }* %slope, metadata !25, metadata !DIExpression()), !dbg !31
  store double %x_arg, double* %x, align 8, !dbg !31
  call void @llvm.dbg.declare(metadata double* %x, metadata !26, metadata !DIExpression()), !dbg !31
  br label %forcond

forcond:                                          ; preds = %forinc, %0
  br i1 true, label %forbody, label %endfor

forbody:                                          ; preds = %forcond
  call void @llvm.dbg.declare(metadata double* %step, metadata !27, metadata !DIExpression()), !dbg !32
  %1 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %f, i32 0, i32 1
  %.funcptr = load double (i8*, double)*, double (i8*, double)** %1, align 8, !dbg !33
  %2 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %f, i32 0, i32 0
  %.ptr = load i8*, i8** %2, align 8, !dbg !33
  %3 = load double, double* %x, align 8, !dbg !33
  %4 = call double %.funcptr(i8* nonnull %.ptr, double %3), !dbg !33
  %5 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %slope, i32 0, i32 1
  %.funcptr1 = load double (i8*, double)*, double (i8*, double)** %5, align 8, !dbg !33
  %6 = getelementptr inbounds { i8*, double (i8*, double)* }, { i8*, double (i8*, double)* }* %slope, i32 0, i32 0
  %.ptr2 = load i8*, i8** %6, align 8, !dbg !33
  %7 = load double, double* %x, align 8, !dbg !33
  %8 = call double %.funcptr1(i8* nonnull %.ptr2, double %7), !dbg !33
  %9 = fdiv double %4, %8, !dbg !33
  store double %9, double* %step, align 8, !dbg !33
  %10 = load double, double* %step, align 8, !dbg !34
  %11 = load double, double* %x, align 8, !dbg !34
  %12 = fsub double %11, %10, !dbg !34
  store double %12, double* %x, align 8, !dbg !34
  %13 = load double, double* %step, align 8, !dbg !35
  %14 = call double @fabs(double %13) #2, !dbg !35
  %15 = fcmp olt double %14, 1.000000e-13, !dbg !35
  br i1 %15, label %if, label %endif

if:                                               ; preds = %forbody
  %16 = load double, double* %x, align 8, !dbg !37
  %17 = load double, double* %x, align 8, !dbg !37
  ret double %17, !dbg !37

dummy.afterreturn:                                ; No predecessors!
  br label %endif

endif:                                            ; preds = %dummy.afterreturn, %forbody
  br label %forinc

forinc:                                           ; preds = %endif
  br label %forcond

endfor:                                           ; preds = %forcond
  ret double undef, !dbg !39
}


; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1


declare double @fabs(double) #2


; Function Attrs: uwtable
define double @newton(double %a_arg, double %b_arg) #0 !dbg !40 {
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  %.frame = alloca %nest.newton, align 8
  store double %a_arg, double* %1, align 8, !dbg !44
  store double %b_arg, double* %2, align 8, !dbg !44
  %a = getelementptr inbounds %nest.newton, %nest.newton* %.frame, i32 0, i32 0
  %3 = bitcast double* %a to i8*, !dbg !44
  %4 = bitcast double* %1 to i8*, !dbg !44
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %3, i8* align 1 %4, i64 8, i1 false), !dbg !44
  call void @llvm.dbg.declare(metadata double* %a, metadata !42, metadata !DIExpression()), !dbg !44
  %b = getelementptr inbounds %nest.newton, %nest.newton* %.frame, i32 0, i32 1
  %5 = bitcast double* %b to i8*, !dbg !44
  %6 = bitcast double* %2 to i8*, !dbg !44
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %5, i8* align 1 %6, i64 8, i1 false), !dbg !44
  call void @llvm.dbg.declare(metadata double* %b, metadata !43, metadata !DIExpression()), !dbg !44
  %7 = bitcast %nest.newton* %.frame to i8*, !dbg !45
  %8 = insertvalue { i8*, double (i8*, double)* } undef, i8* %7, 0, !dbg !45
  %.dg = insertvalue { i8*, double (i8*, double)* } %8, double (i8*, double)* @_D6newtonQhUddZ1fMFNbNiNfdZd, 1, !dbg !45
  %9 = bitcast %nest.newton* %.frame to i8*, !dbg !45
  %10 = insertvalue { i8*, double (i8*, double)* } undef, i8* %9, 0, !dbg !45
  %.dg3 = insertvalue { i8*, double (i8*, double)* } %10, double (i8*, double)* @_D6newtonQhUddZ5slopeMFNbNiNfdZd, 1, !dbg !45
  %11 = call double @_D6newton4rootFMDFNbNidZdMQkdZd({ i8*, double (i8*, double)* } %.dg, { i8*, double (i8*, double)* } %.dg3, double 2.000000e+00) #0, !dbg !45
  ret double %11, !dbg !45
}


; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3


; Function Attrs: uwtable
define double @_D6newtonQhUddZ1fMFNbNiNfdZd(i8* nonnull %.nest_arg, double %x_arg) #0 !dbg !46 {
  %x = alloca double, align 8
  store double %x_arg, double* %x, align 8, !dbg !51
  call void @llvm.dbg.declare(metadata double* %x, metadata !48, metadata !DIExpression()), !dbg !51
  %1 = bitcast i8* %.nest_arg to %nest.newton*, !dbg !52
  %a = getelementptr inbounds %nest.newton, %nest.newton* %1, i32 0, i32 0
  call void @llvm.dbg.declare(metadata i8* %.nest_arg, metadata !49, metadata !DIExpression(DW_OP_plus_uconst, 0)), !dbg !53
  %2 = load double, double* %a, align 8, !dbg !52
  %3 = load double, double* %x, align 8, !dbg !52
  %4 = fmul double %2, %3, !dbg !52
  %5 = call double @exp(double %4) #2, !dbg !52
  %6 = bitcast i8* %.nest_arg to %nest.newton*, !dbg !52
  %b = getelementptr inbounds %nest.newton, %nest.newton* %6, i32 0, i32 1
  call void @llvm.dbg.declare(metadata i8* %.nest_arg, metadata !50, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !53
  %7 = load double, double* %b, align 8, !dbg !52
  %8 = fsub double %5, %7, !dbg !52
  %9 = load double, double* %x, align 8, !dbg !52
  %10 = fsub double %8, %9, !dbg !52
  ret double %10, !dbg !52
}


declare double @exp(double) #2


; Function Attrs: uwtable
define double @_D6newtonQhUddZ5slopeMFNbNiNfdZd(i8* nonnull %.nest_arg, double %x_arg) #0 !dbg !54 {
  %x = alloca double, align 8
  store double %x_arg, double* %x, align 8, !dbg !58
  call void @llvm.dbg.declare(metadata double* %x, metadata !56, metadata !DIExpression()), !dbg !58
  %1 = bitcast i8* %.nest_arg to %nest.newton*, !dbg !59
  %a = getelementptr inbounds %nest.newton, %nest.newton* %1, i32 0, i32 0
  call void @llvm.dbg.declare(metadata i8* %.nest_arg, metadata !57, metadata !DIExpression(DW_OP_plus_uconst, 0)), !dbg !60
  %2 = load double, double* %a, align 8, !dbg !59
  %3 = bitcast i8* %.nest_arg to %nest.newton*, !dbg !59
  %a1 = getelementptr inbounds %nest.newton, %nest.newton* %3, i32 0, i32 0
  %4 = load double, double* %a1, align 8, !dbg !59
  %5 = load double, double* %x, align 8, !dbg !59
  %6 = fmul double %4, %5, !dbg !59
  %7 = call double @exp(double %6) #2, !dbg !59
  %8 = fmul double %2, %7, !dbg !59
  %9 = fsub double %8, 1.000000e+00, !dbg !59
  ret double %9, !dbg !59
}

attributes #0 = { uwtable "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "target-cpu"="x86-64" "target-features"="+cx16" }
attributes #3 = { argmemonly nofree nounwind willreturn }

!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!llvm.ident = !{!11}

!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_D, file: !2, producer: "LDC 1.30.0 (LLVM 14.0.6)", isOptimized: false, runtimeVersion: 1, emissionKind: FullDebug, imports: !3)
!2 = !DIFile(filename: "newton.d", directory: ".")
!3 = !{!4, !8}
!4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !6, file: !2)
!5 = !DIModule(scope: !2, name: "newton")
!6 = !DIModule(scope: !7, name: "object")
!7 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/object.d", directory: ".")
!8 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !5, entity: !9, file: !2, line: 2)
!9 = !DIModule(scope: !10, name: "core.stdc.math")
!10 = !DIFile(filename: "usr/lib/ldc/x86_64-linux-gnu/include/d/core/stdc/math.d", directory: ".")
!11 = !{!"ldc version 1.30.0"}
!12 = distinct !DISubprogram(name: "root", linkageName: "_D6newton4rootFMDFNbNidZdMQkdZd", scope: !5, file: !2, line: 4, type: !13, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !16)
!13 = !DISubroutineType(types: !14)
!14 = !{!15}
!15 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!16 = !{!17, !25, !26, !27}
!17 = !DILocalVariable(name: "f", arg: 1, scope: !12, file: !2, line: 4, type: !18)
!18 = !DICompositeType(tag: DW_TAG_structure_type, name: "double delegate(double) nothrow @nogc", file: !2, size: 128, align: 64, elements: !19, identifier: "DFNbNidZd")
!19 = !{!20, !23}
!20 = !DIDerivedType(tag: DW_TAG_member, name: "ptr", file: !2, baseType: !21, size: 64, align: 64, flags: DIFlagPublic)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "void*", baseType: !22, size: 64)
!22 = !DIBasicType(name: "ubyte", size: 8, encoding: DW_ATE_unsigned)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "funcptr", file: !2, baseType: !24, size: 64, align: 64, offset: 64, flags: DIFlagPublic)
!24 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "double function(double) nothrow @nogc", baseType: !13, size: 64)
!25 = !DILocalVariable(name: "slope", arg: 2, scope: !12, file: !2, line: 4, type: !18)
!26 = !DILocalVariable(name: "x", arg: 3, scope: !12, file: !2, line: 4, type: !15)
!27 = !DILocalVariable(name: "step", scope: !28, file: !2, line: 6, type: !30)
!28 = distinct !DILexicalBlock(scope: !29, file: !2, line: 5, column: 18)
!29 = distinct !DILexicalBlock(scope: !12, file: !2, line: 5, column: 5)
!30 = !DIBasicType(name: "immutable(double)", size: 64, encoding: DW_ATE_float)
!31 = !DILocation(line: 4, column: 8, scope: !12)
!32 = !DILocation(line: 6, column: 19, scope: !28)
!33 = !DILocation(line: 6, column: 9, scope: !28)
!34 = !DILocation(line: 7, column: 9, scope: !28)
!35 = !DILocation(line: 8, column: 9, scope: !36)
!36 = distinct !DILexicalBlock(scope: !28, file: !2, line: 8, column: 9)
!37 = !DILocation(line: 8, column: 33, scope: !38)
!38 = distinct !DILexicalBlock(scope: !36, file: !2, line: 8, column: 33)
!39 = !DILocation(line: 10, column: 1, scope: !12)
!40 = distinct !DISubprogram(name: "newton", linkageName: "newton", scope: !5, file: !2, line: 12, type: !13, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !41)
!41 = !{!42, !43}
!42 = !DILocalVariable(name: "a", arg: 1, scope: !40, file: !2, line: 12, type: !15)
!43 = !DILocalVariable(name: "b", arg: 2, scope: !40, file: !2, line: 12, type: !15)
!44 = !DILocation(line: 12, column: 19, scope: !40)
!45 = !DILocation(line: 15, column: 5, scope: !40)
!46 = distinct !DISubprogram(name: "f", linkageName: "_D6newtonQhUddZ1fMFNbNiNfdZd", scope: !40, file: !2, line: 13, type: !13, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !47)
!47 = !{!48, !49, !50}
!48 = !DILocalVariable(name: "x", arg: 2, scope: !46, file: !2, line: 13, type: !15)
!49 = !DILocalVariable(name: "a", scope: !46, file: !2, line: 12, type: !15)
!50 = !DILocalVariable(name: "b", scope: !46, file: !2, line: 12, type: !15)
!51 = !DILocation(line: 13, column: 12, scope: !46)
!52 = !DILocation(line: 13, column: 26, scope: !46)
!53 = !DILocation(line: 12, column: 19, scope: !46)
!54 = distinct !DISubprogram(name: "slope", linkageName: "_D6newtonQhUddZ5slopeMFNbNiNfdZd", scope: !40, file: !2, line: 14, type: !13, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !1, retainedNodes: !55)
!55 = !{!56, !57}
!56 = !DILocalVariable(name: "x", arg: 2, scope: !54, file: !2, line: 14, type: !15)
!57 = !DILocalVariable(name: "a", scope: !54, file: !2, line: 12, type: !15)
!58 = !DILocation(line: 14, column: 12, scope: !54)
!59 = !DILocation(line: 14, column: 30, scope: !54)
!60 = !DILocation(line: 12, column: 19, scope: !54)
