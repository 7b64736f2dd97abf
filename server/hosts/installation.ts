/**
 * What belongs to the installation: the port, which is part of the origin that the browsers' copies belong to, and the
 * launch secret. Both are chosen once and kept.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJson } from './storedJson.ts'

export interface Installation {
  /** 256 random bits, base64url. */
  readonly secret: string
  /** null until the first start has found one. */
  port(): number | null
  keepPort(port: number): void
}

const settings = z.object({ port: z.number().int().min(1).max(65535).nullable() })

export function openInstallation(folder: string): Installation {
  const file = join(folder, 'installation.json')
  const read = () => readJson(file, settings, () => ({ port: null }))
  return {
    secret: keptSecret(join(folder, 'secret')),
    port: () => read().port,
    keepPort: (port) => writeJson(file, { ...read(), port }),
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
    rmSync(temporary, { force: true })
  }
  return readSecret(path) as string
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (!secretShape.test(secret)) return undefined
    if (process.platform !== 'win32') chmodSync(path, 0o600)
    return secret
  } catch {
    return undefined
  }
}
