/** Streams a file, or the part of it that the request asks for. */
import { createReadStream, openSync, type ReadStream, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Context } from 'hono'

interface Sent {
  type: string
  /** Offered as the name of a download. */
  name?: string
  /** Names this content; a part is sent only to a reader who has begun on the same (If-Range). */
  etag?: string
  headers?: Record<string, string>
  /** Delete the file when it has been sent, or not. */
  once?: boolean
}

export function sendFile(context: Context, path: string, { type, name, etag, headers, once }: Sent): Response {
  const { size } = statSync(path)
  const range = rangeOf(context, size, etag)
  const all: Record<string, string> = { 'Content-Type': type, ...headers }
  if (etag) Object.assign(all, { ETag: etag, 'Accept-Ranges': 'bytes' })
  if (name) all['Content-Disposition'] = disposition(name)
  if (etag && context.req.header('if-none-match') === etag) return context.body(null, 304, all)
  if (range === 'unsatisfiable') return context.body(null, 416, { ...all, 'Content-Range': `bytes */${size}` })
  const { from, to } = range ?? { from: 0, to: size - 1 }
  all['Content-Length'] = String(to - from + 1)
  if (range) all['Content-Range'] = `bytes ${from}-${to}/${size}`
  // Opened now: it may be deleted in the next moment.
  const stream = createReadStream(path, { fd: openSync(path, 'r'), start: from, end: to, highWaterMark: 256 * 1024 })
  if (once) stream.once('close', () => rmSync(path, { force: true }))
  return context.body(webStream(stream), range ? 206 : 200, all)
}

const webStream = (stream: ReadStream): ReadableStream => Readable.toWeb(stream) as ReadableStream

function rangeOf(
  context: Context,
  size: number,
  etag: string | undefined,
): { from: number; to: number } | 'unsatisfiable' | null {
  const header = context.req.header('range')
  const condition = context.req.header('if-range')
  if (!header || !etag || (condition !== undefined && condition !== etag)) return null
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to || from >= size ? 'unsatisfiable' : { from, to }
}

/** RFC 6266: the name in ASCII, and as it is. */
export function disposition(name: string): string {
  const sound = name.toWellFormed()
  const plain = sound.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(sound).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
