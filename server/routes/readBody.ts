/** The bytes of a request's body, up to a bound that is kept whatever the request says of its length. */
import type { Context } from 'hono'
import { problem, type Result } from '../../src/model/problems.ts'

/** Problems: fileTooLarge, badRequest (it broke off). */
export async function readBody(context: Context, most: number): Promise<Result<Uint8Array<ArrayBuffer>>> {
  const tooLarge = problem({ kind: 'fileTooLarge', name: 'body', most })
  if (Number(context.req.header('content-length') ?? 0) > most) return tooLarge
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of context.req.raw.body ?? []) {
      size += chunk.length
      if (size > most) return tooLarge
      chunks.push(chunk)
    }
  } catch {
    return problem({ kind: 'badRequest', detail: 'the body broke off' })
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return { ok: bytes }
}
