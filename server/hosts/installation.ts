/**
 * What belongs to the installation: the port, which is part of the origin that the browsers' copies and what they know of the
 * secret belong to, and the launch secret. Both are chosen once and kept.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { discard } from '../base/unfinished.ts'
import { isUnread, readStored, writeStored } from '../files/storedJson.ts'

export interface Installation {
  /** 256 random bits, base64url. */
  readonly secret: string
  /** The first is this installation's own, the others stand in for it while it is taken; empty until the first start has found one. */
  ports(): number[]
  keepPort(port: number): void
}

const port = z.number().int().min(1).max(65535)
const settings = z.object({ port: port.nullable(), others: z.array(port).optional() })
type Settings = z.infer<typeof settings>
/** Besides the own one: a browser is known at each. */
const mostOthers = 3

export function openInstallation(folder: string): Installation {
  const file = join(folder, 'installation.json')
  const read = (): Settings => readStored(file, settings, () => ({ port: null }))
  return {
    secret: keptSecret(join(folder, 'secret')),
    ports: () => {
      const { port, others = [] } = read()
      return port === null ? [] : [port, ...others]
    },
    keepPort: (found) => {
      const { port, others = [] } = read()
      const kept: Settings = port === null ? { port: found } : { port, others: [found, ...others].slice(0, mostOthers) }
      writeStored(file, kept)
    },
  }
}

const secretShape = /^[\w-]{43}$/

/** Two first starts at once agree on one secret: it is linked into place whole, and only the first link counts. */
function keptSecret(path: string): string {
  const kept = readSecret(path)
  if (kept) return kept
  const temporary = `${path}.${process.pid}.new`
  writeFileSync(temporary, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(temporary, path)
  } catch {
    if (!readSecret(path)) writeFileSync(path, readFileSync(temporary), { mode: 0o600 })
  } finally {
    discard(temporary)
  }
  return readSecret(path) as string
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (!secretShape.test(secret)) return undefined
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    return secret
  } catch (error) {
    // Another in its place would shut out every browser.
    if (isUnread(error)) throw error
    return undefined
  }
}
