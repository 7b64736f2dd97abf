// What a program of another user of this machine can find out about a Thicket that runs, and do to it: `node otherUser.ts` as root, who becomes
// nobody at once, with `Prey` as JSON on stdin; prints `Found` as JSON. It knows what everybody can: the port, where the folder lies, who runs.
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

export interface Prey {
  port: number
  /** Of the configuration. */
  folder: string
}

export interface Found {
  /** Who it was meanwhile. */
  uid: number
  /** All that it could read: command lines, environments, files of the folder, answers without a token. */
  read: string
  /** Of the folder, its files by their names, environments of others: what was refused. */
  refused: string[]
  /** The status of each call, by what it tried. */
  calls: Record<string, number>
}

const nobody = 65534
process.setgroups?.([])
process.setgid?.(nobody)
process.setuid?.(nobody)

const { port, folder } = JSON.parse(readFileSync(0, 'utf8')) as Prey
const read: string[] = []
const refused: string[] = []
const calls: Found['calls'] = {}

function tryRead(path: string): void {
  try {
    read.push(readFileSync(path, 'latin1'))
  } catch (error) {
    if ((error as { code?: string }).code === 'EACCES') refused.push(path)
  }
}
try {
  for (const name of readdirSync(folder)) tryRead(join(folder, name))
} catch (error) {
  if ((error as { code?: string }).code === 'EACCES') refused.push(folder)
}
for (const name of ['secret', 'installation.json', 'projects.json']) tryRead(join(folder, name))
for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
  for (const name of ['cmdline', 'environ']) tryRead(`/proc/${pid}/${name}`)

/** The status, 101 for an upgrade that was taken; what is answered is read. */
const call = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const origin = `http://127.0.0.1:${port}`
    const sent = request(origin + path, { method, headers: { origin, ...headers } }, (response) => {
      response.on('data', (piece: Buffer) => read.push(piece.toString('latin1')))
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      resolve(101)
    })
    sent.on('error', reject)
    sent.end(method === 'POST' ? '{}' : undefined)
  })

const launches = read.flatMap((text) => [...text.matchAll(/\/web\/launch\/[\w-]+/g)].map(([path]) => path))
for (const path of new Set(launches)) calls[`launch ${path}`] = await call('GET', path, {})
const nonce = 'a'.repeat(22)
calls.proof = await call('GET', `/web/api/local/proof?nonce=${nonce}`, {})
calls.page = await call('GET', '/web/', {})
/** Whatever it has seen that may be a secret. */
const guesses = new Set(['', nonce, ...read.flatMap((text) => text.match(/[\w-]{22,64}/g) ?? [])].slice(0, 300))
const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
for (const guess of guesses) {
  const authorization = { authorization: `Bearer ${guess}` }
  const tried = [
    await call('GET', '/web/api/local/state', authorization),
    await call('POST', '/web/api/local/quit', authorization),
    await call('GET', '/v1/thicket/ticket', authorization),
    await call('GET', `/v1/thicket?ticket=${guess}`, upgrade),
  ]
  for (const [at, name] of ['state', 'quit', 'ticket', 'socket'].entries())
    if (calls[name] === undefined || calls[name] === 401) calls[name] = tried[at] as number
}
const found: Found = { uid: process.getuid?.() ?? -1, read: read.join('\n'), refused, calls }
process.stdout.write(JSON.stringify(found))
