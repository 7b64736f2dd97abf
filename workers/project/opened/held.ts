/**
 * Holds the copy that is shown: one at a time, which another takes over from with what waits. Who asks before there is one waits for it; who asks of one
 * that is handed on is answered by the worker that takes over.
 */
import { type Access, mayWrite } from '../../../src/model/access.ts'
import type { Opened } from '../../../src/model/protocol.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaText } from '../../../wasm/database/meta.ts'
import { type Copy, openCopy } from '../copy.ts'
import type { ProjectHost } from '../host.ts'
import type { Analyses } from '../live/analyses.ts'
import { checkInIdle } from '../live/checkInIdle.ts'
import type { Live } from '../live/live.ts'
import { openInIdle } from '../live/openInIdle.ts'
import { warmInIdle } from '../live/warmInIdle.ts'
import { addSetAside, setAsideSteps } from '../setAside/setAside.ts'
import { carryOver, type HandedOver } from '../sync/carryOver.ts'
import type { Event } from '../sync/nextConnection.ts'
import type { PeopleHere } from '../sync/presence.ts'
import type { Author } from './author.ts'
import type { Device } from './device.ts'
import { beginLongStep } from './longStep.ts'
import { setAsideIn } from './standing.ts'
import type { Tabs } from './tabs.ts'

export interface Held {
  readonly copy: Copy | null
  /** What another worker has left, as long as no copy has it. */
  readonly handedOver: HandedOver | null
  show(db: Db): void
  /** What was not sent goes along as new steps. */
  takeOver(db: Db, opened: Opened): void
  /** What the copy had not sent; where it cannot be read any more, that is said. */
  readOut(): HandedOver
  /** What is done while nobody asks is done no more. */
  stopRest(): void
  close(): void
  whenReady<T>(body: (copy: Copy) => T): Promise<T>
  /** Somebody asks something just now. */
  asked(): void
  /** Each tab can undo something else. */
  tellHistories(): void
  /** A tab that is opened anew finds what can be undone; one that has just left may only be loading again. */
  takeUpHistory(tab: string): void
}

export interface HeldParts {
  host: ProjectHost
  tabs: Tabs
  device: Device
  author: Author
  live: Live
  analyses: Analyses
  people: Pick<PeopleHere, 'passed'>
  tell: (event: Event) => void
  changed: () => void
  isHandedOn: () => boolean
  sealing: () => Sealing | null
  handedOver: HandedOver | null
}

const never = new Promise<never>(() => {})
const nothing: HandedOver = { carried: [], setAside: [], opened: [] }

export function openHeld(parts: HeldParts): Held {
  const { host, tabs, device, author, tell, isHandedOn } = parts
  const waitingForCopy: (() => void)[] = []
  let copy: Copy | null = null
  let { handedOver } = parts
  let stops: (() => void)[] = []
  let askedAt = host.now()

  const takeUpHistory = (tab: string) => copy?.takeUpHistory(tab, tabs.namesSoon)
  const tellHistories = () => {
    for (const tab of tabs.names) if (copy) tabs.tell(tab, { history: copy.history(tab) })
  }
  const stopRest = () => {
    for (const stop of stops.splice(0)) stop()
  }
  const rest = (db: Db) => {
    const quiet = { after: host.after, quietFor: () => host.now() - askedAt }
    const found = (error: unknown) => (error === null ? device.lose(false) : device.report(error))
    stops = [checkInIdle(db, quiet, found), openInIdle(db, quiet, device.report)]
    if (host.isRoomy) stops.push(warmInIdle(parts.analyses, quiet, device.report))
  }

  const show = (db: Db) => {
    const given = metaText(db, 'author')
    if (given) author.remember(given)
    tell({ is: 'accessKept', access: metaText(db, 'access') as Access | '' })
    copy = openShown(db, parts)
    for (const tab of tabs.newNames) takeUpHistory(tab)
    const { waiting, head } = copy
    tabs.show({ waiting, head, ...setAsideIn(db), progress: null, author: author.name })
    tell({ is: 'keeps', keeps: { copy: 'here', waiting, head } })
    tellHistories()
    for (const start of waitingForCopy.splice(0)) start()
    rest(db)
  }

  const readOut = (): HandedOver => {
    if (!copy) return handedOver ?? nothing
    try {
      return { carried: carryOver(copy.db), setAside: setAsideSteps(copy.db), opened: copy.opened }
    } catch (error) {
      if (host.store.failure(error) === null) host.report(error)
      const count = tabs.state.waiting + tabs.state.setAside
      if (count > 0) tabs.warn({ kind: 'stepsLost', count })
      return nothing
    }
  }

  const close = () => {
    stopRest()
    try {
      copy?.close()
    } catch (error) {
      // Of a lost copy nothing has to be closed in order.
      if (host.store.failure(error) === null) host.report(error)
    }
    copy = null
  }

  return {
    get copy() {
      return copy
    },
    get handedOver() {
      return handedOver
    },
    show,
    takeOver: (db, opened) => {
      const left = readOut()
      close()
      show(db)
      handedOver = null
      if (copy) goOn(copy, left, opened, parts)
    },
    readOut,
    stopRest,
    close,
    whenReady: async (body) => {
      askedAt = host.now()
      for (;;) {
        if (isHandedOn()) await never
        if (!copy) await new Promise<void>((resolve) => waitingForCopy.push(resolve))
        const open = copy
        const read = open && device.read(() => body(open))
        if (read) return read.is
      }
    },
    asked: () => {
      askedAt = host.now()
    },
    tellHistories,
    takeUpHistory,
  }
}

function openShown(db: Db, parts: HeldParts): Copy {
  const { host, tabs, device, author, live, analyses, people, changed } = parts
  const sealing = parts.sealing()
  return openCopy(db, {
    ...(sealing && { sealing }),
    now: host.now,
    random: host.random,
    author: author.name,
    onChange: changed,
    onProblem: (found) => {
      // Of a right that has gone it is said that it has changed, and beside it what is set aside.
      if (found.kind !== 'readOnly' || mayWrite(tabs.state.access)) tabs.warn(found)
    },
    onPassed: people.passed,
    onWentBack: ({ author, restores }) => tabs.say({ notice: { kind: 'wentBack', author, to: restores ?? {} } }),
    onNewPassword: (author) => {
      // Who gave it knows, in every window.
      if (author !== tabs.state.author) tabs.say({ notice: { kind: 'newPassword', author } })
    },
    onMeanwhile: (notice) => tabs.say({ notice }),
    onBug: device.report,
    live,
    analyses,
    beginLongStep: (tab) => beginLongStep(tabs, host.signals, tab),
  })
}

/** A fresh copy goes on where the one before it was left. */
function goOn(fresh: Copy, { carried, setAside, opened: read }: HandedOver, opened: Opened, parts: HeldParts): void {
  const { host, tabs } = parts
  fresh.meet(opened.client, opened.epoch)
  addSetAside(fresh.db, setAside)
  for (const found of fresh.adopt(carried)) tabs.warn(found)
  fresh.readSources(read)
  host.store.settle(fresh.db)
  tabs.show({ ...setAsideIn(fresh.db) })
  const { placed } = opened
  if (placed) tabs.say({ notice: { kind: 'wentBack', author: placed.author, to: { at: placed.at, backup: true } } })
}
