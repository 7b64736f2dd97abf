/** A file that a form sends, written to the disk as it comes: it is never in memory whole. */
import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Busboy } from '@fastify/busboy'
import type { Context } from 'hono'
import { longestTitle } from '../../src/model/limits.ts'
import { type Problem, problem, type Result } from '../../src/model/problems.ts'

export interface Uploaded {
  /** What the sender calls the file. */
  file: string
  size: number
  fields: Readonly<Record<string, string>>
}

/** How long the sender may be silent, ms. */
const patience = 60_000
/** So many bytes of a form that is refused are still read: who sends is answered, instead of cut off. */
const mostDrained = 64 * 1024 * 1024
const mostBeside = 1024 * 1024

/**
 * Writes the file of the field `field` to `path`, which must not exist; where the result is a problem there is nothing there.
 * Problems: badRequest, fileTooLarge (above `most` bytes).
 */
export async function readUpload(
  context: Context,
  field: string,
  path: string,
  most: number,
  mostFields = 4,
): Promise<Result<Uploaded>> {
  const type = context.req.header('content-type') ?? ''
  const { body } = context.req.raw
  const bad = (detail: string) => problem({ kind: 'badRequest', detail })
  if (!body || !/^multipart\/form-data;/i.test(type)) return bad('expected a form with a file')
  const fields: Record<string, string> = {}
  let file: string | undefined
  let size = 0
  let refused: Problem | undefined
  let drained = 0
  let written: Promise<void> = Promise.resolve()
  const given = new AbortController()
  const source = Readable.fromWeb(body as ReadableStream)
  let silence: NodeJS.Timeout | undefined
  let heard = 0
  const hear = (chunk: Buffer) => {
    heard += chunk.length
    // Beside the file there is little in a form.
    if (heard > most + mostBeside) refused ??= { kind: 'badRequest', detail: 'the form is too large' }
    drained += refused ? chunk.length : 0
    if (drained > mostDrained) source.destroy(new Error('too large'))
    clearTimeout(silence)
    silence = setTimeout(() => source.destroy(new Error('silent')), patience)
  }
  try {
    const form = new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: mostFields,
        parts: mostFields + 1,
        fieldNameSize: 100,
        fieldSize: 4 * longestTitle,
        headerPairs: 20,
        fileSize: most,
      },
    })
    form.on('field', (name, value) => {
      fields[name] = value
    })
    form.on('file', (name, stream, filename) => {
      if (name !== field || file !== undefined) {
        stream.resume()
        return
      }
      file = filename ?? ''
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      stream.on('limit', () => {
        refused ??= { kind: 'fileTooLarge', name: file ?? '', most }
      })
      written = pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: given.signal })
      written.catch((error) => source.destroy(error))
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      form.on(limit, () => {
        refused ??= { kind: 'badRequest', detail: 'the form has too many parts' }
      })
    source.on('data', hear)
    await pipeline(source, form)
    await written
    if (file !== undefined && !refused) return { ok: { file, size, fields } }
    rmSync(path, { force: true })
  } catch (error) {
    // The form is not read to its end, hence neither is its file.
    given.abort()
    await written.catch(() => {})
    rmSync(path, { force: true })
    const { code } = error as { code?: string }
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EIO' || code === 'EMFILE') throw error
    refused ??= { kind: 'badRequest', detail: 'the form cannot be read' }
  } finally {
    clearTimeout(silence)
  }
  return refused ? problem(refused) : bad(`expected a file as ${field}`)
}
