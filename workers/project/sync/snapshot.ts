/**
 * Reads the bytes of a snapshot by HTTP. What is cut is tried again after a while, from where it was cut as long as it is
 * still the same file; only tries without a single byte between them are counted.
 */
import { connection } from '../../../src/model/limits.ts'
import { ok, problem, Refusal, type Result } from '../../../src/model/problems.ts'

export interface Response {
  status: number
  headers: { get(name: string): string | null }
  body: { getReader(): Reader; getReader(options: { mode: 'byob' }): ByteReader } | null
  json(): Promise<unknown>
}
type Read = Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> | undefined }>
interface Reader {
  read(): Read
  cancel(): Promise<unknown>
}
interface ByteReader {
  read(into: Uint8Array<ArrayBuffer>): Read
  cancel(): Promise<unknown>
}

export interface Snapshot {
  /** In bytes; null where it is not told. */
  size: number | null
  /** Each is good until the next is asked for. Throws `OtherSnapshot`, a Refusal (`loadCut`) after the last try, and what the signal was aborted with. */
  chunks: AsyncIterable<Uint8Array>
}

export interface SnapshotHost {
  read(headers: Record<string, string>, signal: AbortSignal): Promise<Response>
  after(milliseconds: number, run: () => void): () => void
}

/** The server has another file now: what was read before is of no use. */
export class OtherSnapshot extends Error {}

/** Before each further try, in ms. */
export const waits: readonly number[] = [500, 1000, 2000, 4000, 8000]
/** What stands between here and the server says so. */
const unreachable: ReadonlySet<number> = new Set([502, 503, 504])

/** `progress` from 0 to 1; null where the size is not told. Problems: the server's, loadCut, loadStopped. */
export async function readSnapshot(
  host: SnapshotHost,
  progress: (part: number | null) => void,
  signal: AbortSignal,
): Promise<Result<Snapshot>> {
  const tries = openTries(host, signal)
  try {
    const first = await tries.ask({})
    if (first.status !== 200 || !first.body) {
      const body = (await first.json().catch(() => ({}))) as { problem?: { kind: 'cannotOpen'; detail: string } }
      return problem(body.problem ?? { kind: 'cannotOpen', detail: `HTTP ${first.status}` })
    }
    const size = sizeTold(first)
    return ok({ size, chunks: chunksOf(first, size, tries, progress) })
  } catch (error) {
    if (error instanceof Refusal) return problem(error.problem)
    if (signal.aborted) return problem({ kind: 'loadStopped' })
    throw error
  }
}

/** What a proxy has packed tells how long it is so. */
const sizeTold = ({ headers }: Response): number | null =>
  headers.get('content-encoding') === null ? Number(headers.get('content-length')) || null : null

interface Tries {
  /** Asks until there is an answer. */
  ask(headers: Record<string, string>): Promise<Response>
  /** Waits before the next try; a Refusal after the last. */
  pause(): Promise<void>
  /** The next bytes; throws where none come for too long. */
  next(reader: Reader): Promise<Uint8Array | null>
}

function openTries(host: SnapshotHost, signal: AbortSignal): Tries {
  let failures = 0
  const pause = async () => {
    signal.throwIfAborted()
    const wait = waits[failures]
    if (wait === undefined) throw new Refusal({ kind: 'loadCut' })
    failures += 1
    await new Promise<void>((resolve) => {
      const stop = host.after(wait, resolve)
      signal.addEventListener(
        'abort',
        () => {
          stop()
          resolve()
        },
        { once: true },
      )
    })
    signal.throwIfAborted()
  }
  return {
    pause,
    ask: async (headers) => {
      for (;;) {
        const answer = await host.read(headers, signal).catch(() => null)
        if (answer && !unreachable.has(answer.status)) return answer
        await pause()
      }
    },
    next: async (reader) => {
      let stop = () => {}
      const silence = new Promise<never>((_, reject) => {
        stop = host.after(connection.silence, () => reject(new Error('the snapshot is silent')))
      })
      try {
        const { done, value } = await Promise.race([reader.read(), silence])
        if (value) failures = 0
        return done || !value ? null : value
      } finally {
        stop()
      }
    },
  }
}

const chunkBytes = 256 * 1024

/** Reads into the same bytes again and again, so that a load of any size needs no more memory than these; where a browser cannot, into its own. */
function readerOf(body: NonNullable<Response['body']>): Reader {
  let reader: ByteReader
  try {
    reader = body.getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return body.getReader()
    throw error
  }
  let bytes = new ArrayBuffer(chunkBytes)
  return {
    read: async () => {
      const { done, value } = await reader.read(new Uint8Array(bytes))
      if (value) bytes = value.buffer
      return { done, value }
    },
    cancel: () => reader.cancel(),
  }
}

async function* chunksOf(
  first: Response,
  size: number | null,
  { ask, pause, next }: Tries,
  progress: (part: number | null) => void,
): AsyncGenerator<Uint8Array> {
  const etag = first.headers.get('etag')
  let response = first
  let at = 0
  for (;;) {
    const reader = response.body && readerOf(response.body)
    let ended = false
    try {
      while (reader) {
        const bytes = await next(reader).catch(() => undefined)
        ended = bytes === null
        if (!bytes) break
        at += bytes.length
        yield bytes
        progress(size === null ? null : at / size)
      }
    } finally {
      // Of a response that was read to its end nothing is left to cancel.
      void reader?.cancel().catch(() => {})
    }
    if (size === null ? ended : at >= size) return
    await pause()
    if (etag === null) throw new OtherSnapshot()
    response = await ask({ range: `bytes=${at}-`, 'if-range': etag })
    if (response.status !== 206) throw new OtherSnapshot()
  }
}
