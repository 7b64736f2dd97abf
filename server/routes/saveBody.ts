/** A body that may be large, written to the disk as it comes: it is never in memory whole. */
import { createWriteStream, rmSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Context } from 'hono'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'

/** Returns its size in bytes. Where the result is a problem nothing is left at `path`. Problems: fileTooLarge (above `most` bytes), badRequest (it broke off). */
export async function saveBody(context: Context, path: string, most: number): Promise<Result<number>> {
  const tooLarge: Problem = { kind: 'fileTooLarge', name: 'body', most }
  if (Number(context.req.header('content-length') ?? 0) > most) return problem(tooLarge)
  let size = 0
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      size += chunk.length
      done(size > most ? new Error('too large') : null, chunk)
    },
  })
  const { body } = context.req.raw
  try {
    await pipeline(
      body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]),
      counted,
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
    return { ok: size }
  } catch (error) {
    rmSync(path, { force: true })
    if (size > most) return problem(tooLarge)
    const { code } = error as { code?: string }
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EMFILE') throw error
    return problem({ kind: 'badRequest', detail: 'the body broke off' })
  }
}
