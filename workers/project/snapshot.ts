/** Reads the bytes of a snapshot by HTTP: goes on where it was cut, as long as it is still the same one. */
import { ok, problem, type Result } from '../../src/model/problems.ts'

interface Response {
  status: number
  headers: { get(name: string): string | null }
  body: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } } | null
  json(): Promise<unknown>
}

const tries = 5

/** `progress` from 0 to 1; null where the size is not told. */
export async function readSnapshot(
  read: (headers: Record<string, string>) => Promise<Response>,
  progress: (part: number | null) => void,
): Promise<Result<AsyncIterable<Uint8Array>>> {
  const first = await read({}).catch(() => null)
  if (!first) return problem({ kind: 'cannotConnect' })
  if (first.status !== 200 || !first.body) {
    const body = (await first.json().catch(() => ({}))) as { problem?: { kind: 'cannotOpen'; detail: string } }
    return problem(body.problem ?? { kind: 'cannotOpen', detail: `HTTP ${first.status}` })
  }
  return ok(chunksOf(first, read, progress))
}

async function* chunksOf(
  first: Response,
  read: (headers: Record<string, string>) => Promise<Response>,
  progress: (part: number | null) => void,
) {
  const size = Number(first.headers.get('content-length') ?? 0)
  const etag = first.headers.get('etag') ?? ''
  let response = first
  let at = 0
  for (let attempt = 1; ; attempt += 1) {
    try {
      const reader = response.body?.getReader()
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true }
        if (done || !value) {
          if (size > 0 && at < size) throw new Error('the snapshot was cut')
          return
        }
        at += value.length
        progress(size > 0 ? at / size : null)
        yield value
      }
    } catch (error) {
      if (attempt >= tries || etag === '') throw error
      response = await read({ range: `bytes=${at}-`, 'if-range': etag })
      if (response.status !== 206) throw error
    }
  }
}
