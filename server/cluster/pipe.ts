/** Passes a socket on to the node that has its project open: frames and closing codes go to and fro as they come. */
import { WebSocket } from 'ws'
import { socketBytes } from '../../src/model/limits.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import type { Person } from '../host.ts'
import { type Signing, signedBy } from './signed.ts'

export interface Pipe {
  send(frame: Uint8Array): void
  close(): void
}

/** What hears the other side. */
export interface PipeEnd {
  frame(data: Buffer): void
  closed(code: number, reason: string): void
}

/** ms in which the other node has to answer. */
const patience = 3000
const path = '/v1/thicket'
/** ms: a node that is frozen answers no ping, though its connections stay. */
const ping = { every: 2000, late: 6000 } as const

/** Resolves to null where the other node does not answer. */
export function openPipe(address: string, signing: Signing, person: Person, end: PipeEnd): Promise<Pipe | null> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address.replace(/^http/, 'ws') + path, {
      headers: { [signedBy]: signing.sign('GET', path, { person }) },
      handshakeTimeout: patience,
      perMessageDeflate: false,
      maxPayload: 64 * socketBytes,
    })
    let isOpen = false
    let heardAt = performance.now()
    const pinging = setInterval(() => {
      if (performance.now() - heardAt > ping.late) socket.terminate()
      else if (isOpen) socket.ping()
    }, ping.every)
    for (const event of ['pong', 'message'] as const)
      socket.on(event, () => {
        heardAt = performance.now()
      })
    socket.on('open', () => {
      isOpen = true
      resolve({
        send: (frame) => socket.send(frame, { binary: false }),
        close: () => socket.close(),
      })
    })
    socket.on('message', (data) => end.frame(data as Buffer))
    socket.on('error', () => socket.terminate())
    socket.on('close', (code, reason) => {
      clearInterval(pinging)
      if (!isOpen) return resolve(null)
      // A code that nobody may send says that the other node is gone.
      const isSaid = code === 1000 || (code >= 1007 && code <= 1013) || code >= 3000
      end.closed(isSaid ? code : closeCodes.restart, isSaid ? String(reason) : 'the node is gone')
    })
  })
}
