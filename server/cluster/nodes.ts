/**
 * This node among the others: which of them answers a call or has a project, and what is passed on to it. Nothing is passed on twice; whoever meets a
 * project on its way from one node to another waits for some seconds, and then is told to come again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, MiddlewareHandler } from 'hono'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import type { Host, Person } from '../host.ts'
import type { Wish } from '../hosts/cloud/database.ts'
import { callerOf } from '../security/callerAddress.ts'
import { type AppEnv, passedFrom, personOf } from '../security/security.ts'
import type { NodeAccounts } from './accounts.ts'
import { openPassed, type Passed } from './forward.ts'
import { openPipe, type Pipe, type PipeEnd } from './pipe.ts'
import { placeOf } from './places.ts'
import { type Signing, signedBy } from './signed.ts'
import { accountsUuid, isThere } from './tables.ts'
import type { Truth } from './truth.ts'

/** What of the rooms is asked. */
export interface OpenHere {
  isOpen(uuid: string): boolean
  open(uuid: string, isFree: true): Promise<{ ok: unknown } | { problem: Problem }>
  handOver(uuid: string): Promise<void>
}

export interface Nodes {
  readonly truth: Truth
  /** Answers a call here or passes it on. */
  calls(host: Host, rooms: OpenHere, proxies: number): MiddlewareHandler<AppEnv>
  /** Where a socket's project is: here, where it is open by then, at the end of a pipe, or for the moment nowhere. `isPassed`: it has come from another node. */
  find(
    rooms: OpenHere,
    uuid: string,
    person: Person,
    end: PipeEnd,
    isPassed: boolean,
  ): Promise<Pipe | 'here' | 'nowhere'>
  /** A call that only nodes make, to the one that changes accounts; undefined: it is another call. */
  own(request: Request, rooms: OpenHere): Promise<Response> | undefined
  /** Asks the node that has a project to let it go. */
  askFor(uuid: string): Promise<void>
  readonly signing: Signing
  /** Whether it serves, and everybody else knows that. */
  isReady(): boolean
  /** Whether sockets may stay: it has its place among the others, and follows what they do to accounts. */
  keepsSockets(): boolean
  readonly pipes: number
  /** Sends what waits for the one that changes accounts. */
  sendWishes(): Promise<void>
  author(person: Person, uuid: string): Promise<void>
  drain(): Promise<void>
}

export interface NodesOptions {
  truth: Truth
  accounts: NodeAccounts
  signing: Signing
  /** What the holder of the accounts does for another node. */
  grant(wishes: readonly Wish[]): void
  /** Gives the person a name in the project, unless they have one. */
  name(person: Person, uuid: string): void
  /** Resolves when what was noted for the audit log is there. */
  noted(): Promise<void>
  warn: (error: unknown) => void
}

/** ms for which a call waits for a project, or the accounts, to be somewhere again. */
const patience = 8000
const pause = 100
/** ms for which what is asked of the holder of the accounts is asked again; and after which a node that has not renewed itself is not ready. */
const askedFor = 5000
const readyFor = 5000
/** ms after which a node that answers nothing is not waited for, as that of sockets (`pipe.ts`). */
const silentFor = 6000

export function openNodes({ truth, accounts, signing, grant, name, noted, warn }: NodesOptions): Nodes {
  let pipes = 0
  let isDraining = false
  const serves = () => truth.serves() && accounts.isSound()

  /** Passes the call on; null: it is this node's, and can be read here. */
  const passOn = async (
    context: Context,
    owner: () => Promise<string | 'here' | null>,
    passed: () => Promise<Passed>,
  ): Promise<Response | null> => {
    let call: Passed | undefined
    for (const until = performance.now() + patience; performance.now() < until; await sleep(pause)) {
      const address = await owner()
      if (address === 'here') {
        if (call) context.req.raw = call.again()
        return null
      }
      if (address === null) continue
      call ??= await passed()
      const answer = await call.send(address, () => isThereAt(address))
      if (answer !== 'notReached') return answer
    }
    return comeAgain()
  }

  const isThereAt = async (address: string): Promise<boolean> => {
    const [found] = await truth.sql`SELECT 1 FROM node n WHERE n.address = ${address} AND ${truth.sql.unsafe(isThere)}`
    return found !== undefined && answersAt(address)
  }

  const accountsOwner = async () => {
    if (accounts.holds()) return 'here'
    return (await truth.owner(accountsUuid))?.address ?? null
  }
  const projectOwner = (rooms: OpenHere, uuid: string) => {
    let isFirst = true
    return async () => {
      if (rooms.isOpen(uuid)) return 'here'
      const owner = await truth.owner(uuid)
      // One that could not be reached may have ended: then it can be taken.
      const isTried = !owner || !isFirst
      isFirst = false
      if (isTried && !isMoving(await rooms.open(uuid, true))) return 'here'
      return owner?.address ?? null
    }
  }

  const calls: Nodes['calls'] = (host, rooms, proxies) => async (context, next) => {
    const { pathname, searchParams } = new URL(context.req.url)
    if (isOfMachine(pathname)) return next()
    if (!serves()) return comeAgain()
    const term = accounts.term()
    const from = passedFrom(context)
    const place = placeOf(pathname, searchParams)
    if (place.at !== 'accounts') await knowCaller(host, context, place.at === 'project' ? place.uuid : undefined)
    if (place.at !== 'any') {
      const isRefused = place.at === 'project' && !personSees(host, context, place.uuid)
      const owner = place.at === 'accounts' ? accountsOwner : projectOwner(rooms, place.uuid)
      const call = () => openPassed(context.req.raw, signing, { caller: callerOf(context, proxies) })
      const answered = isRefused ? null : from ? await hereOr(owner) : await passOn(context, owner, call)
      if (answered) return answered
    }
    await next()
    await accounts.settled(term).catch((error: unknown) => {
      warn(error)
      context.res = comeAgain()
    })
    await noted()
    return undefined
  }

  /** What another node has passed on is answered here or not at all. */
  const hereOr = async (owner: () => Promise<string | null>): Promise<Response | null> =>
    (await owner()) === 'here' ? null : comeAgain()

  const isDone = Response.json({})
  const own: Nodes['own'] = (request, rooms) => {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/node/')) return undefined
    return answerNode(pathname, request, rooms).catch((error: unknown) => {
      warn(error)
      return comeAgain()
    })
  }
  const answerNode = async (pathname: string, request: Request, rooms: OpenHere): Promise<Response> => {
    if (pathname === '/node/release') {
      const { uuid } = (await request.json()) as { uuid: string }
      await rooms.handOver(uuid)
      return isDone.clone()
    }
    if (pathname === '/node/drain') {
      await drain()
      return isDone.clone()
    }
    if (!accounts.holds()) return comeAgain()
    if (pathname === '/node/wishes') grant((await request.json()) as Wish[])
    else if (pathname === '/node/author') {
      const { person, uuid } = (await request.json()) as { person: Person; uuid: string }
      name(person, uuid)
    } else if (pathname === '/node/accounts') {
      const isTaken = await accounts.take(new Uint8Array(await request.arrayBuffer()))
      return isTaken ? isDone.clone() : new Response(null, { status: 409 })
    } else return new Response(null, { status: 404 })
    await accounts.settled()
    return isDone.clone()
  }

  /** Whether the node at `address` has heard it. */
  const tell = async (address: string, path: string, body: unknown): Promise<boolean> => {
    const headers = { [signedBy]: signing.sign('POST', path), 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(
      () => null,
    )
    await answer?.body?.cancel()
    return answer?.ok ?? false
  }

  /** Until the holder of the accounts has heard it. */
  const askHolder = async (path: string, body: unknown): Promise<void> => {
    for (const until = performance.now() + askedFor; performance.now() < until; await sleep(pause)) {
      const address = await accountsOwner()
      if (address === 'here' || address === null) continue
      if (await tell(address, path, body)) return
    }
    throw new Error(`nobody who changes accounts has heard ${path}`)
  }

  const find: Nodes['find'] = async (rooms, uuid, person, end, isPassed) => {
    const owner = projectOwner(rooms, uuid)
    for (const until = performance.now() + patience; performance.now() < until; await sleep(pause)) {
      const address = await owner()
      if (address === 'here') return 'here'
      if (isPassed) return 'nowhere'
      if (address === null) continue
      const pipe = await openPipe(address, signing, person, {
        frame: end.frame,
        closed: (code, reason) => {
          pipes -= 1
          end.closed(code, reason)
        },
      })
      if (!pipe) continue
      pipes += 1
      return pipe
    }
    return 'nowhere'
  }

  const drain = async () => {
    isDraining = true
    await truth.drain()
  }

  return {
    truth,
    calls,
    find,
    own,
    signing,
    keepsSockets: () => truth.serves() && !accounts.isOutdated(),
    isReady: () => !isDraining && serves() && truth.renewedAgo() < readyFor,
    get pipes() {
      return pipes
    },
    sendWishes: async () => {
      const wishes = accounts.wishes()
      if (wishes.length > 0) await askHolder('/node/wishes', wishes)
    },
    askFor: async (uuid) => {
      const owner = await truth.owner(uuid)
      if (!owner || !(await tell(owner.address, '/node/release', { uuid }))) await sleep(pause)
    },
    author: async (person, uuid) => {
      if (accounts.holds()) return
      await askHolder('/node/author', { person, uuid })
      await accounts.caughtUp()
    },
    drain,
  }
}

/** One that is there, but by a road on which nothing comes back, is not for this node. Being refused is an answer. */
const answersAt = (address: string): Promise<boolean> =>
  fetch(`${address}/healthz`, { signal: AbortSignal.timeout(silentFor) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return true
    },
    () => false,
  )

/** Whether a project could not be opened since it is, or may be, another node's. */
const isMoving = (opened: { ok: unknown } | { problem: Problem }): boolean =>
  isProblem(opened) && opened.problem.kind === 'storageFailed'

/** Asked of this very node, whatever it may do. */
const isOfMachine = (path: string): boolean => ['/healthz', '/readyz', '/metrics'].includes(path)

const comeAgain = (): Response =>
  Response.json(
    { problem: { kind: 'storageFailed', detail: 'this is moving to another node: try again' } satisfies Problem },
    { status: 503, headers: { 'Retry-After': '1' } },
  )

/** Nobody is told that there is no such person, or project, by a node that only has not heard of it yet. */
async function knowCaller(host: Host, context: Context<AppEnv>, uuid?: string): Promise<void> {
  if (context.req.header('authorization') === undefined) return
  const person = personOf(host, context)
  if (!person || (uuid !== undefined && host.access(person, uuid) === null)) await host.caughtUp?.()
}

/** Whoever may not is to be refused, wherever the project is. */
const personSees = (host: Host, context: Context<AppEnv>, uuid: string): boolean => {
  const person = personOf(host, context)
  return person !== null && host.access(person, uuid) !== null
}
