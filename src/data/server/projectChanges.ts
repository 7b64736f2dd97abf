/**
 * Hears when what the server says of projects, and of with whom they are shared, may be another: a project has come, gone, or become
 * somebody else's, a right has changed. On a server of many people by a socket without a project, shared by all who listen, as long as
 * anybody does and the window is in sight; in any case when the window comes back.
 */
import { connection } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'
import type { Reply, Request } from '../../model/protocol.ts'
import { api } from './server.ts'
import { can } from './serverFacts.ts'
import { regionalAddress, renew, token } from './session.ts'

const listeners = new Set<() => void>()
let socket: WebSocket | null = null
let isOpening = false
let heardAt = 0
let beat: ReturnType<typeof setInterval> | undefined
let retry: ReturnType<typeof setTimeout> | undefined

/** Calls `listener` after each such change, and after a time in which none could be heard; returns the function that stops it. */
export function onProjectsChanged(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('focus', tell)
    document.addEventListener('visibilitychange', connect)
  }
  listeners.add(listener)
  void connect()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('focus', tell)
    document.removeEventListener('visibilitychange', connect)
    clearTimeout(retry)
    const mine = socket
    forget()
    // A browser complains of one that is closed before it is open.
    if (mine?.readyState === WebSocket.CONNECTING) mine.onopen = () => mine.close()
    else mine?.close()
  }
}

/** A socket that closes does so in its own time: another may be open before. */
function forget(): void {
  socket = null
  clearInterval(beat)
}

const tell = () => {
  for (const listener of listeners) listener()
}

const isWanted = () =>
  listeners.size > 0 && can('sharing') && token() !== null && document.visibilityState === 'visible'

async function connect(): Promise<void> {
  if (socket || isOpening || !isWanted()) return
  isOpening = true
  const answer = await api('GET /v1/thicket/ticket')
  isOpening = false
  if (isProblem(answer)) return later()
  if (isWanted()) open(answer.ok.ticket)
}

function open(ticket: string): void {
  const mine = new WebSocket(
    `${regionalAddress().replace(/^http/, 'ws')}/v1/thicket?ticket=${encodeURIComponent(ticket)}`,
  )
  const ask = (what: Pick<Request, 'watch' | 'query'>) => {
    const request: Request = { msg_id: what.watch ? watching : 'ping', auth: token() ?? '', ...what }
    if (mine.readyState === WebSocket.OPEN) mine.send(JSON.stringify(request))
  }
  socket = mine
  heardAt = Date.now()
  mine.onopen = () => ask({ watch: 'projects' })
  mine.onmessage = ({ data }) => {
    heardAt = Date.now()
    const { msg_id, status, json_data } = JSON.parse(String(data)) as Reply
    // Answered: what was read before may be of before.
    if (json_data.changed || (msg_id === watching && status === 200)) tell()
    // Elsewhere the session was ended: the page leads to the way in as soon as it knows.
    if (json_data.errors?.[0]?.problem?.kind === 'notSignedIn') void renew(token())
  }
  mine.onclose = () => ended(mine)
  clearInterval(beat)
  beat = setInterval(() => {
    if (Date.now() - heardAt < connection.silence) return ask({ query: '{ ping }' })
    // Nobody may be there to answer a close.
    mine.close()
    ended(mine)
  }, connection.pingEvery)
}

function ended(mine: WebSocket): void {
  if (socket !== mine) return
  forget()
  later()
}

function later(): void {
  clearTimeout(retry)
  if (isWanted()) retry = setTimeout(() => void connect(), connection.retryAfter + Math.random() * connection.spread)
}

const watching = 'watch'
