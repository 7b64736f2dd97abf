import { statSync } from 'node:fs'
import type { Host } from '../host.ts'

/** Bytes that may be added to a project besides its steps. */
export function bytesLeft(host: Pick<Host, 'bound' | 'pathOf'>, uuid: string): number {
  const { bytes } = host.bound(uuid) ?? { bytes: Number.POSITIVE_INFINITY }
  return bytes - (statSync(host.pathOf(uuid) ?? '', { throwIfNoEntry: false })?.size ?? 0)
}
