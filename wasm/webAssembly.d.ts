// WebAssembly as every host has it, as far as it is used; the libraries of browsers declare it too, those of Node do not.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer)
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>
  function instantiate(module: Module, imports?: Record<string, Record<string, unknown>>): Promise<Instance>
}
