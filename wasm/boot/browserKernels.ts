/** The kernels in the browser: the build puts them beside the worker that asks. */
import type { KernelModule } from '../kernels/kernel.ts'

export function loadKernels(): Promise<KernelModule> {
  return WebAssembly.compileStreaming(fetch(new URL('./kernels.wasm', import.meta.url)))
}
