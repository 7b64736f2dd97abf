/**
 * A road of bytes to a server, as the network between two machines is, that does wrong by a seed: it cuts connections, loses what is on its way and cuts
 * them only later, is slow, and is parted altogether: then it refuses, or lets everything stand without a word until it is mended.
 */

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../../src/model/text/randomRich.ts'

export interface FaultyLink {
  readonly port: number
  /** From here on it does wrong also while it is not parted. */
  spoil(): void
  /** How often it has cut a connection, and lost what was on its way. */
  readonly done: { cut: number; lost: number }
  /** Of what stands meanwhile nothing is lost: it arrives once the link is mended. */
  part(how: 'cut' | 'stands'): void
  mend(): void
  close(): Promise<void>
}

/** In a thousand pieces that pass. */
const shares = { lost: 2, cut: 3, slow: 40 } as const
/** ms */
const mostSlow = 50
const mostLost = 3000

/** `to`: a port on loopback. */
export async function openFaultyLink(to: number, random: Random): Promise<FaultyLink> {
  let isLossy = false
  const done = { cut: 0, lost: 0 }
  const joined = new Set<{ cut(): void; stand(): void; goOn(): void }>()
  let parted: 'cut' | 'stands' | null = null

  const carry = (from: Socket, into: Socket, cut: () => void) => {
    let isLost = false
    let tail = Promise.resolve()
    const pass = async (bytes: Buffer) => {
      const drawn = isLossy ? random.below(1000) : 1000
      if (drawn < shares.lost) {
        isLost = true
        done.lost += 1
        setTimeout(cut, random.below(mostLost)).unref()
      } else if (drawn < shares.lost + shares.cut) {
        done.cut += 1
        cut()
      } else if (drawn < shares.lost + shares.cut + shares.slow) {
        await new Promise((resolve) => setTimeout(resolve, random.below(mostSlow)))
      }
      if (!isLost && !into.destroyed) into.write(bytes)
    }
    from.on('data', (bytes: Buffer) => {
      tail = tail.then(() => pass(bytes))
    })
    from.on('end', () => {
      void tail.then(() => isLost || into.end())
    })
  }

  const server = createServer((near) => {
    if (parted === 'cut') return void near.destroy()
    let far: Socket | undefined
    const ends = () => (far ? [near, far] : [near])
    const cut = () => {
      for (const end of ends()) end.destroy()
    }
    const goOn = () => {
      far ??= reach()
      for (const end of ends()) end.resume()
    }
    const one = {
      cut,
      goOn,
      stand: () => {
        for (const end of ends()) end.pause()
      },
    }
    const reach = () => {
      const reached = connect({ port: to, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
      reached.on('error', cut)
      reached.on('close', cut)
      carry(near, reached, cut)
      carry(reached, near, cut)
      return reached
    }
    joined.add(one)
    near.setNoDelay(true)
    near.on('error', cut)
    near.on('close', () => {
      joined.delete(one)
      cut()
    })
    if (parted === 'stands') one.stand()
    else goOn()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    done,
    spoil: () => {
      isLossy = true
    },
    part: (how) => {
      parted = how
      for (const one of [...joined]) how === 'cut' ? one.cut() : one.stand()
    },
    mend: () => {
      parted = null
      for (const one of joined) one.goOn()
    },
    close: () =>
      new Promise((resolve) => {
        for (const one of [...joined]) one.cut()
        server.close(() => resolve())
      }),
  }
}
