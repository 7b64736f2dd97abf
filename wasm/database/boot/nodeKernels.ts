/** The kernels in Node: the command line, the tests, the bench. */
import { buildKernels } from '../../kernels/build.ts'
import type { KernelModule } from '../../kernels/kernel.ts'

let loading: Promise<KernelModule> | undefined

/** The module, built where it is not, and compiled once. */
export function loadKernels(): Promise<KernelModule> {
  loading ??= buildKernels().then((bytes) => WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>))
  return loading
}
