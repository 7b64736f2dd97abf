/** Passes a call by HTTP on to another node, as it came, and its answer back. */
import type { Problem } from '../../src/model/problems.ts'
import { type About, type Signing, signedBy } from './signed.ts'

/** What is between two machines, and of no call. */
const ofConnection = new Set([
  ...[
    'connection',
    'keep-alive',
    'proxy-authorization',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'host',
    'expect',
  ],
  ...['content-length', signedBy],
])
/** Bytes of a body that is kept, so that the call can be made again. */
const mostKept = 64 * 1024

export interface Passed {
  /** As it came, for whoever answers it here after all. */
  again(): Request
  /** 'notReached': nobody has taken the call, or the node that did has nothing to do with it any more; it can be made again. What cannot, since its node has ended before it answered, is answered with that. */
  send(address: string, isThere: () => Promise<boolean>): Promise<Response | 'notReached'>
}

/** ms between two looks whether a node that has not answered yet is there. */
const lookEvery = 1000

/** Reads a small body, so that it can be sent more than once. */
export async function openPassed(request: Request, signing: Signing, about: About): Promise<Passed> {
  const { pathname, search } = new URL(request.url)
  const path = pathname + search
  const size = Number(request.headers.get('content-length') ?? (request.body ? Number.POSITIVE_INFINITY : 0))
  const body = request.body && size <= mostKept ? await request.arrayBuffer() : request.body
  const isKept = !(body instanceof ReadableStream)
  return {
    again: () => {
      const { method, headers, signal } = request
      return new Request(request.url, { method, headers, signal, ...(isKept && body && { body }) })
    },
    send: async (address, isThere) => {
      const headers = new Headers()
      for (const [name, value] of request.headers) if (!ofConnection.has(name)) headers.append(name, value)
      headers.set('accept-encoding', 'identity')
      headers.set(signedBy, signing.sign(request.method, path, about))
      const gone = new AbortController()
      const looking = setInterval(
        () =>
          void isThere().then(
            (is) => is || gone.abort(),
            () => {},
          ),
        lookEvery,
      )
      try {
        const answer = await fetch(address + path, {
          method: request.method,
          headers,
          redirect: 'manual',
          signal: AbortSignal.any([request.signal, gone.signal]),
          ...(body && { body, duplex: 'half' }),
        } as RequestInit)
        if (answer.status === 503 && isKept) {
          await answer.body?.cancel()
          return 'notReached'
        }
        const told = new Headers()
        for (const [name, value] of answer.headers)
          if (!ofConnection.has(name) || name === 'content-length') told.append(name, value)
        return new Response(answer.body, { status: answer.status, headers: told })
      } catch (error) {
        const isSafe = request.method === 'GET' || request.method === 'HEAD'
        if (isKept && (isUnreached(error) || (isSafe && !request.signal.aborted))) return 'notReached'
        if (request.signal.aborted) throw error
        return hasEnded()
      } finally {
        clearInterval(looking)
      }
    },
  }
}

/** Whoever asked may do so again, but is to look first: nobody knows how far it came. */
const hasEnded = (): Response =>
  Response.json(
    {
      problem: {
        kind: 'storageFailed',
        detail: 'the node that was to answer has ended: look whether it was done before you try again',
      } satisfies Problem,
    },
    { status: 503 },
  )

/** Nobody took the connection: nothing of the call was heard. */
const isUnreached = (error: unknown): boolean => {
  const { code = '' } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
  return ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
}
