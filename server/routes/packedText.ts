/**
 * Answers of text, packed on their way to whoever takes them so: steps, history, past states and a project's own words, which grow large. Only by the
 * paths below. Whoever hears how long a packed answer is, and can put words of theirs into it, could guess at the rest of it word by word (BREACH); so
 * no answer with tokens, tickets, sessions or emails is packed, and none that such an answer may become. In what is, nothing is secret from those who
 * write in it: they read the project.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../security/security.ts'
import { takes } from './packed.ts'

export const packedPaths = ['/v1/thicket/push', '/v1/thicket/projects/*', '/web/api/v2/projects/:uuid/json'] as const

/** Bytes; below, they fit into one packet as they are. */
const least = 1024
/** In a thread, as a stream's packing is. */
const pack = promisify(gzip)

export const packedText: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next()
  const { res } = context
  // What has an ETag is read in parts, which are those of the bytes as they lie.
  if (res.status !== 200 || res.headers.has('ETag') || !isText(res)) return
  context.header('Vary', 'Accept-Encoding')
  if (!takes(context, 'gzip')) return
  // A file says how long it is, and stays a stream; what else there is lies in memory.
  const length = res.headers.get('Content-Length')
  if (length !== null) return Number(length) < least ? undefined : send(context, packedStream(res))
  const bytes = await res.arrayBuffer()
  if (bytes.byteLength >= least) return send(context, await pack(bytes))
  context.res = new Response(bytes, res)
}

const packedStream = ({ body }: Response) => body?.pipeThrough(new CompressionStream('gzip')) ?? null

function send(context: Context<AppEnv>, body: ConstructorParameters<typeof Response>[0]): void {
  context.res = new Response(body, context.res)
  context.res.headers.delete('Content-Length')
  context.res.headers.set('Content-Encoding', 'gzip')
}

const isText = ({ headers }: Response): boolean =>
  /^(text\/|application\/json\b)/.test(headers.get('Content-Type') ?? '')
