/** Streams a file, or the part of it that the request asks for. */
import { closeSync, openSync, read, statSync } from 'node:fs'
import { promisify } from 'node:util'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

interface Sent {
  type: string
  /** Offered as the name of a download. */
  name?: string
  /** Names this content; a part is sent only to a reader who has begun on the same (If-Range). */
  etag?: string
  headers?: Record<string, string>
  /** Called once, when it has been sent, or nobody takes it any more. */
  over?: () => void
  /** ms for which whoever takes it may take nothing: then the connection is cut. */
  patience?: number
}

/** Who sleeps with a download half read does not keep it from going on for longer than this, ms. */
const usualPatience = 120_000

export function sendFile(context: Context, path: string, sent: Sent): Response {
  try {
    return answerWith(context, path, sent)
  } catch (error) {
    sent.over?.()
    throw error
  }
}

function answerWith(
  context: Context,
  path: string,
  { type, name, etag, headers, over = () => {}, patience = usualPatience }: Sent,
): Response {
  const { size } = statSync(path)
  const range = rangeOf(context, size, etag)
  const all: Record<string, string> = { 'Content-Type': type, ...headers }
  if (etag) Object.assign(all, { ETag: etag, 'Accept-Ranges': 'bytes' })
  if (name) all['Content-Disposition'] = disposition(name)
  const isKnown = etag !== undefined && context.req.header('if-none-match') === etag
  if (isKnown || range === 'unsatisfiable') over()
  if (isKnown) return context.body(null, 304, all)
  if (range === 'unsatisfiable') return context.body(null, 416, { ...all, 'Content-Range': `bytes */${size}` })
  const { from, to } = range ?? { from: 0, to: size - 1 }
  all['Content-Length'] = String(to - from + 1)
  if (range) all['Content-Range'] = `bytes ${from}-${to}/${size}`
  cutWhenStuck(context, patience)
  return context.body(bytesOf(path, from, to, over), range ? 206 : 200, all)
}

/** Cuts the connection once whoever takes the answer has taken nothing for so long, ms. */
export function cutWhenStuck(context: Context, patience = usualPatience): void {
  const { outgoing } = context.env as Partial<HttpBindings>
  outgoing?.setTimeout(patience, () => void outgoing.destroy())
}

const readInto = promisify(read)
/** Bytes that are read at once, and how often ahead of whoever takes them. */
const pieces = { size: 256 * 1024, ahead: 2 } as const

/**
 * The bytes from `from` to `to`, as they are taken; `over` is called when all have been, or nobody takes them any more. Node's own stream of a
 * file, as one of the web, copies each piece once more.
 */
function bytesOf(path: string, from: number, to: number, over: () => void): ReadableStream<Uint8Array> {
  // Opened now: it may be deleted in the next moment.
  const file = openSync(path, 'r')
  let at = from
  let isOpen = true
  let isReading = false
  let isWanted = true
  const close = () => {
    if (!isOpen) return
    isOpen = false
    closeSync(file)
    over()
  }
  const next = async (): Promise<Buffer> => {
    isReading = true
    try {
      const piece = Buffer.allocUnsafeSlow(Math.min(pieces.size, to + 1 - at))
      const { bytesRead } = await readInto(file, piece, 0, piece.length, at)
      if (bytesRead === 0) throw new Error('the file has become shorter')
      at += bytesRead
      return piece.subarray(0, bytesRead)
    } catch (error) {
      isWanted = false
      throw error
    } finally {
      isReading = false
      if (!isWanted || at > to) close()
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (at <= to) {
          const piece = await next()
          if (isWanted) controller.enqueue(piece)
        }
        if (at <= to || !isWanted) return
        close()
        controller.close()
      },
      cancel: () => {
        isWanted = false
        // Not under a read that goes on.
        if (!isReading) close()
      },
    },
    { highWaterMark: pieces.ahead },
  )
}

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
