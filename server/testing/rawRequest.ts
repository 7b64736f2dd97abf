/** A request as bytes, so that also what no library would send comes to a server. */
import { connect } from 'node:net'

export interface RawAnswer {
  /** 0: cut without an answer, or none in time. */
  status: number
  heard: string
}

/** `within`: ms. Resolves with the head of the answer. */
export function rawRequest(port: number, bytes: string, within = 30_000, address = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, address, () => socket.write(bytes, 'latin1'))
    let heard = ''
    const done = () => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0), heard })
    }
    socket.setTimeout(within, done)
    socket.on('data', (data) => {
      heard += data.toString('latin1')
      if (/^HTTP\/1\.1 \d+/.test(heard)) done()
    })
    socket.on('error', done)
    socket.on('close', done)
  })
}
