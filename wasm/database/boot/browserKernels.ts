/** The kernels in the browser: the build puts them beside the worker that asks. */
import { refuse } from '../../../src/model/problems.ts'
import type { KernelModule } from '../../kernels/kernel.ts'

let loading: Promise<KernelModule> | undefined

/** The module, fetched and compiled once. Throws a Refusal (`cannotConnect`) where it cannot be fetched: whoever asks next tries again. */
export function loadKernels(): Promise<KernelModule> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<KernelModule> {
  const response = await fetch(new URL('./kernels.wasm', import.meta.url)).catch(() =>
    refuse({ kind: 'cannotConnect' }),
  )
  return WebAssembly.compileStreaming(response)
}
