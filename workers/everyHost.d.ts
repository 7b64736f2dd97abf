// What a browser's page, its workers and Node 24 all have, as far as host-free code needs it: `wasm` and `workers/*` are
// checked against this instead of a host's library. Only the members in use are declared. Never imported; the projects list it.

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, into: Uint8Array): { read: number; written: number }
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes?: ArrayBufferView | ArrayBufferLike, options?: { stream?: boolean }): string
}

declare function atob(base64: string): string
declare function btoa(bytes: string): string

// Hold a timer as ReturnType<typeof setTimeout>: the handle differs from host to host.
type TimerHandle = number & { readonly timer: unique symbol }
declare function setTimeout(run: () => void, milliseconds?: number): TimerHandle
declare function clearTimeout(handle: TimerHandle | undefined): void
declare function setInterval(run: () => void, milliseconds?: number): TimerHandle
declare function clearInterval(handle: TimerHandle | undefined): void
declare function queueMicrotask(run: () => void): void
declare function structuredClone<T>(value: T): T

declare const performance: { now(): number; timeOrigin: number }
declare const crypto: {
  getRandomValues<T extends ArrayBufferView>(into: T): T
  randomUUID(): string
  subtle: {
    digest(algorithm: 'SHA-256' | 'SHA-512', bytes: ArrayBufferView | ArrayBuffer): Promise<ArrayBuffer>
  }
}

declare class URL {
  constructor(url: string, base?: string)
  href: string
  origin: string
  protocol: string
  host: string
  pathname: string
  search: string
  hash: string
}

declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare class AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

declare class Blob {
  constructor(parts?: readonly (ArrayBufferView | ArrayBuffer | Blob | string)[], options?: { type?: string })
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
  text(): Promise<string>
}
