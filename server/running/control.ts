/**
 * What `thicket admin` asks of a server that runs: on a socket in its folder, which only the folder's owner can open. It has the projects
 * open, and nobody else may read their files meanwhile. A second server of the same folder finds it and does not start.
 */
import { chmodSync, createReadStream, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { isProblem } from '../../src/model/problems.ts'
import type { Log } from '../base/log.ts'
import { type Deed, deed, sayDeed } from '../base/operatorLog.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Rooms } from '../rooms/rooms.ts'

export interface Control {
  close(): Promise<void>
}

/** Longer ones the system does not take. */
const longestPath = 103
const pathIn = (data: string): string => join(data, 'control.sock')
/** Pipes of Windows have no folder that would keep others out. */
const isPossible = (data: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(pathIn(data)) <= longestPath

export interface ControlOptions {
  data: string
  rooms: Rooms
  log: Pick<Log, 'error' | 'security'>
  /** Where browsers find the server, without a slash at its end. */
  address: string
}

/** null where the system has no such socket: what needs one is then done with the server stopped. `isServed` has said no before. */
export async function openControl({ data, rooms, log, address }: ControlOptions): Promise<Control | null> {
  if (!isPossible(data)) return null
  const path = pathIn(data)
  rmSync(path, { force: true })
  const server = createServer((asked, response) => {
    const uuid = /^\/projects\/([^/]+)$/.exec(asked.url ?? '')?.[1]
    const done = async () => {
      if (uuid !== undefined) return sendProject(rooms, uuid, response)
      if (asked.url === '/address') return say(response, 200, address)
      if (asked.url === '/deeds') return takeDeed(asked, response, log)
      return say(response, 200, 'thicket')
    }
    done().catch((error: unknown) => {
      log.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const say = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain' }).end(text)
}

/** What an operator has done, for the security log. */
async function takeDeed(asked: IncomingMessage, response: ServerResponse, log: Pick<Log, 'security'>): Promise<void> {
  const read = deed.safeParse(await json(asked))
  if (read.success) sayDeed(log, read.data)
  say(response, read.success ? 200 : 400, '')
}

/** The whole file as it stands now, from its room, which goes on meanwhile. */
async function sendProject(rooms: Rooms, uuid: string, response: ServerResponse): Promise<void> {
  const found = await rooms.open(uuid)
  if (isProblem(found)) return say(response, 404, found.problem.kind)
  const release = found.ok.use()
  const path = rooms.temporary.path('.qrk')
  try {
    const written = await found.ok.stored.write(path, 'whole')
    if (isProblem(written)) return say(response, 500, written.problem.kind)
    response.writeHead(200, { 'Content-Length': statSync(path).size })
    await finished(createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response))
  } finally {
    release()
    discardTemporary(path)
  }
}

/** Whether a server runs on this folder. */
export const isServed = async (data: string): Promise<boolean> => (await ask(data, '/')) !== null

/** By which address browsers find the server that runs on this folder; null: none runs. */
export const askForAddress = (data: string): Promise<string | null> => ask(data, '/address')

/** Whether a server runs on this folder, and has taken it for its log. */
export const tellDeed = async (data: string, done: Deed): Promise<boolean> =>
  (await ask(data, '/deeds', JSON.stringify(done))) !== null

/** The text of a good answer. */
function ask(data: string, path: string, body?: string): Promise<string | null> {
  if (!isPossible(data)) return Promise.resolve(null)
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ socketPath: pathIn(data), path, method }, (response) => {
      text(response).then(
        (answer) => resolve(response.statusCode === 200 ? answer : null),
        () => resolve(null),
      )
    })
    asked.setTimeout(2000, () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end(body)
  })
}

/** A project of the server that runs, as a stream; a text says why there is none. */
export function askForProject(data: string, uuid: string): Promise<NodeJS.ReadableStream | string> {
  return new Promise((resolve) => {
    const asked = request({ socketPath: pathIn(data), path: `/projects/${uuid}` }, (response) => {
      if (response.statusCode === 200) return resolve(response)
      let text = ''
      response.on('data', (piece) => (text += piece)).on('end', () => resolve(text || 'no answer'))
    })
    asked.on('error', (error) => resolve(error.message))
    asked.end()
  })
}
