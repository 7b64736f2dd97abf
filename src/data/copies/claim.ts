/**
 * Which tab owns a project's worker: the one that holds the Web Lock. The others ask the broker for a port to it, and wait
 * for the lock in case the owner goes. Where there are no shared workers, only the owner can work, and the others say so.
 */
import * as Comlink from 'comlink'
import type { FromBroker, ToBroker } from '../../../workers/broker.worker.ts'
import type { ProjectApi } from '../../../workers/project/api.ts'
import type { HandedOver } from '../../../workers/project/sync/carryOver.ts'
import type { ProjectStart, ProjectWorker, Renewal } from '../../../workers/project.worker.ts'
import type { Problem } from '../../model/problems.ts'
import { locks } from '../locks.ts'
import { lockName } from './copyKey.ts'

type Remote = Comlink.Remote<ProjectApi>

export interface Claim {
  /** Gives everything up; the worker goes once `last` is through. */
  end(last: Promise<void>): void
  /** The worker is another tab's, and does not end with this one. */
  isFollowing(): boolean
  /** A worker of this tab that does not answer any more is ended, and another goes on with what it has committed. */
  restart(): void
}

/** A free lock is granted within a few ms. */
const patience = 50

/**
 * `key`: of the copy (`copyKey.ts`). `sit`: a worker answers now; `stand`: the one that answered is gone. `start` is read when a worker is started. `takeOver`: the project is
 * taken from the tab that owns it.
 */
export function claim(
  key: string,
  start: ProjectStart,
  sit: (remote: Remote) => void,
  stand: () => void,
  fail: (problem: Problem) => void,
  takeOver: boolean,
): Claim {
  const broker = connectBroker()
  let worker: Worker | undefined
  let follows: MessagePort | undefined
  let ended = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const abort = new AbortController()

  /** The worker has lost its copy: its place is cleared with it, another finds a new one. */
  const renew = (handedOver: HandedOver) => {
    worker?.terminate()
    stand()
    void own(handedOver)
  }

  const own = async (handedOver?: HandedOver): Promise<void> => {
    if (ended) return
    if (follows) {
      follows.close()
      follows = undefined
      stand()
    }
    const mine = new Worker(new URL('./project.worker.js', import.meta.url), {
      type: 'module',
      name: `project ${key}`,
    })
    worker = mine
    // Comlink's own messages have an id.
    mine.onmessage = ({ data }: MessageEvent<Partial<Renewal> | string>) => {
      if (mine === worker && typeof data === 'object' && data.handedOver) renew(data.handedOver)
    }
    mine.onerror = (event) => fail({ kind: 'cannotOpen', detail: event.message || 'the worker did not start' })
    try {
      const remote = await Comlink.wrap<ProjectWorker>(mine).start(handedOver ? { ...start, handedOver } : start)
      if (ended || mine !== worker) return
      sit(remote as unknown as Remote)
      broker?.post({ kind: 'own', project: key })
    } catch (error) {
      const isFull = error instanceof Error && error.name === 'QuotaExceededError'
      const detail = error instanceof Error ? error.message : String(error)
      fail(isFull ? { kind: 'deviceFull' } : { kind: 'noStorage', detail })
    }
  }

  const follow = (port: MessagePort) => {
    if (ended || worker) return port.close()
    if (follows) {
      follows.close()
      stand()
    }
    follows = port
    sit(Comlink.wrap<ProjectApi>(port))
  }

  broker?.listen((message, port) => {
    if (message.project !== key) return
    if (message.kind === 'serve') worker?.postMessage('port', [port])
    else follow(port)
  })

  void locks()
    // A signal cannot go with a lock that is taken from its holder.
    .request(lockName(key), takeOver ? { steal: true } : { signal: abort.signal }, async () => {
      // A worker that is ended while it starts never answers: the lock must not wait for it.
      await Promise.race([own(), released])
      await released
    })
    .catch(() => {
      if (ended || !worker) return
      // Another tab has taken the project over: what has been committed here is in the copy.
      worker.terminate()
      worker = undefined
      stand()
      fail({ kind: 'ownedByAnotherTab' })
    })
  // The lock is granted at once where it is free; where it is not, somebody else owns the project.
  const asks = setTimeout(() => {
    if (worker || ended) return
    if (broker) broker.post({ kind: 'want', project: key })
    else fail({ kind: 'noSharedWorker' })
  }, patience)

  return {
    end: (last) => {
      ended = true
      clearTimeout(asks)
      abort.abort()
      broker?.close()
      void last
        .catch(() => {})
        .then(() => {
          worker?.terminate()
          follows?.close()
          release()
        })
    },
    isFollowing: () => follows !== undefined,
    restart: () => {
      if (!worker || ended) return
      worker.terminate()
      stand()
      void own()
    },
  }
}

interface Broker {
  post(message: ToBroker): void
  listen(hear: (message: FromBroker, port: MessagePort) => void): void
  close(): void
}

function connectBroker(): Broker | null {
  if (typeof SharedWorker === 'undefined') return null
  const shared = new SharedWorker(new URL('./broker.worker.js', import.meta.url), {
    type: 'module',
    name: 'thicket broker',
  })
  const post = (message: ToBroker) => shared.port.postMessage(message)
  const gone = () => post({ kind: 'gone' })
  addEventListener('pagehide', gone)
  return {
    post,
    listen: (hear) => {
      shared.port.onmessage = ({ data, ports: [port] }) => {
        if (port) hear(data as FromBroker, port)
      }
    },
    close: () => {
      gone()
      removeEventListener('pagehide', gone)
      shared.port.close()
    },
  }
}
