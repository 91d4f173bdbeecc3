/* Included before the first line of a source that speaks of `rz_checkpoint`, the marker of a loop:
       void rz_checkpoint(int snapshots);
   Its definition is weak, so that nothing has to be linked and the optimiser leaves each call where
   it is with its argument. A derivative in reverse mode takes the calls away. */
#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) void rz_checkpoint(int snapshots);
void rz_checkpoint(int snapshots) { (void)snapshots; }
#ifdef __cplusplus
}
#endif
