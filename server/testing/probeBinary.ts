// Starts the executable of its first argument in the current folder, with a home of the second and nothing else of an environment, fetches what
// its page may ever fetch, and prints what it saw as JSON. A program of its own, so that it can be run where there is no network. Linux alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** What a page fetches when it is wanted, besides what the service worker keeps. */
const late = ['ocr/tesseract-core-simd-lstm.wasm', 'ocr/languages/eng.traineddata.gz', 'emojis/de/data.json']

export interface Probed {
  fetched: number
  /** Paths that were not answered. */
  failed: string[]
  sockets: number
  /** Local addresses of its sockets that are not of loopback. */
  elsewhere: string[]
  /** What of a network there was. */
  networks: string[]
  /** What lies in the current folder at the end. */
  left: string[]
}

const [binary = '', home = ''] = process.argv.slice(2)
const child = spawn(binary, [], { env: { HOME: home }, stdio: ['ignore', 'pipe', 'inherit'] })
const [printed] = (await once(child.stdout, 'data')) as [Buffer]
const page = String(printed).split('#')[0]

const failed: string[] = []
let fetched = 0
async function get(path: string): Promise<string> {
  const response = await fetch(new URL(path, page))
  const body = await response.text()
  fetched += 1
  if (!response.ok || body === '') failed.push(path)
  return body
}
for (const path of ['', 'report', 'help', 'source.zip']) await get(path)
const named = /JSON\.parse\(("\{\\"hash\\".*?\]\}")\)/.exec(await get('offline.js'))?.[1] ?? '""'
const { hash, files } = JSON.parse(JSON.parse(named)) as { hash: string; files: string[] }
for (const name of [...files, ...late]) await get(`assets/${hash}/${name}`)

function socketOf(fd: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${child.pid}/fd/${fd}`))?.[1]
  } catch {
    // Closed meanwhile.
    return undefined
  }
}
const own = new Set(readdirSync(`/proc/${child.pid}/fd`).map(socketOf))
/** 127.0.0.1, ::1, and the first as IPv6 has it. */
const loopback = /^(0100007F|00000000000000000000000001000000|0000000000000000FFFF00000100007F):/
const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n')
const sockets = ['tcp', 'tcp6', 'udp', 'udp6']
  .flatMap((kind) => linesOf(`/proc/${child.pid}/net/${kind}`).slice(1))
  .map((line) => line.trim().split(/\s+/))
  .filter((fields) => own.has(fields[9]))
  .map((fields) => fields[1] ?? '')

const seen: Probed = {
  fetched,
  failed,
  sockets: sockets.length,
  elsewhere: sockets.filter((address) => !loopback.test(address)),
  networks: linesOf('/proc/net/dev')
    .slice(2)
    .map((line) => (line.split(':')[0] ?? '').trim()),
  left: readdirSync('.'),
}
process.stdout.write(JSON.stringify(seen))
child.kill()
