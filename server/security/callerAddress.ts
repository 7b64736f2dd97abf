/**
 * From which address a call comes. Behind proxies it is the one that the outermost of ours has seen: what a caller writes into
 * X-Forwarded-For stands left of it, and counts for nothing.
 */
import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'

/** `proxies`: how many of ours stand before this server. Of IPv6 the network's 64 bits alone, since one caller has all of them. */
export function callerAddress(socket: string | undefined, forwarded: string | undefined, proxies: number): string {
  const own = plain(socket ?? '') ?? 'unknown'
  if (proxies === 0) return own
  const seen = (forwarded ?? '').split(',')
  // Fewer than our proxies would have written: it has come past one of them.
  return plain(seen.at(-proxies) ?? '') ?? own
}

export function callerOf(context: Context, proxies: number): string {
  const { incoming, passed } = context.env as {
    incoming?: { socket?: { remoteAddress?: string } }
    passed?: { caller?: string }
  }
  // Another node has seen them.
  if (passed?.caller !== undefined) return passed.caller
  return callerAddress(incoming?.socket?.remoteAddress, context.req.header('x-forwarded-for'), proxies)
}

/** As it is compared; null: it is no address. */
function plain(written: string): string | null {
  const text = written.trim().toLowerCase()
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '')
  if (isIPv4(address)) return address
  return isIPv6(address) ? network(address) : null
}

function network(address: string): string {
  const [left = '', right] = address.split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const zeros = right === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  const first = all.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}
