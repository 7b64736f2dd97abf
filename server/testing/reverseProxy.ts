/**
 * A reverse proxy as people put before a server: it has the server under a path of its own, strips that, passes the name on by which it
 * was called, and says whom it speaks for. It ends TLS as far as the server can tell.
 */
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReverseProxy {
  /** `http://127.0.0.1:port/desk` */
  readonly base: string
  readonly port: number
  /** The port of the server; null: there is none, which is 502. */
  to(port: number | null): void
  close(): Promise<void>
}

/** `path`: as `/desk`. */
export async function openReverseProxy(path: string): Promise<ReverseProxy> {
  let target: number | null = null
  const passOn = (asked: IncomingMessage) => {
    if (target === null || !(asked.url ?? '').startsWith(`${path}/`)) return null
    const headers = {
      ...asked.headers,
      'x-forwarded-for': [asked.headers['x-forwarded-for'], asked.socket.remoteAddress].filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
      'x-forwarded-host': asked.headers.host,
    }
    return request({
      host: '127.0.0.1',
      port: target,
      method: asked.method,
      path: asked.url?.slice(path.length),
      headers,
    })
  }
  const server = createServer((asked, answer) => {
    const forward = passOn(asked)
    if (!forward) {
      answer.writeHead(target === null ? 502 : 404).end()
      return
    }
    forward.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    forward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    answer.on('close', () => forward.destroy())
    asked.pipe(forward)
  })
  server.on('upgrade', (asked, near, head) => {
    const forward = passOn(asked)
    if (!forward) {
      near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const lines = (response: IncomingMessage) =>
      `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n${response.rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `)).join('')}\r\n`
    forward.on('upgrade', (response, far, first) => {
      near.write(lines(response))
      near.write(first)
      far.write(head)
      near.pipe(far).pipe(near)
      far.on('error', () => near.destroy())
      near.on('error', () => far.destroy())
      near.on('close', () => far.destroy())
    })
    forward.on('response', (response) => {
      near.write(lines(response))
      response.pipe(near)
    })
    forward.on('error', () => near.destroy())
    forward.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}${path}`,
    port,
    to: (port) => {
      target = port
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
