/**
 * What `thicket admin` asks of a server that runs: on a socket in its folder, which only the folder's owner can open. It has the projects
 * open, and nobody else may read their files meanwhile. A second server of the same folder finds it and does not start.
 */
import { chmodSync, createReadStream, rmSync, statSync } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { isProblem } from '../../src/model/problems.ts'
import type { Rooms } from '../room/rooms.ts'

export interface Control {
  close(): Promise<void>
}

/** Longer ones the system does not take. */
const longestPath = 103
const pathIn = (data: string): string => join(data, 'control.sock')
/** Pipes of Windows have no folder that would keep others out. */
const isPossible = (data: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(pathIn(data)) <= longestPath

/** null where the system has no such socket: what needs one is then done with the server stopped. `isServed` has said no before. */
export async function openControl(
  data: string,
  rooms: Rooms,
  broken: (error: unknown) => void,
): Promise<Control | null> {
  if (!isPossible(data)) return null
  const path = pathIn(data)
  rmSync(path, { force: true })
  const server = createServer((asked, response) => {
    const uuid = /^\/projects\/([^/]+)$/.exec(asked.url ?? '')?.[1]
    const done =
      uuid === undefined ? Promise.resolve(say(response, 200, 'thicket')) : sendProject(rooms, uuid, response)
    done.catch((error: unknown) => {
      broken(error)
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

/** The whole file as it stands now, from its room, which goes on meanwhile. */
async function sendProject(rooms: Rooms, uuid: string, response: ServerResponse): Promise<void> {
  const found = await rooms.open(uuid)
  if (isProblem(found)) return say(response, 404, found.problem.kind)
  const release = found.ok.use()
  const path = rooms.temporary('.qrk')
  try {
    const written = await found.ok.stored.write(path, 'whole')
    if (isProblem(written)) return say(response, 500, written.problem.kind)
    response.writeHead(200, { 'Content-Length': statSync(path).size })
    await finished(createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response))
  } finally {
    release()
    rmSync(path, { force: true })
  }
}

/** Whether a server runs on this folder. */
export function isServed(data: string): Promise<boolean> {
  if (!isPossible(data)) return Promise.resolve(false)
  return new Promise((resolve) => {
    const asked = request({ socketPath: pathIn(data), path: '/' }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.setTimeout(2000, () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.end()
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
