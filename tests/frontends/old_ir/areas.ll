; call areas: V(4), 3; wrt x
; ModuleID = 'shapes.cpp'
source_filename = "areas.cpp"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.Circle = type { %struct.Shape, double }
%struct.Shape = type { i32 (...)** }
%struct.Box = type { %struct.Shape, double, double }
%class.anon = type { double* }

$_ZN5ShapeD2Ev = comdat any

$_ZNK6Circle4areaEv = comdat any

$_ZN6CircleD0Ev = comdat any

$_ZNK3Box4areaEv = comdat any

$_ZN3BoxD0Ev = comdat any

$_ZTV6Circle = comdat any

$_ZTS6Circle = comdat any

$_ZTS5Shape = comdat any

$_ZTI5Shape = comdat any

$_ZTI6Circle = comdat any

$_ZTV3Box = comdat any

$_ZTS3Box = comdat any

$_ZTI3Box = comdat any

@_ZTV6Circle = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI6Circle to i8*), i8* bitcast (double (%struct.Circle*)* @_ZNK6Circle4areaEv to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Circle*)* @_ZN6CircleD0Ev to i8*)] }, comdat, align 8
@_ZTVN10__cxxabiv120__si_class_type_infoE = external global i8*
@_ZTS6Circle = linkonce_odr dso_local constant [8 x i8] c"6Circle\00", comdat, align 1
@_ZTVN10__cxxabiv117__class_type_infoE = external global i8*
@_ZTS5Shape = linkonce_odr dso_local constant [7 x i8] c"5Shape\00", comdat, align 1
@_ZTI5Shape = linkonce_odr dso_local constant { i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv117__class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([7 x i8], [7 x i8]* @_ZTS5Shape, i32 0, i32 0) }, comdat, align 8
@_ZTI6Circle = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([8 x i8], [8 x i8]* @_ZTS6Circle, i32 0, i32 0), i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*) }, comdat, align 8
@_ZTV3Box = linkonce_odr dso_local unnamed_addr constant { [5 x i8*] } { [5 x i8*] [i8* null, i8* bitcast ({ i8*, i8*, i8* }* @_ZTI3Box to i8*), i8* bitcast (double (%struct.Box*)* @_ZNK3Box4areaEv to i8*), i8* bitcast (void (%struct.Shape*)* @_ZN5ShapeD2Ev to i8*), i8* bitcast (void (%struct.Box*)* @_ZN3BoxD0Ev to i8*)] }, comdat, align 8
@_ZTS3Box = linkonce_odr dso_local constant [5 x i8] c"3Box\00", comdat, align 1
@_ZTI3Box = linkonce_odr dso_local constant { i8*, i8*, i8* } { i8* bitcast (i8** getelementptr inbounds (i8*, i8** @_ZTVN10__cxxabiv120__si_class_type_infoE, i64 2) to i8*), i8* getelementptr inbounds ([5 x i8], [5 x i8]* @_ZTS3Box, i32 0, i32 0), i8* bitcast ({ i8*, i8* }* @_ZTI5Shape to i8*) }, comdat, align 8

; Function Attrs: nounwind uwtable
define dso_local double @areas(double* nocapture noundef readonly %0, i32 noundef %1) local_unnamed_addr #0 !dbg !55 {
  %3 = alloca %struct.Circle, align 8
  %4 = alloca %struct.Box, align 8
  %5 = alloca [3 x %struct.Shape*], align 16
  call void @llvm.dbg.value(metadata double* %0, metadata !61, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata i32 %1, metadata !62, metadata !DIExpression()), !dbg !71
  %6 = bitcast %struct.Circle* %3 to i8*, !dbg !72
  call void @llvm.lifetime.start.p0i8(i64 16, i8* nonnull %6) #7, !dbg !72
  call void @llvm.dbg.declare(metadata %struct.Circle* %3, metadata !63, metadata !DIExpression()), !dbg !73
  %7 = load double, double* %0, align 8, !dbg !74, !tbaa !75
  call void @llvm.dbg.value(metadata %struct.Circle* %3, metadata !79, metadata !DIExpression()), !dbg !84
  call void @llvm.dbg.value(metadata double %7, metadata !82, metadata !DIExpression()), !dbg !84
  %8 = getelementptr inbounds %struct.Circle, %struct.Circle* %3, i64 0, i32 0, i32 0, !dbg !86
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV6Circle, i64 0, inrange i32 0, i64 2) to i32 (...)**), i32 (...)*** %8, align 8, !dbg !86, !tbaa !87
  %9 = getelementptr inbounds %struct.Circle, %struct.Circle* %3, i64 0, i32 1, !dbg !89
  store double %7, double* %9, align 8, !dbg !89, !tbaa !90
  %10 = bitcast %struct.Box* %4 to i8*, !dbg !92
  call void @llvm.lifetime.start.p0i8(i64 24, i8* nonnull %10) #7, !dbg !92
  call void @llvm.dbg.declare(metadata %struct.Box* %4, metadata !64, metadata !DIExpression()), !dbg !93
  %11 = getelementptr inbounds double, double* %0, i64 1, !dbg !94
  %12 = load double, double* %11, align 8, !dbg !94, !tbaa !75
  %13 = getelementptr inbounds double, double* %0, i64 2, !dbg !95
  %14 = load double, double* %13, align 8, !dbg !95, !tbaa !75
  %15 = fmul double %7, %14, !dbg !96
  call void @llvm.dbg.value(metadata %struct.Box* %4, metadata !97, metadata !DIExpression()), !dbg !103
  call void @llvm.dbg.value(metadata double %12, metadata !100, metadata !DIExpression()), !dbg !103
  call void @llvm.dbg.value(metadata double %15, metadata !101, metadata !DIExpression()), !dbg !103
  %16 = getelementptr inbounds %struct.Box, %struct.Box* %4, i64 0, i32 0, i32 0, !dbg !105
  store i32 (...)** bitcast (i8** getelementptr inbounds ({ [5 x i8*] }, { [5 x i8*] }* @_ZTV3Box, i64 0, inrange i32 0, i64 2) to i32 (...)**), i32 (...)*** %16, align 8, !dbg !105, !tbaa !87
  %17 = getelementptr inbounds %struct.Box, %struct.Box* %4, i64 0, i32 1, !dbg !106
  store double %12, double* %17, align 8, !dbg !106, !tbaa !107
  %18 = getelementptr inbounds %struct.Box, %struct.Box* %4, i64 0, i32 2, !dbg !109
  store double %15, double* %18, align 8, !dbg !109, !tbaa !110
  %19 = bitcast [3 x %struct.Shape*]* %5 to i8*, !dbg !111
  call void @llvm.lifetime.start.p0i8(i64 24, i8* nonnull %19) #7, !dbg !111
  call void @llvm.dbg.declare(metadata [3 x %struct.Shape*]* %5, metadata !65, metadata !DIExpression()), !dbg !112
  %20 = getelementptr inbounds [3 x %struct.Shape*], [3 x %struct.Shape*]* %5, i64 0, i64 0, !dbg !113
  %21 = getelementptr inbounds %struct.Circle, %struct.Circle* %3, i64 0, i32 0, !dbg !114
  store %struct.Shape* %21, %struct.Shape** %20, align 16, !dbg !113, !tbaa !115
  %22 = getelementptr inbounds [3 x %struct.Shape*], [3 x %struct.Shape*]* %5, i64 0, i64 1, !dbg !113
  %23 = getelementptr inbounds %struct.Box, %struct.Box* %4, i64 0, i32 0, !dbg !117
  store %struct.Shape* %23, %struct.Shape** %22, align 8, !dbg !113, !tbaa !115
  %24 = getelementptr inbounds [3 x %struct.Shape*], [3 x %struct.Shape*]* %5, i64 0, i64 2, !dbg !113
  store %struct.Shape* %21, %struct.Shape** %24, align 16, !dbg !113, !tbaa !115
  %25 = getelementptr inbounds double, double* %0, i64 3, !dbg !118
  %26 = load double, double* %25, align 8, !dbg !118, !tbaa !75
  call void @llvm.dbg.value(metadata double %26, metadata !70, metadata !DIExpression()), !dbg !71
  call void @llvm.dbg.value(metadata double* undef, metadata !119, metadata !DIExpression()) #7, !dbg !137
  call void @llvm.dbg.value(metadata %struct.Shape** %20, metadata !130, metadata !DIExpression()) #7, !dbg !137
  call void @llvm.dbg.value(metadata i32 %1, metadata !131, metadata !DIExpression()) #7, !dbg !137
  call void @llvm.dbg.value(metadata double 0.000000e+00, metadata !132, metadata !DIExpression()) #7, !dbg !137
  call void @llvm.dbg.value(metadata i32 0, metadata !133, metadata !DIExpression()) #7, !dbg !139
  %27 = icmp sgt i32 %1, 0, !dbg !140
  br i1 %27, label %28, label %55, !dbg !142

28:                                               ; preds = %2
  %29 = zext i32 %1 to i64, !dbg !140
  call void @llvm.dbg.value(metadata i64 0, metadata !133, metadata !DIExpression()) #7, !dbg !139
  call void @llvm.dbg.value(metadata double 0.000000e+00, metadata !132, metadata !DIExpression()) #7, !dbg !137
  %30 = bitcast %struct.Circle* %3 to double (%struct.Shape*)***, !dbg !143
  %31 = load double (%struct.Shape*)**, double (%struct.Shape*)*** %30, align 8, !dbg !143, !tbaa !87
  %32 = load double (%struct.Shape*)*, double (%struct.Shape*)** %31, align 8, !dbg !143
  %33 = call noundef double %32(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %21) #7, !dbg !143
  call void @llvm.dbg.value(metadata %class.anon* undef, metadata !144, metadata !DIExpression()) #7, !dbg !158
  call void @llvm.dbg.value(metadata i64 0, metadata !155, metadata !DIExpression()) #7, !dbg !158
  call void @llvm.dbg.value(metadata double %33, metadata !156, metadata !DIExpression()) #7, !dbg !158
  %34 = fmul double %33, %33, !dbg !160
  %35 = fmul double %26, %34, !dbg !161
  %36 = fadd double %35, 0.000000e+00, !dbg !162
  call void @llvm.dbg.value(metadata i64 1, metadata !133, metadata !DIExpression()) #7, !dbg !139
  call void @llvm.dbg.value(metadata double %36, metadata !132, metadata !DIExpression()) #7, !dbg !137
  %37 = icmp eq i32 %1, 1, !dbg !140
  br i1 %37, label %55, label %38, !dbg !142, !llvm.loop !163

38:                                               ; preds = %28, %38
  %39 = phi double [ %53, %38 ], [ %36, %28 ]
  %40 = phi i64 [ %47, %38 ], [ 1, %28 ]
  %41 = getelementptr inbounds [3 x %struct.Shape*], [3 x %struct.Shape*]* %5, i64 0, i64 %40
  %42 = load %struct.Shape*, %struct.Shape** %41, align 8, !dbg !166, !tbaa !115
  call void @llvm.dbg.value(metadata i64 %40, metadata !133, metadata !DIExpression()) #7, !dbg !139
  call void @llvm.dbg.value(metadata double %39, metadata !132, metadata !DIExpression()) #7, !dbg !137
  %43 = bitcast %struct.Shape* %42 to double (%struct.Shape*)***, !dbg !143
  %44 = load double (%struct.Shape*)**, double (%struct.Shape*)*** %43, align 8, !dbg !143, !tbaa !87
  %45 = load double (%struct.Shape*)*, double (%struct.Shape*)** %44, align 8, !dbg !143
  %46 = call noundef double %45(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %42) #7, !dbg !143
  call void @llvm.dbg.value(metadata %class.anon* undef, metadata !144, metadata !DIExpression()) #7, !dbg !158
  call void @llvm.dbg.value(metadata i64 %40, metadata !155, metadata !DIExpression()) #7, !dbg !158
  call void @llvm.dbg.value(metadata double %46, metadata !156, metadata !DIExpression()) #7, !dbg !158
  %47 = add nuw nsw i64 %40, 1, !dbg !167
  %48 = trunc i64 %47 to i32, !dbg !168
  %49 = sitofp i32 %48 to double, !dbg !168
  %50 = fmul double %46, %49, !dbg !169
  %51 = fmul double %46, %50, !dbg !160
  %52 = fmul double %26, %51, !dbg !161
  %53 = fadd double %39, %52, !dbg !162
  call void @llvm.dbg.value(metadata i64 %47, metadata !133, metadata !DIExpression()) #7, !dbg !139
  call void @llvm.dbg.value(metadata double %53, metadata !132, metadata !DIExpression()) #7, !dbg !137
  %54 = icmp eq i64 %47, %29, !dbg !140
  br i1 %54, label %55, label %38, !dbg !142, !llvm.loop !163

55:                                               ; preds = %38, %28, %2
  %56 = phi double [ 0.000000e+00, %2 ], [ %36, %28 ], [ %53, %38 ], !dbg !137
  call void @llvm.lifetime.end.p0i8(i64 24, i8* nonnull %19) #7, !dbg !170
  call void @llvm.lifetime.end.p0i8(i64 24, i8* nonnull %10) #7, !dbg !170
  call void @llvm.lifetime.end.p0i8(i64 16, i8* nonnull %6) #7, !dbg !170
  ret double %56, !dbg !170
}

; Function Attrs: mustprogress nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture) #2

; Function Attrs: nounwind uwtable
define linkonce_odr dso_local void @_ZN5ShapeD2Ev(%struct.Shape* noundef nonnull align 8 dereferenceable(8) %0) unnamed_addr #0 comdat align 2 !dbg !171 {
  call void @llvm.dbg.value(metadata %struct.Shape* %0, metadata !173, metadata !DIExpression()), !dbg !175
  ret void, !dbg !176
}

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef double @_ZNK6Circle4areaEv(%struct.Circle* noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #3 comdat align 2 !dbg !177 {
  call void @llvm.dbg.value(metadata %struct.Circle* %0, metadata !179, metadata !DIExpression()), !dbg !181
  %2 = getelementptr inbounds %struct.Circle, %struct.Circle* %0, i64 0, i32 1, !dbg !182
  %3 = load double, double* %2, align 8, !dbg !182, !tbaa !90
  %4 = fmul double %3, 3.250000e+00, !dbg !183
  %5 = fmul double %3, %4, !dbg !184
  ret double %5, !dbg !185
}

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN6CircleD0Ev(%struct.Circle* noundef nonnull align 8 dereferenceable(16) %0) unnamed_addr #4 comdat align 2 !dbg !186 {
  call void @llvm.dbg.value(metadata %struct.Circle* %0, metadata !191, metadata !DIExpression()), !dbg !192
  %2 = bitcast %struct.Circle* %0 to i8*, !dbg !193
  tail call void @_ZdlPv(i8* noundef nonnull %2) #8, !dbg !193
  ret void, !dbg !193
}

; Function Attrs: nobuiltin nounwind
declare void @_ZdlPv(i8* noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nounwind uwtable
define linkonce_odr dso_local noundef double @_ZNK3Box4areaEv(%struct.Box* noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #3 comdat align 2 !dbg !194 {
  call void @llvm.dbg.value(metadata %struct.Box* %0, metadata !196, metadata !DIExpression()), !dbg !198
  %2 = getelementptr inbounds %struct.Box, %struct.Box* %0, i64 0, i32 1, !dbg !199
  %3 = load double, double* %2, align 8, !dbg !199, !tbaa !107
  %4 = getelementptr inbounds %struct.Box, %struct.Box* %0, i64 0, i32 2, !dbg !200
  %5 = load double, double* %4, align 8, !dbg !200, !tbaa !110
  %6 = fmul double %3, %5, !dbg !201
  ret double %6, !dbg !202
}

; Function Attrs: inlinehint nounwind uwtable
define linkonce_odr dso_local void @_ZN3BoxD0Ev(%struct.Box* noundef nonnull align 8 dereferenceable(24) %0) unnamed_addr #4 comdat align 2 !dbg !203 {
  call void @llvm.dbg.value(metadata %struct.Box* %0, metadata !208, metadata !DIExpression()), !dbg !209
  %2 = bitcast %struct.Box* %0 to i8*, !dbg !210
  tail call void @_ZdlPv(i8* noundef nonnull %2) #8, !dbg !210
  ret void, !dbg !210
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #6

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly mustprogress nofree nosync nounwind willreturn }
attributes #3 = { mustprogress nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { inlinehint nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nobuiltin nounwind "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #7 = { nounwind }
attributes #8 = { builtin nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!48, !49, !50, !51, !52, !53}
!llvm.ident = !{!54}

!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, producer: "Debian clang version 14.0.6", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !2, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "areas.cpp", directory: ".", checksumkind: CSK_MD5, checksum: "8aef10221069cf2a4511a5a293e098d9")
!2 = !{!3, !6, !34}
!3 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Circle", file: !1, line: 6, size: 128, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !4, vtableHolder: !6, identifier: "_ZTS6Circle")
!4 = !{!5, !24, !25, !29}
!5 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !3, baseType: !6, extraData: i32 0)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Shape", file: !1, line: 2, size: 64, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !7, vtableHolder: !6, identifier: "_ZTS5Shape")
!7 = !{!8, !14, !20}
!8 = !DIDerivedType(tag: DW_TAG_member, name: "_vptr$Shape", scope: !1, file: !1, baseType: !9, size: 64, flags: DIFlagArtificial)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "__vtbl_ptr_type", baseType: !11, size: 64)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DISubprogram(name: "area", linkageName: "_ZNK5Shape4areaEv", scope: !6, file: !1, line: 3, type: !15, scopeLine: 3, containingType: !6, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagPureVirtual | DISPFlagOptimized)
!15 = !DISubroutineType(types: !16)
!16 = !{!17, !18}
!17 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!18 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!19 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!20 = !DISubprogram(name: "~Shape", scope: !6, file: !1, line: 4, type: !21, scopeLine: 4, containingType: !6, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!21 = !DISubroutineType(types: !22)
!22 = !{null, !23}
!23 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "r", scope: !3, file: !1, line: 7, baseType: !17, size: 64, offset: 64)
!25 = !DISubprogram(name: "Circle", scope: !3, file: !1, line: 8, type: !26, scopeLine: 8, flags: DIFlagExplicit | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!26 = !DISubroutineType(types: !27)
!27 = !{null, !28, !17}
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!29 = !DISubprogram(name: "area", linkageName: "_ZNK6Circle4areaEv", scope: !3, file: !1, line: 9, type: !30, scopeLine: 9, containingType: !3, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!30 = !DISubroutineType(types: !31)
!31 = !{!17, !32}
!32 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!33 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !3)
!34 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Box", file: !1, line: 11, size: 192, flags: DIFlagTypePassByReference | DIFlagNonTrivial, elements: !35, vtableHolder: !6, identifier: "_ZTS3Box")
!35 = !{!36, !37, !38, !39, !43}
!36 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !34, baseType: !6, extraData: i32 0)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "a", scope: !34, file: !1, line: 12, baseType: !17, size: 64, offset: 64)
!38 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !34, file: !1, line: 12, baseType: !17, size: 64, offset: 128)
!39 = !DISubprogram(name: "Box", scope: !34, file: !1, line: 13, type: !40, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!40 = !DISubroutineType(types: !41)
!41 = !{null, !42, !17, !17}
!42 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!43 = !DISubprogram(name: "area", linkageName: "_ZNK3Box4areaEv", scope: !34, file: !1, line: 14, type: !44, scopeLine: 14, containingType: !34, virtualIndex: 0, flags: DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!44 = !DISubroutineType(types: !45)
!45 = !{!17, !46}
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!47 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !34)
!48 = !{i32 7, !"Dwarf Version", i32 5}
!49 = !{i32 2, !"Debug Info Version", i32 3}
!50 = !{i32 1, !"wchar_size", i32 4}
!51 = !{i32 7, !"PIC Level", i32 2}
!52 = !{i32 7, !"PIE Level", i32 2}
!53 = !{i32 7, !"uwtable", i32 1}
!54 = !{!"Debian clang version 14.0.6"}
!55 = distinct !DISubprogram(name: "areas", scope: !1, file: !1, line: 23, type: !56, scopeLine: 23, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !60)
!56 = !DISubroutineType(types: !57)
!57 = !{!17, !58, !13}
!58 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !59, size: 64)
!59 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !17)
!60 = !{!61, !62, !63, !64, !65, !70}
!61 = !DILocalVariable(name: "x", arg: 1, scope: !55, file: !1, line: 23, type: !58)
!62 = !DILocalVariable(name: "n", arg: 2, scope: !55, file: !1, line: 23, type: !13)
!63 = !DILocalVariable(name: "c", scope: !55, file: !1, line: 24, type: !3)
!64 = !DILocalVariable(name: "b", scope: !55, file: !1, line: 25, type: !34)
!65 = !DILocalVariable(name: "all", scope: !55, file: !1, line: 26, type: !66)
!66 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 192, elements: !68)
!67 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !19, size: 64)
!68 = !{!69}
!69 = !DISubrange(count: 3)
!70 = !DILocalVariable(name: "scale", scope: !55, file: !1, line: 27, type: !59)
!71 = !DILocation(line: 0, scope: !55)
!72 = !DILocation(line: 24, column: 5, scope: !55)
!73 = !DILocation(line: 24, column: 12, scope: !55)
!74 = !DILocation(line: 24, column: 14, scope: !55)
!75 = !{!76, !76, i64 0}
!76 = !{!"double", !77, i64 0}
!77 = !{!"omnipotent char", !78, i64 0}
!78 = !{!"Simple C++ TBAA"}
!79 = !DILocalVariable(name: "this", arg: 1, scope: !80, type: !83, flags: DIFlagArtificial | DIFlagObjectPointer)
!80 = distinct !DISubprogram(name: "Circle", linkageName: "_ZN6CircleC2Ed", scope: !3, file: !1, line: 8, type: !26, scopeLine: 8, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !25, retainedNodes: !81)
!81 = !{!79, !82}
!82 = !DILocalVariable(name: "r", arg: 2, scope: !80, file: !1, line: 8, type: !17)
!83 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !3, size: 64)
!84 = !DILocation(line: 0, scope: !80, inlinedAt: !85)
!85 = distinct !DILocation(line: 24, column: 12, scope: !55)
!86 = !DILocation(line: 8, column: 38, scope: !80, inlinedAt: !85)
!87 = !{!88, !88, i64 0}
!88 = !{!"vtable pointer", !78, i64 0}
!89 = !DILocation(line: 8, column: 33, scope: !80, inlinedAt: !85)
!90 = !{!91, !76, i64 8}
!91 = !{!"_ZTS6Circle", !76, i64 8}
!92 = !DILocation(line: 25, column: 5, scope: !55)
!93 = !DILocation(line: 25, column: 9, scope: !55)
!94 = !DILocation(line: 25, column: 11, scope: !55)
!95 = !DILocation(line: 25, column: 17, scope: !55)
!96 = !DILocation(line: 25, column: 22, scope: !55)
!97 = !DILocalVariable(name: "this", arg: 1, scope: !98, type: !102, flags: DIFlagArtificial | DIFlagObjectPointer)
!98 = distinct !DISubprogram(name: "Box", linkageName: "_ZN3BoxC2Edd", scope: !34, file: !1, line: 13, type: !40, scopeLine: 13, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !39, retainedNodes: !99)
!99 = !{!97, !100, !101}
!100 = !DILocalVariable(name: "a", arg: 2, scope: !98, file: !1, line: 13, type: !17)
!101 = !DILocalVariable(name: "b", arg: 3, scope: !98, file: !1, line: 13, type: !17)
!102 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!103 = !DILocation(line: 0, scope: !98, inlinedAt: !104)
!104 = distinct !DILocation(line: 25, column: 9, scope: !55)
!105 = !DILocation(line: 13, column: 42, scope: !98, inlinedAt: !104)
!106 = !DILocation(line: 13, column: 31, scope: !98, inlinedAt: !104)
!107 = !{!108, !76, i64 8}
!108 = !{!"_ZTS3Box", !76, i64 8, !76, i64 16}
!109 = !DILocation(line: 13, column: 37, scope: !98, inlinedAt: !104)
!110 = !{!108, !76, i64 16}
!111 = !DILocation(line: 26, column: 5, scope: !55)
!112 = !DILocation(line: 26, column: 18, scope: !55)
!113 = !DILocation(line: 26, column: 26, scope: !55)
!114 = !DILocation(line: 26, column: 27, scope: !55)
!115 = !{!116, !116, i64 0}
!116 = !{!"any pointer", !77, i64 0}
!117 = !DILocation(line: 26, column: 31, scope: !55)
!118 = !DILocation(line: 27, column: 26, scope: !55)
!119 = !DILocalVariable(name: "f", arg: 3, scope: !120, file: !1, line: 17, type: !125)
!120 = distinct !DISubprogram(name: "over<(lambda at shapes.cpp:28:25)>", linkageName: "_ZL4overIZ5areasE3$_0EdPKPK5ShapeiT_", scope: !1, file: !1, line: 17, type: !121, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !135, retainedNodes: !129)
!121 = !DISubroutineType(types: !122)
!122 = !{!17, !123, !13, !125}
!123 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !124, size: 64)
!124 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !67)
!125 = distinct !DICompositeType(tag: DW_TAG_class_type, scope: !55, file: !1, line: 28, size: 64, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !126)
!126 = !{!127}
!127 = !DIDerivedType(tag: DW_TAG_member, name: "scale", scope: !125, file: !1, line: 28, baseType: !128, size: 64)
!128 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !59, size: 64)
!129 = !{!130, !131, !119, !132, !133}
!130 = !DILocalVariable(name: "all", arg: 1, scope: !120, file: !1, line: 17, type: !123)
!131 = !DILocalVariable(name: "n", arg: 2, scope: !120, file: !1, line: 17, type: !13)
!132 = !DILocalVariable(name: "sum", scope: !120, file: !1, line: 18, type: !17)
!133 = !DILocalVariable(name: "i", scope: !134, file: !1, line: 19, type: !13)
!134 = distinct !DILexicalBlock(scope: !120, file: !1, line: 19, column: 5)
!135 = !{!136}
!136 = !DITemplateTypeParameter(name: "F", type: !125)
!137 = !DILocation(line: 0, scope: !120, inlinedAt: !138)
!138 = distinct !DILocation(line: 28, column: 12, scope: !55)
!139 = !DILocation(line: 0, scope: !134, inlinedAt: !138)
!140 = !DILocation(line: 19, column: 23, scope: !141, inlinedAt: !138)
!141 = distinct !DILexicalBlock(scope: !134, file: !1, line: 19, column: 5)
!142 = !DILocation(line: 19, column: 5, scope: !134, inlinedAt: !138)
!143 = !DILocation(line: 19, column: 53, scope: !141, inlinedAt: !138)
!144 = !DILocalVariable(name: "this", arg: 1, scope: !145, type: !157, flags: DIFlagArtificial | DIFlagObjectPointer)
!145 = distinct !DISubprogram(name: "operator()", linkageName: "_ZZ5areasENK3$_0clEid", scope: !125, file: !1, line: 28, type: !146, scopeLine: 28, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !150, retainedNodes: !154)
!146 = !DISubroutineType(types: !147)
!147 = !{!17, !148, !13, !17}
!148 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !149, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!149 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !125)
!150 = !DISubprogram(name: "operator()", scope: !125, file: !1, line: 28, type: !151, scopeLine: 28, flags: DIFlagPublic | DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagOptimized)
!151 = !DISubroutineType(types: !152)
!152 = !{!153, !148, !13, !17}
!153 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "auto")
!154 = !{!144, !155, !156}
!155 = !DILocalVariable(name: "i", arg: 2, scope: !145, file: !1, line: 28, type: !13)
!156 = !DILocalVariable(name: "area", arg: 3, scope: !145, file: !1, line: 28, type: !17)
!157 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !149, size: 64)
!158 = !DILocation(line: 0, scope: !145, inlinedAt: !159)
!159 = distinct !DILocation(line: 19, column: 40, scope: !141, inlinedAt: !138)
!160 = !DILocation(line: 28, column: 73, scope: !145, inlinedAt: !159)
!161 = !DILocation(line: 28, column: 80, scope: !145, inlinedAt: !159)
!162 = !DILocation(line: 19, column: 37, scope: !141, inlinedAt: !138)
!163 = distinct !{!163, !142, !164, !165}
!164 = !DILocation(line: 19, column: 59, scope: !134, inlinedAt: !138)
!165 = !{!"llvm.loop.mustprogress"}
!166 = !DILocation(line: 19, column: 45, scope: !141, inlinedAt: !138)
!167 = !DILocation(line: 28, column: 61, scope: !145, inlinedAt: !159)
!168 = !DILocation(line: 28, column: 58, scope: !145, inlinedAt: !159)
!169 = !DILocation(line: 28, column: 66, scope: !145, inlinedAt: !159)
!170 = !DILocation(line: 29, column: 1, scope: !55)
!171 = distinct !DISubprogram(name: "~Shape", linkageName: "_ZN5ShapeD2Ev", scope: !6, file: !1, line: 4, type: !21, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !20, retainedNodes: !172)
!172 = !{!173}
!173 = !DILocalVariable(name: "this", arg: 1, scope: !171, type: !174, flags: DIFlagArtificial | DIFlagObjectPointer)
!174 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!175 = !DILocation(line: 0, scope: !171)
!176 = !DILocation(line: 4, column: 30, scope: !171)
!177 = distinct !DISubprogram(name: "area", linkageName: "_ZNK6Circle4areaEv", scope: !3, file: !1, line: 9, type: !30, scopeLine: 9, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !29, retainedNodes: !178)
!178 = !{!179}
!179 = !DILocalVariable(name: "this", arg: 1, scope: !177, type: !180, flags: DIFlagArtificial | DIFlagObjectPointer)
!180 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !33, size: 64)
!181 = !DILocation(line: 0, scope: !177)
!182 = !DILocation(line: 9, column: 50, scope: !177)
!183 = !DILocation(line: 9, column: 48, scope: !177)
!184 = !DILocation(line: 9, column: 52, scope: !177)
!185 = !DILocation(line: 9, column: 36, scope: !177)
!186 = distinct !DISubprogram(name: "~Circle", linkageName: "_ZN6CircleD0Ev", scope: !3, file: !1, line: 6, type: !187, scopeLine: 6, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !189, retainedNodes: !190)
!187 = !DISubroutineType(types: !188)
!188 = !{null, !28}
!189 = !DISubprogram(name: "~Circle", scope: !3, type: !187, containingType: !3, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!190 = !{!191}
!191 = !DILocalVariable(name: "this", arg: 1, scope: !186, type: !83, flags: DIFlagArtificial | DIFlagObjectPointer)
!192 = !DILocation(line: 0, scope: !186)
!193 = !DILocation(line: 6, column: 8, scope: !186)
!194 = distinct !DISubprogram(name: "area", linkageName: "_ZNK3Box4areaEv", scope: !34, file: !1, line: 14, type: !44, scopeLine: 14, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !43, retainedNodes: !195)
!195 = !{!196}
!196 = !DILocalVariable(name: "this", arg: 1, scope: !194, type: !197, flags: DIFlagArtificial | DIFlagObjectPointer)
!197 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !47, size: 64)
!198 = !DILocation(line: 0, scope: !194)
!199 = !DILocation(line: 14, column: 43, scope: !194)
!200 = !DILocation(line: 14, column: 47, scope: !194)
!201 = !DILocation(line: 14, column: 45, scope: !194)
!202 = !DILocation(line: 14, column: 36, scope: !194)
!203 = distinct !DISubprogram(name: "~Box", linkageName: "_ZN3BoxD0Ev", scope: !34, file: !1, line: 11, type: !204, scopeLine: 11, flags: DIFlagArtificial | DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, declaration: !206, retainedNodes: !207)
!204 = !DISubroutineType(types: !205)
!205 = !{null, !42}
!206 = !DISubprogram(name: "~Box", scope: !34, type: !204, containingType: !34, virtualIndex: 0, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagVirtual | DISPFlagOptimized)
!207 = !{!208}
!208 = !DILocalVariable(name: "this", arg: 1, scope: !203, type: !102, flags: DIFlagArtificial | DIFlagObjectPointer)
!209 = !DILocation(line: 0, scope: !203)
!210 = !DILocation(line: 11, column: 8, scope: !203)
